import { once } from "node:events";
import { createServer, request as send } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { connect } from "node:net";
import { gunzipSync } from "node:zlib";
import { afterEach, expect, test } from "vitest";
import { answerDirectly, directHandlerFor } from "./answer-directly.mjs";

const ID = "0b9c1e52-9d1f-4f7c-8d55-2f2f6a0d6a11";
const SAVES = `/api/v1/assignments/${ID}/ops`;

type Handlers = NonNullable<Parameters<typeof directHandlerFor>[1]>;

const ends: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

/** A server with these handlers, where everything else gets 404 as if from the framework. */
async function serve(handlers: Handlers): Promise<number> {
  const server = createServer((incoming, outgoing) => {
    const found = directHandlerFor(incoming, handlers);
    if (found) void answerDirectly(incoming, outgoing, found);
    else outgoing.writeHead(404).end();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  ends.push(() => {
    server.closeAllConnections();
    return new Promise((closed) => server.close(closed));
  });
  return (server.address() as AddressInfo).port;
}

/** Responds with what it was asked. */
const echo: Handlers = new Map([
  [
    "POST /api/v1/assignments/[id]/ops",
    async (request: Request, context: { params: Promise<{ id: string }> }) => {
      const { headers, method, url } = request;
      const seen = ["x-request-id", "x-forwarded-for", "cookie"].map((name) => headers.get(name));
      const body = { method, url, seen, params: await context.params, text: await request.text() };
      return new Response(JSON.stringify(body), { status: 201, headers: { "X-Own": "yes" } });
    },
  ],
]);

test("a handler gets method, address, id, body and headers of the request, and its response is sent", async () => {
  const port = await serve(echo);
  const headers = { "content-type": "application/json", "x-request-id": ID, cookie: "a=b" };
  const answer = await fetch(`http://127.0.0.1:${port}${SAVES}`, { method: "POST", headers, body: '"ä"' });
  expect([answer.status, answer.headers.get("x-own")]).toEqual([201, "yes"]);
  expect(await answer.json()).toEqual({
    method: "POST",
    url: `http://localhost${SAVES}`,
    // A caller does not choose the id under which a request is logged.
    seen: [null, "127.0.0.1", "a=b"],
    params: { id: ID },
    text: '"ä"',
  });
});

test("a proxy's word about the client is passed on, for the settings to believe or not", async () => {
  const port = await serve(echo);
  const headers = { "x-forwarded-for": "203.0.113.9" };
  const answer = await fetch(`http://127.0.0.1:${port}${SAVES}`, { method: "POST", headers, body: "{}" });
  expect((await answer.json()).seen[1]).toBe("203.0.113.9");
});

test.each([
  ["gzip, br", 2000, "gzip"],
  ["br", 2000, undefined],
  ["gzip;q=0", 2000, undefined],
  ["gzip", 20, undefined],
])("with %s accepted, a response with a text of %i is sent as %s", async (accepted, length, encoding) => {
  const port = await serve(echo);
  const text = "a".repeat(length);
  const outgoing = send({ port, path: SAVES, method: "POST", headers: { "accept-encoding": accepted } });
  outgoing.end(text);
  const [answer] = await once(outgoing, "response");
  const bytes = Buffer.concat(await answer.toArray());
  expect(answer.headers).toMatchObject({ vary: "Accept-Encoding", "content-length": String(bytes.length) });
  expect(answer.headers["content-encoding"]).toBe(encoding);
  expect(JSON.parse(String(encoding ? gunzipSync(bytes) : bytes)).text).toBe(text);
});

test("a handler learns that the client has gone", async () => {
  let told = () => {};
  const isTold = new Promise<void>((resolve) => {
    told = resolve;
  });
  let began = () => {};
  const hasBegun = new Promise<void>((resolve) => {
    began = resolve;
  });
  const wait = async ({ signal }: Request) => {
    signal.addEventListener("abort", () => told());
    began();
    await isTold;
    return new Response(null, { status: 204 });
  };
  const port = await serve(new Map([["GET /api/v1/assignments/[id]", wait]]));
  const socket: Socket = connect(port, "127.0.0.1");
  socket.write(`GET /api/v1/assignments/${ID} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
  await hasBegun;
  socket.destroy();
  await isTold;
});

const length = { "content-length": "2" };

test.each([
  ["another method", "DELETE", SAVES, length],
  ["another address", "POST", `/api/v1/batches/${ID}/ops`, length],
  ["a longer address", "POST", `${SAVES}/more`, length],
  ["a query", "POST", `${SAVES}?a=1`, length],
  [
    "an id in other letters",
    "POST",
    SAVES.toUpperCase().replace("/API/V1/ASSIGNMENTS", "/api/v1/assignments"),
    length,
  ],
  ["an escaped address", "POST", SAVES.replace("ops", "%6Fps"), length],
  ["no length", "POST", SAVES, {}],
  ["chunks", "POST", SAVES, { "transfer-encoding": "chunked" }],
  ["a large body", "POST", SAVES, { "content-length": "300000" }],
])("the framework answers a request with %s", (_, method, url, headers) => {
  expect(directHandlerFor({ method, url, headers }, echo)).toBeNull();
  expect(directHandlerFor({ method: "POST", url: SAVES, headers: length }, echo)).not.toBeNull();
});
