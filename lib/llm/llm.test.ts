import { test as property } from "@fast-check/vitest";
import fc from "fast-check";
import { afterEach, describe, expect, test } from "vitest";
import { type ClientOptions, openModel } from "./client";
import { CallFailure } from "./failure";
import { openWire } from "./http";
import { callKey, canonicalJson } from "./key";
import { costOf, estimateTokens } from "./price";
import { delayBefore, waitHint } from "./retry";
import type { CompletionRequest, HttpAttempt, Sampling } from "./schema";
import { openStub, type Stub, type StubBehaviour, type StubRequest } from "./testing/stub";

const open: (() => Promise<void>)[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((close) => close()));
});

const request = (changes: Partial<CompletionRequest> = {}): CompletionRequest => ({
  messages: [
    { role: "system", content: "You judge." },
    { role: "user", content: "Is it good?" },
  ],
  sampling: { temperature: 0, maxOutputTokens: 100, seed: 7 },
  sampleIndex: 0,
  attempt: 0,
  ...changes,
});

/** A model behind a stub over real HTTP. Delays are recorded instead of waited for. */
async function modelOn(
  behave: (stubRequest: StubRequest) => StubBehaviour,
  changes: Partial<ClientOptions> = {},
  timeout?: number,
) {
  const stub: Stub = await openStub(behave);
  const wire = openWire({ base: stub.base, allowed: [stub.origin], ...(timeout && { timeout }) });
  open.push(wire.close, stub.close);
  const waits: number[] = [];
  const model = openModel({
    provider: "openai-compatible",
    base: stub.base,
    model: "judge-1",
    embeddingModel: "vectors-1",
    apiKey: "canary-key-4711",
    wire,
    chance: () => 0.5,
    sleep: async (milliseconds) => {
      waits.push(milliseconds);
    },
    ...changes,
  });
  return { stub, model, waits };
}

async function failureFrom(promise: Promise<unknown>): Promise<CallFailure> {
  return promise.then(
    () => expect.fail("the call should have failed"),
    (error: unknown) => {
      expect(error).toBeInstanceOf(CallFailure);
      return error as CallFailure;
    },
  );
}

describe("a call over the wire", () => {
  test("sends the request, and stores the response with its parameters", async () => {
    const { stub, model } = await modelOn(() => ({
      say: "Answer: YES",
      model: "judge-1-0613",
      usage: { input: 12, output: 3 },
    }));
    const record = await model.complete(request());
    expect(stub.requests).toHaveLength(1);
    expect(stub.requests[0]).toMatchObject({
      path: "/v1/chat/completions",
      model: "judge-1",
      messages: request().messages,
      body: { temperature: 0, max_tokens: 100, seed: 7 },
    });
    expect(stub.requests[0]?.headers.authorization).toBe("Bearer canary-key-4711");
    expect(record).toMatchObject({
      text: "Answer: YES",
      finishReason: "stop",
      modelRequested: "judge-1",
      modelReturned: "judge-1-0613",
      systemFingerprint: "stub",
      samplingSent: { temperature: 0, maxOutputTokens: 100, seed: 7 },
      samplingDropped: [],
      usage: { input: 12, output: 3 },
      attempts: [{ status: 200 }],
      fromCache: false,
    });
    expect(JSON.stringify(record)).not.toContain("canary-key");
  });

  test("asks for JSON by a schema", async () => {
    const { stub, model } = await modelOn(() => ({ say: "{}" }));
    const jsonSchema = { type: "object", properties: {}, required: [], additionalProperties: false };
    await model.complete(request({ schema: { name: "answer", jsonSchema } }));
    expect(stub.requests[0]?.body.response_format).toMatchObject({
      type: "json_schema",
      json_schema: { name: "answer", schema: jsonSchema },
    });
  });

  test("a score's range is in the request, in words the provider knows", async () => {
    const scored = (score: object) => ({
      type: "object",
      properties: { score: { type: "integer", ...score } },
      required: ["score"],
      additionalProperties: false,
    });
    const scoring = request({ schema: { name: "score", jsonSchema: scored({ enum: [1, 2, 3] }) } });
    const { stub, model } = await modelOn(() => ({ say: "{}" }));
    await model.complete(scoring);
    expect(stub.requests[0]?.body.response_format).toMatchObject({
      json_schema: { schema: scored({ enum: [1, 2, 3] }) },
    });

    // The stub's response is not Google's; only the request matters.
    const google = await modelOn(() => ({ status: 400 }), { provider: "google" });
    await failureFrom(google.model.complete(scoring));
    const sent = JSON.stringify(google.stub.requests[0]?.body);
    expect(sent).toContain('"score"');
    expect(sent).not.toContain('"enum"');
  });

  test("a refusal and a cut-off answer are distinguished from an answer", async () => {
    const refusing = await modelOn(() => ({ refuse: "I will not judge this." }));
    expect(await refusing.model.complete(request())).toMatchObject({
      refusal: true,
      text: "I will not judge this.",
    });
    const cutting = await modelOn(() => ({ say: "Analysis: it", finish: "length" }));
    expect(await cutting.model.complete(request())).toMatchObject({ finishReason: "length" });
    const filtering = await modelOn(() => ({ say: "", finish: "content_filter" }));
    expect(await filtering.model.complete(request())).toMatchObject({ finishReason: "content-filter" });
  });

  test("vectors come back in the order of the texts", async () => {
    const { model } = await modelOn(() => ({ say: "" }));
    const vectors = await model.embed(["abc", "", "bb"]);
    expect(vectors.map((vector) => vector.slice(0, 3))).toEqual([
      [1, 1, 1],
      [0, 0, 0],
      [0, 2, 0],
    ]);
  });
});

