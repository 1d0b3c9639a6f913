import { expect, test } from "vitest";
import { readOutcome } from "./client";

const offline = { ok: false, error: { code: "offline" } };

test("an answer that was cut off is none", async () => {
  const body = new ReadableStream({ start: (stream) => stream.error(new TypeError("network error")) });
  expect(await readOutcome(new Response(body, { status: 200 }))).toMatchObject(offline);
  // Where nobody says how long it is, an end that came too early is an end like any other.
  expect(await readOutcome(new Response('{"id":"a', { status: 200 }))).toMatchObject(offline);
  expect(await readOutcome(new Response(null, { status: 200 }))).toMatchObject(offline);
});

test("the page of a network that asks to sign in first is no answer of ours", async () => {
  expect(await readOutcome(new Response("<html>", { status: 200 }))).toMatchObject(offline);
});

test("an answer without a body is one, and so is a failure in other words than ours", async () => {
  expect(await readOutcome(new Response(null, { status: 204 }))).toEqual({ ok: true, value: undefined });
  const broken = await readOutcome(new Response("<html>Bad gateway", { status: 502 }));
  expect(broken).toMatchObject({ ok: false, error: { code: "failed", message: "The server answered 502." } });
});
