import { expect, test } from "vitest";
import { draftOnce, requestOf, runStages } from "@/lib/drafting/rules/run-method";
import type { CallPlan } from "@/lib/drafting/schema";
import { method, one } from "@/lib/drafting/testing/inputs";
import { fence } from "@/lib/drafting/testing/simulate";
import type { CompletionRequest } from "@/lib/llm/schema";

const planned = (params: object): CallPlan => {
  const { plan, params: schema } = method("tick.evaluate");
  return plan(one, schema.parse(params), fence)[0] as CallPlan;
};

test("an attempt above temperature 0 has another seed, which no sample and no other attempt has", () => {
  const plans = method("tick.evaluate").plan(one, { k: 51, seed: 7, maxOutputTokens: 9, cot: true }, fence);
  const own = plans.filter(({ item }) => item === "q1");
  const seeds = own.flatMap((plan) => [0, 1, 2].map((attempt) => requestOf(plan, attempt).sampling.seed));
  expect(new Set(seeds).size).toBe(3 * 51);
  expect(seeds.slice(0, 3)).toEqual([7, 1007, 2007]);
});

test("an attempt at temperature 0 has a reminder and the same seed; without a seed none is sent", () => {
  const plan = planned({ seed: 7 });
  expect(requestOf(plan, 1)).toMatchObject({ repaired: true, sampling: { seed: 7 } });
  expect(requestOf(plan, 1).messages).not.toEqual(requestOf(plan, 0).messages);
  const unseeded = requestOf(planned({ temperature: 1 }), 1);
  expect(unseeded).toMatchObject({ repaired: false, attempt: 1 });
  expect(unseeded.sampling).not.toHaveProperty("seed");
});

test.each([
  ["at temperature 0", {}],
  ["above it", { k: 3, temperature: 1 }],
])("an attempt that is sent as planned has no reminder and the plan's seed, %s", (_, params) => {
  const plan = planned({ ...params, seed: 7 });
  const [first, repeated] = [requestOf(plan, 0), requestOf(plan, 3, { asPlanned: true })];
  expect(repeated).toEqual({ ...first, attempt: 3 });
  expect(repeated).toMatchObject({ repaired: false, sampling: { seed: 7 } });
});

test("what the endpoint could not read is not asked again", async () => {
  let asked = 0;
  const { params, ...evaluate } = method("tick.evaluate");
  const { values } = await draftOnce({ params, ...evaluate }, one, params.parse({}), fence, {
    embed: async () => null,
    complete: async ({ sampling }) => {
      asked++;
      return {
        ...{ text: "Answer: YES", finishReason: "stop", promptCut: true, modelRequested: "m" },
        ...{ samplingRequested: sampling, samplingSent: {}, samplingDropped: [], warnings: [] },
        ...{ usage: {}, latencyMs: 0, attempts: [], fromCache: false },
      };
    },
  });
  expect(asked).toBe(2);
  expect(values.map(({ value, undecided }) => [value, undecided])).toEqual([
    [null, "prompt_cut"],
    [null, "prompt_cut"],
  ]);
});

/** The draft of a criterion whose attempts the model answers with these texts. */
async function drafted(answers: readonly string[]) {
  const requests: CompletionRequest[] = [];
  const { params, ...step } = method("coeval.step");
  const on = { ...one, items: one.items.slice(0, 1) };
  const { values } = await draftOnce({ params, ...step }, on, params.parse({}), fence, {
    embed: async () => null,
    complete: async (request) => {
      requests.push(request);
      return {
        ...{ text: answers[request.attempt] ?? "", finishReason: "stop", modelRequested: "m" },
        ...{ samplingRequested: request.sampling, samplingSent: {}, samplingDropped: [], warnings: [] },
        ...{ usage: {}, latencyMs: 0, attempts: [], fromCache: false },
      };
    },
  });
  return { asked: requests.length, value: values[0] };
}

test("lines without a readable score are asked for again, and kept if it stays so", async () => {
  const unscored = "1. Fine.\n2. Four.";
  expect(await drafted([unscored, "1. Fine.\n2. Score: 4"])).toMatchObject({
    asked: 2,
    value: { value: 4, lines: ["Fine.", "Score: 4"] },
  });
  expect(await drafted([unscored, unscored, "1. Well.\n2. Score: four"])).toMatchObject({
    asked: 3,
    value: { value: null, undecided: "parse_failed", lines: ["Well.", "Score: four"] },
  });
  // An attempt that gives nothing does not cost the lines of the one before.
  expect(await drafted([unscored, "", ""])).toMatchObject({
    asked: 3,
    value: { value: null, undecided: "parse_failed", lines: ["Fine.", "Four."] },
  });
  expect(await drafted(["1. Fine.\n2. Score: 9"])).toMatchObject({
    asked: 1,
    value: { value: null, undecided: "out_of_range" },
  });
});

test("a failed call ends its unit once the calls under way have ended, and no further one begins", async () => {
  const { params, ...evaluate } = method("tick.evaluate");
  const items = Array.from({ length: 12 }, (_, n) => ({ id: `q${n}`, text: `Question ${n}?` }));
  const begun: (string | undefined)[] = [];
  let stop = () => {};
  const underWay = new Promise<never>((_, reject) => {
    stop = () => reject(new Error("stopped"));
  });
  let isOver = false;
  const unit = runStages({ params, ...evaluate }, { ...one, items }, params.parse({}), fence, {
    embed: async () => null,
    ask: ({ item }) => {
      begun.push(item);
      return item === "q0" ? Promise.reject(new Error("no permit")) : underWay;
    },
  }).finally(() => {
    isOver = true;
  });
  await new Promise(setImmediate);
  expect([begun, isOver]).toEqual([["q0", "q1", "q2", "q3"], false]);
  stop();
  await expect(unit).rejects.toThrow("no permit");
  expect(begun).toHaveLength(4);
});
