import { expect, test } from "vitest";
import { readOutcome } from "./client";

test("an answer that was cut off is none, and one without a body is one", async () => {
  const body = new ReadableStream({ start: (stream) => stream.error(new TypeError("network error")) });
  const outcome = await readOutcome(new Response(body, { status: 200 }));
  expect(outcome).toMatchObject({ ok: false, error: { code: "offline" } });
  expect(await readOutcome(new Response(null, { status: 204 }))).toEqual({ ok: true, value: undefined });
});