describe("retries", () => {
  test.each([408, 409, 425, 429, 500, 502, 503, 504, 529])("status %i is tried again", async (status) => {
    const { stub, model, waits } = await modelOn(({ n }) => (n < 3 ? { status } : { say: "yes" }));
    const record = await model.complete(request());
    expect(record.text).toBe("yes");
    expect(record.attempts.map((attempt) => attempt.status)).toEqual([status, status, 200]);
    expect(stub.requests).toHaveLength(3);
    expect(waits).toEqual([1000, 2000]);
  });

  test.each([
    [400, "bad-request"],
    [401, "unauthorised"],
    [403, "unauthorised"],
    [404, "not-found"],
    [413, "bad-request"],
    [422, "bad-request"],
  ])("status %i is not: %s", async (status, kind) => {
    const { stub, model } = await modelOn(() => ({ status, body: "the key canary-key-4711 is wrong" }));
    const failure = await failureFrom(model.complete(request()));
    expect(failure.kind).toBe(kind);
    expect(failure.message).not.toContain("canary");
    expect(stub.requests).toHaveLength(1);
  });

  test("ends after six attempts", async () => {
    const { stub, model } = await modelOn(() => ({ status: 503 }));
    const failure = await failureFrom(model.complete(request()));
    expect(failure).toMatchObject({ kind: "server-error", transient: true });
    expect(stub.requests).toHaveLength(6);
    expect(failure.attempts).toHaveLength(6);
  });

  test("the server's retry-after is respected", async () => {
    const { model, waits } = await modelOn(({ n }) =>
      n === 1 ? { status: 429, headers: { "retry-after": "7" } } : { say: "yes" },
    );
    await model.complete(request());
    expect(waits).toEqual([7000]);
  });

  test("a long wait is returned to the caller", async () => {
    const { stub, model, waits } = await modelOn(() => ({ status: 429, headers: { "retry-after": "3600" } }));
    const failure = await failureFrom(model.complete(request()));
    expect(failure).toMatchObject({ kind: "rate-limited", waitMilliseconds: 3_600_000 });
    expect(stub.requests).toHaveLength(1);
    expect(waits).toEqual([]);
  });

  test.each(["json", "cut", "huge", "no-choices"] as const)(
    "a broken answer (%s) fails in words of our own",
    async (broken) => {
      const { model } = await modelOn(() => ({ broken }));
      const failure = await failureFrom(model.complete(request()));
      expect(["bad-answer", "network", "too-large"]).toContain(failure.kind);
      expect(failure.message).not.toContain("half");
    },
  );

  test("an endpoint that stalls times out", async () => {
    const { model } = await modelOn(() => ({ stall: true }), {}, 150);
    expect((await failureFrom(model.complete(request()))).kind).toBe("timeout");
  });

  test("a call can be cancelled, while it runs and while it waits", async () => {
    const running = new AbortController();
    const stalled = await modelOn(() => {
      queueMicrotask(() => running.abort());
      return { stall: true };
    });
    expect((await failureFrom(stalled.model.complete(request(), running.signal))).kind).toBe("cancelled");

    const waiting = new AbortController();
    const limited = await modelOn(
      () => {
        queueMicrotask(() => setTimeout(() => waiting.abort(), 50));
        return { status: 429, headers: { "retry-after": "100" } };
      },
      { sleep: undefined },
    );
    expect((await failureFrom(limited.model.complete(request(), waiting.signal))).kind).toBe("cancelled");
    expect(limited.stub.requests).toHaveLength(1);
  });

  test("every request takes a permit of the rate limit first, and returns it with the outcome", async () => {
    const ended: HttpAttempt[] = [];
    let given = 0;
    const { model } = await modelOn(({ n }) => (n === 1 ? { status: 500 } : { say: "yes" }), {
      acquire: async () => {
        given++;
        return (attempt) => ended.push(attempt);
      },
    });
    await model.complete(request());
    expect(given).toBe(2);
    expect(ended.map(({ status }) => status)).toEqual([500, 200]);
  });

  test("a setting the model refuses is left out, remembered and recorded", async () => {
    const learned: (keyof Sampling)[] = [];
    const { stub, model } = await modelOn(
      ({ body }) =>
        "temperature" in body
          ? { status: 400, body: '{"error":{"message":"`temperature` is deprecated for this model"}}' }
          : { say: "yes" },
      { learned: (setting) => learned.push(setting) },
    );
    const record = await model.complete(request());
    expect(record).toMatchObject({
      samplingRequested: { temperature: 0 },
      samplingSent: { maxOutputTokens: 100, seed: 7 },
      samplingDropped: ["temperature"],
    });
    expect(learned).toEqual(["temperature"]);
    await model.complete(request());
    expect(stub.requests).toHaveLength(3);
  });

  test.each([
    [{ "retry-after-ms": "1500" }, 1500],
    [{ "retry-after": "2" }, 2000],
    [{ "retry-after": "Thu, 01 Jan 2026 00:00:30 GMT" }, 30_000],
    [{ "x-ratelimit-reset-requests": "6m0s", "x-ratelimit-reset-tokens": "20ms" }, 360_000],
    [{ "anthropic-ratelimit-requests-reset": "2026-01-01T00:00:05Z" }, 5000],
    [{ "retry-after": "soon" }, null],
    [{}, null],
  ])("headers %j say %s", (headers, wait) => {
    expect(waitHint(headers as Record<string, string>, Date.UTC(2026, 0, 1))).toBe(wait);
  });

  property.prop([fc.integer({ min: 1, max: 6 }), fc.double({ min: 0, max: 0.999, noNaN: true })])(
    "a wait is at least the hint and at most a minute and a half without one",
    (attempt, chance) => {
      expect(delayBefore(attempt, 90_001, chance)).toBeGreaterThanOrEqual(90_001);
      expect(delayBefore(attempt, null, chance)).toBeLessThanOrEqual(90_000);
    },
  );
});

