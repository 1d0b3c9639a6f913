import { afterEach, expect, test } from "vitest";
import { openModel } from "./client";
import { openWire } from "./http";
import type { Provider } from "./schema";
import { openStub, type StubBehaviour } from "./testing/stub";

const open: (() => Promise<void>)[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((close) => close()));
});

const messages = [{ role: "user" as const, content: "Is it good?" }];

async function modelOn(answer: StubBehaviour, provider: Provider) {
  const stub = await openStub(() => answer);
  const wire = openWire({ base: stub.base, allowed: [stub.origin] });
  open.push(wire.close, stub.close);
  return { stub, model: openModel({ provider, base: stub.base, model: "o3-mini", apiKey: "key", wire }) };
}

test("reasoning effort that a provider has no parameter for is recorded as dropped, never as sent", async () => {
  const sampling = { maxOutputTokens: 100, reasoning: "low" as const };
  const answers = {
    anthropic: {
      ...{ id: "m", type: "message", role: "assistant", model: "judge-1", stop_reason: "end_turn" },
      content: [{ type: "text", text: "yes" }],
      usage: { input_tokens: 1, output_tokens: 1 },
    },
    google: {
      candidates: [{ content: { role: "model", parts: [{ text: "yes" }] }, finishReason: "STOP" }],
    },
  };
  for (const provider of ["anthropic", "google"] as const) {
    const body = JSON.stringify(answers[provider]);
    const { stub, model } = await modelOn({ status: 200, body }, provider);
    const record = await model.complete({ messages, sampling, sampleIndex: 0, attempt: 0 });
    expect(record).toMatchObject({
      samplingSent: { maxOutputTokens: 100 },
      samplingDropped: ["reasoning"],
    });
    expect(record.samplingSent).not.toHaveProperty("reasoning");
    expect(JSON.stringify(stub.requests[0]?.body)).not.toContain("low");
  }
  for (const provider of ["openai", "openai-compatible"] as const) {
    const { stub, model } = await modelOn({ say: "yes" }, provider);
    const record = await model.complete({ messages, sampling, sampleIndex: 0, attempt: 0 });
    expect(record).toMatchObject({ samplingSent: { reasoning: "low" }, samplingDropped: [] });
    expect(stub.requests[0]?.body.reasoning_effort).toBe("low");
  }
});
