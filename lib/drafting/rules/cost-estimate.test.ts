import { fc, test as property } from "@fast-check/vitest";
import { describe, expect } from "vitest";
import { z } from "zod";
import { estimateUnit, promptTokens } from "@/lib/drafting/rules/cost-estimate";
import { methods } from "@/lib/drafting/rules/methods";
import type { DraftMethod } from "@/lib/drafting/schema";
import { hostileTexts } from "@/lib/drafting/testing/hostile";
import { input, one } from "@/lib/drafting/testing/inputs";
import { fence, simulate } from "@/lib/drafting/testing/simulate";
import { thoroughAnswer } from "@/lib/drafting/testing/thorough-model";

interface Known {
  type?: string;
  enum?: string[];
}

/** Parameters that change the number of calls, each over a range that a test can walk through. */
const COUNTS: Record<string, fc.Arbitrary<unknown>> = {
  k: fc.integer({ min: 1, max: 5 }),
  n: fc.integer({ min: 2, max: 6 }),
  iterations: fc.integer({ min: 1, max: 3 }),
  candidates: fc.integer({ min: 2, max: 4 }),
  samples: fc.integer({ min: 1, max: 5 }),
  checklists: fc.integer({ min: 1, max: 3 }),
  rounds: fc.integer({ min: 1, max: 3 }),
  mostQuestions: fc.integer({ min: 1, max: 6 }),
};

/** Parameters of a method: counts, switches and choices at random, the rest as they are by default. */
function paramsOf({ params }: DraftMethod): fc.Arbitrary<object> {
  const { properties = {} } = z.toJSONSchema(params as z.ZodType, { io: "input" }) as {
    properties?: Record<string, Known>;
  };
  const drawn = Object.entries(properties).flatMap(([name, { type, enum: choices }]) => {
    const own = COUNTS[name] ?? (type === "boolean" ? fc.boolean() : choices && fc.constantFrom(...choices));
    return own ? [[name, own] as const] : [];
  });
  return fc.record(Object.fromEntries(drawn));
}

describe("the preview of a run", () => {
  for (const each of methods) {
    const on = each.subject === "pair" ? input : one;
    const estimated = (params: object) => estimateUnit(each, on, each.params.parse(params), fence);

    property.prop([paramsOf(each)], { numRuns: 4 })(
      `${each.id} makes exactly the predicted calls when it skips no step, with no more tokens in prompts`,
      (params) => {
        let call = 0;
        const { calls, embeddings } = simulate(each, on, params, (plan) => thoroughAnswer(plan, call++));
        // Where vectors are all that is asked for, their request is the call.
        const made = calls.length + (each.embeds ? embeddings : 0);
        const preview = estimated(params);
        expect(made).toBe(preview.calls);
        // The preview is an upper bound: no prompt that was sent is longer than it says.
        const sent = calls.reduce((sum, { plan }) => sum + promptTokens(plan), 0);
        expect(sent).toBeLessThanOrEqual(Math.ceil(preview.input));
      },
    );

    property.prop([paramsOf(each), fc.infiniteStream(fc.constantFrom(...hostileTexts))], { numRuns: 2 })(
      `${each.id} makes no more calls than predicted, whatever the model answers`,
      (params, texts) => {
        const { calls } = simulate(each, on, params, () => texts.next().value ?? "");
        expect(calls.length).toBeLessThanOrEqual(estimated(params).calls);
      },
    );
  }
});
