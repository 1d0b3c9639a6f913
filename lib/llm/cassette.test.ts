import { Readable } from "node:stream";
import { afterEach, expect, test } from "vitest";
import { cassetteHeading, readCassette, recordedModel, withCassette } from "./cassette";
import { openModel } from "./client";
import { openWire } from "./http";
import type { CompletionRequest } from "./schema";
import { openStub, type StubBehaviour, type StubRequest } from "./testing/stub";

const open: (() => Promise<void>)[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((close) => close()));
});

const request = (changes: Partial<CompletionRequest> = {}): CompletionRequest => ({
  messages: [{ role: "user", content: "Is it good?" }],
  sampling: { temperature: 0, maxOutputTokens: 100 },
  ...{ sampleIndex: 0, attempt: 0 },
  ...changes,
});

/** A model behind a stub over real HTTP. */
async function modelOn(behave: (stubRequest: StubRequest) => StubBehaviour) {
  const stub = await openStub(behave);
  const wire = openWire({ base: stub.base, allowed: [stub.origin] });
  open.push(wire.close, stub.close);
  const place = { provider: "openai-compatible" as const, base: stub.base, model: "judge-1" };
  return { stub, place, model: openModel({ ...place, apiKey: null, wire }) };
}

test("a recorded call needs no endpoint; another one fails", async () => {
  const { stub, place, model } = await modelOn(() => ({ say: "yes" }));
  const lines: string[] = [];
  const recording = withCassette({
    ...place,
    recorded: new Map(),
    client: model,
    keep: (line) => lines.push(JSON.stringify(line)),
  });
  await recording.complete(request());
  const recorded = await readCassette(Readable.from(lines.join("\n")));
  const replaying = withCassette({ ...place, recorded, client: null });
  expect(await replaying.complete(request())).toMatchObject({ text: "yes", fromCache: true });
  expect(stub.requests).toHaveLength(1);
  await expect(replaying.complete(request({ sampleIndex: 1 }))).rejects.toMatchObject({
    kind: "not-recorded",
  });
});

test("answers that were cut off are not kept", async () => {
  const { place, model } = await modelOn(() => ({ say: "half", finish: "length" }));
  let stored = 0;
  await withCassette({ ...place, recorded: new Map(), client: model, keep: () => stored++ }).complete(
    request(),
  );
  expect(stored).toBe(0);
});

test("answers to a part of the prompt say so, and are not kept", async () => {
  const { place, model } = await modelOn(({ messages }) => {
    const isCut = messages[0]?.content.startsWith("cut");
    return { say: "yes", usage: { input: isCut ? 2050 : 7000, output: 1 } };
  });
  const kept: string[] = [];
  const client = withCassette({
    ...place,
    recorded: new Map(),
    client: model,
    keep: ({ record }) => kept.push(record.text),
  });
  const about = (word: string) =>
    request({ messages: [{ role: "user", content: `${word} ${"Is it good and kind? ".repeat(1300)}` }] });
  expect(await client.complete(about("cut"))).toMatchObject({ promptCut: true, usage: { input: 2050 } });
  expect(kept).toEqual([]);
  expect(await client.complete(about("all"))).not.toHaveProperty("promptCut");
  expect(kept).toEqual(["yes"]);
});

test("equal calls are one, also while the first is under way", async () => {
  const { stub, place, model } = await modelOn(({ n }) => ({ say: `answer ${n}`, after: 20 }));
  const client = withCassette({ ...place, recorded: new Map(), client: model });
  const [first, second] = await Promise.all([client.complete(request()), client.complete(request())]);
  expect([first?.text, second?.text, second?.fromCache]).toEqual(["answer 1", "answer 1", true]);
  expect((await client.complete(request())).text).toBe("answer 1");
  expect((await client.complete(request({ sampleIndex: 1 }))).text).toBe("answer 2");
  expect(stub.requests).toHaveLength(2);
});

test("a failed call is made again", async () => {
  const { place, model } = await modelOn(({ n }) => (n === 1 ? { status: 400 } : { say: "yes" }));
  const client = withCassette({ ...place, recorded: new Map(), client: model });
  await expect(client.complete(request())).rejects.toMatchObject({ kind: "bad-request" });
  expect((await client.complete(request())).text).toBe("yes");
});

test("a recording names its model, also after joining; an old recording does not", async () => {
  const of = { provider: "openai-compatible" as const, base: "https://a.example/v1", model: "judge-1" };
  const text = `${cassetteHeading(of)}${cassetteHeading({ ...of, model: "judge-2" })}`;
  expect(await recordedModel(Readable.from(text))).toEqual(of);
  expect((await readCassette(Readable.from(text))).size).toBe(0);
  expect(await recordedModel(Readable.from('{"key":"…"}\n'))).toBeNull();
  expect(await recordedModel(Readable.from(""))).toBeNull();
});

test("a malformed line is named", async () => {
  await expect(readCassette(Readable.from('\n{"key": 1}\n'))).rejects.toThrow(/^line 2: key/);
  await expect(readCassette(Readable.from("nonsense"))).rejects.toThrow(/^line 1/);
});
