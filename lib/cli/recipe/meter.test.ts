import { expect, test } from "vitest";
import type { CallPlan } from "@/lib/drafting/schema";
import type { CompletionRecord, Sampling } from "@/lib/llm/schema";
import { Meter } from "./meter";

const RECORD = {
  ...{ usage: { input: 1, output: 1 }, modelRequested: "m", modelReturned: null },
  ...{ samplingRequested: {}, samplingSent: {}, samplingDropped: [] },
} as unknown as CompletionRecord;

const planOf = (hash: string) => ({ template: { hash } }) as CallPlan;

test("a step lists 200 different hashes of its prompts, and counts the others", () => {
  const meter = new Meter(Infinity);
  for (let n = 0; n < 203; n++) for (const _ of [1, 2]) meter.note(planOf(`hash ${n}`), RECORD);
  const use = meter.take();
  expect(use.templateHashes).toHaveLength(200);
  expect(use).toMatchObject({ input: 406, templateHashesLeftOut: 3 });
  expect(meter.take()).toMatchObject({ templateHashes: [], templateHashesLeftOut: 0 });
});

const sampled = (sampling: Sampling, samplingDropped: string[] = []): CompletionRecord => ({
  ...RECORD,
  ...{ samplingRequested: sampling, samplingSent: sampling, samplingDropped },
});

test("a step names the different samplings of its calls with their numbers, not those of the first call only", () => {
  const meter = new Meter(Infinity);
  const [warm, cold] = [
    { temperature: 0.9, maxOutputTokens: 500 },
    { maxOutputTokens: 100, temperature: 0 },
  ];
  for (const seed of [7, 8]) meter.note(planOf("sample"), sampled({ ...warm, seed }, ["topP", "reasoning"]));
  for (let n = 0; n < 3; n++) meter.note(planOf("judge"), sampled(cold));
  meter.note(planOf("sample"), sampled(warm, ["reasoning", "topP"]));
  meter.note(planOf("judge"), sampled(cold));
  expect(meter.take()).toMatchObject({
    samplings: [
      { requested: cold, sent: cold, dropped: [], calls: 4 },
      { requested: warm, sent: warm, dropped: ["reasoning", "topP"], calls: 3 },
    ],
    samplingsLeftOut: 0,
  });
  expect(meter.take()).toMatchObject({ samplings: [], samplingsLeftOut: 0 });
});

test("a step lists eight samplings in an order that does not depend on its calls, and counts the others", () => {
  const temperatures = [0.9, 0.1, 0.5, 0.3, 0.8, 0.2, 0.7, 0.4, 0.6];
  const listed = (order: readonly number[]) => {
    const meter = new Meter(Infinity);
    for (const temperature of order)
      meter.note(planOf("sample"), sampled({ temperature, maxOutputTokens: 1 }));
    return meter.take();
  };
  const use = listed(temperatures);
  expect(use.samplings.map(({ requested }) => requested)).toEqual(
    temperatures
      .toSorted()
      .slice(0, 8)
      .map((temperature) => ({ temperature, maxOutputTokens: 1 })),
  );
  expect(use.samplingsLeftOut).toBe(1);
  expect(listed(temperatures.toReversed())).toEqual(use);
});