describe("the key of a call", () => {
  const parts = { provider: "openai", base: "https://a.example/v1", model: "m", sampleIndex: 0, attempt: 0 };
  const base = {
    ...parts,
    messages: request().messages,
    samplingSent: { temperature: 0, maxOutputTokens: 5 },
  };

  property.prop([fc.json().map((text) => JSON.parse(text) as unknown)])(
    "canonical JSON says the same",
    (value) => {
      expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value).normalize("NFC")));
    },
  );

  property.prop([fc.dictionary(fc.string(), fc.jsonValue())])(
    "the order of keys does not matter",
    (object) => {
      const reversed = Object.fromEntries(Object.entries(object).reverse());
      expect(canonicalJson(reversed)).toBe(canonicalJson(object));
    },
  );

  test.each([
    { model: "n" },
    { base: "https://b.example/v1" },
    { sampleIndex: 1 },
    { attempt: 1 },
    { salt: "again" },
    { samplingSent: { maxOutputTokens: 5 } },
    { messages: [{ role: "user" as const, content: "x" }] },
    { schema: { name: "s", jsonSchema: {} } },
  ])("another %j is another call", (change) => {
    expect(callKey({ ...base, ...change })).not.toBe(callKey(base));
  });

  test("texts that differ in Unicode normalisation only have the same key", () => {
    const keyOf = (content: string) => callKey({ ...base, messages: [{ role: "user", content }] });
    expect(keyOf("e\u0301")).toBe(keyOf("é"));
  });
});

describe("prices", () => {
  const price = { currency: "USD", inputMicros: 3_000_000, outputMicros: 15_000_000, since: "2026-01-01" };

  test("input, kept input and output each have their price", () => {
    expect(costOf({ input: 1000, output: 100 }, price)).toBe(4500);
    expect(
      costOf({ input: 1000, cachedInput: 600, output: 100 }, { ...price, cachedInputMicros: 300_000 }),
    ).toBe(2880);
  });

  test("an unknown price gives null, not 0", () => {
    expect(costOf({ input: 1000, output: 100 }, null)).toBeNull();
    expect(costOf({ input: 1000 }, price)).toBeNull();
  });

  test("tokens are estimated by script", () => {
    expect(estimateTokens("a".repeat(36))).toBe(10);
    expect(estimateTokens("字".repeat(15))).toBe(10);
  });
});
