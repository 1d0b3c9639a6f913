import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { callApi, readResult } from "./client";

const offline = { ok: false, error: { code: "offline" } };

test("a cut-off response is an error", async () => {
  const body = new ReadableStream({ start: (stream) => stream.error(new TypeError("network error")) });
  expect(await readResult(new Response(body, { status: 200 }))).toMatchObject(offline);
  // Without a declared length, a truncated response looks like a complete one.
  expect(await readResult(new Response('{"id":"a', { status: 200 }))).toMatchObject(offline);
  expect(await readResult(new Response(null, { status: 200 }))).toMatchObject(offline);
});

test("the sign-in page of a network is not taken for a response of the API", async () => {
  expect(await readResult(new Response("<html>", { status: 200 }))).toMatchObject(offline);
});

test("a response without a body, and a failure in a foreign format, are handled", async () => {
  expect(await readResult(new Response(null, { status: 204 }))).toEqual({ ok: true, value: undefined });
  const broken = await readResult(new Response("<html>Bad gateway", { status: 502 }));
  expect(broken).toMatchObject({ ok: false, error: { code: "failed", message: "The server answered 502." } });
});

/** A server that responds with an error a number of times, then successfully; counts requests. */
async function serve(times: number, status: number, code: string) {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(request.method ?? "");
    const fails = requests.length <= times;
    response.writeHead(fails ? status : 200, { "retry-after": "0.02" });
    response.end(JSON.stringify(fails ? { error: { code, message: "" } } : { id: "a" }));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/`, requests, close: () => server.close() };
}

test("a request to a busy server is retried a few times", async () => {
  const soon = await serve(2, 503, "busy");
  expect(await callApi("POST", soon.url, {})).toEqual({ ok: true, value: { id: "a" } });
  expect(soon.requests).toHaveLength(3);
  const never = await serve(9, 503, "busy");
  expect(await callApi("POST", never.url, {})).toMatchObject({ ok: false, error: { code: "busy" } });
  expect(never.requests).toHaveLength(3);
  for (const { close } of [soon, never]) close();
});

test("a request that may have taken effect, or whose page is closing, is not retried", async () => {
  const lost = await serve(9, 503, "database-lost");
  expect(await callApi("POST", lost.url, {})).toMatchObject({ ok: false });
  const busy = await serve(9, 503, "busy");
  expect(await callApi("POST", busy.url, {}, { keepalive: true })).toMatchObject({ ok: false });
  expect([lost.requests.length, busy.requests.length]).toEqual([1, 1]);
  for (const { close } of [lost, busy]) close();
});

test("an aborted request is not retried", async () => {
  const busy = await serve(9, 503, "busy");
  const giveUp = new AbortController();
  const answer = callApi("GET", busy.url, undefined, { signal: giveUp.signal });
  await expect.poll(() => busy.requests.length).toBeGreaterThan(0);
  giveUp.abort();
  expect(await answer).toMatchObject({ ok: false });
  busy.close();
});

test("a response that never arrives, or never ends, times out", async () => {
  const server = createServer((request, response) => {
    if (request.url === "/half") response.writeHead(200).write('{"id":');
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  for (const path of ["silent", "half"])
    expect(await callApi("POST", `http://127.0.0.1:${port}/${path}`, {}, { patience: 50 })).toMatchObject(
      offline,
    );
  server.closeAllConnections();
  server.close();
});
