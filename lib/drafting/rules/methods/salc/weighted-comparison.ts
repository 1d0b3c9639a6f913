import { z } from "zod";
import { instructionOf, samplingParams } from "@/lib/drafting/rules/method";
import { criteriaOf, given, JUDGE, PAPER } from "@/lib/drafting/rules/methods/salc/paper";
import { exactWeightedMean, inOrder } from "@/lib/drafting/rules/methods/salc/weighted";
import { jsonForm } from "@/lib/drafting/rules/output-formats";
import { template } from "@/lib/drafting/rules/prompt-template";
import { bothOrders, sidesOf } from "@/lib/drafting/rules/response-pairs";
import { preferenceMethod } from "@/lib/drafting/rules/single-call";
import type { DraftInput } from "@/lib/drafting/schema";

const weightedComparisonTemplate = template("salc.evaluate_relative_weighted", "1", [
  {
    role: "system",
    content: `${JUDGE}

You judge the responses of two assistants to an instruction. Neither the order in which they are shown nor what the
assistants are called may influence you.`,
  },
  {
    role: "user",
    content: `{{instruction}}

{{a}}

{{b}}

{{reference}}

{{factors}}

Judge each response by each factor: feedback, a score from 1 to 5, and how much the factor matters for that response, as a
weight from 0 to 100.

{{form}}`,
  },
]);

const score = z.int().min(1).max(5);
const weight = z.number().min(0).max(100);
const weighed = z.object({
  factor: z.union([z.string(), z.number()]),
  feedback: z.string(),
  scoreA: score,
  weightA: weight,
  scoreB: score,
  weightB: weight,
});
type Weighed = z.infer<typeof weighed>;

const DEMAND = `Write one JSON object: {"factors": [{"factor": <its number>, "feedback": "<feedback on A and B>", "scoreA": <1 to 5>, "weightA": <0 to 100>, "scoreB": <1 to 5>, "weightB": <0 to 100>}, …]} with one entry for each factor.`;

const asked = z.strictObject({
  factors: z.array(
    z.strictObject({
      factor: z.int(),
      feedback: z.string(),
      scoreA: score,
      weightA: z.number(),
      scoreB: score,
      weightB: z.number(),
    }),
  ),
});

/** An entry for each factor, in their order; an answer that lacks one cannot be read. */
const formFor = (items: DraftInput["items"]) =>
  jsonForm<Weighed[]>({
    name: "factors",
    demand: DEMAND,
    asked,
    read: z.object({ factors: z.array(weighed) }).transform(({ factors }, context) => {
      const all = inOrder(factors, items);
      if (all) return all;
      context.addIssue({ code: "custom", message: "a factor is missing" });
      return z.NEVER;
    }),
    rationale: (all) =>
      all
        .map(
          ({ feedback, scoreA, weightA, scoreB, weightB }, i) =>
            `${items[i]?.name ?? i + 1}: A ${scoreA}, weight ${weightA}; B ${scoreB}, weight ${weightB}. ${feedback}`,
        )
        .join("\n"),
  });

/** Means closer than this differ by the rounding of their sums alone. */
const EQUAL = 1e-9;

/** The response with the higher weighted mean; equal means are a tie. */
function winnerOf(all: readonly Weighed[]): "A" | "B" | "tie" {
  const a = exactWeightedMean(all.map(({ scoreA, weightA }) => ({ score: scoreA, weight: weightA })));
  const b = exactWeightedMean(all.map(({ scoreB, weightB }) => ({ score: scoreB, weight: weightB })));
  if (Math.abs(a - b) < EQUAL) return "tie";
  return a > b ? "A" : "B";
}

export const weightedComparison = preferenceMethod({
  id: "salc.evaluate_relative_weighted",
  version: "1",
  title: "SALC comparison by weighted factors",
  description:
    "A score and a weight of each factor for both responses; the one with the higher weighted mean is better.",
  paper: PAPER,
  needs: ["pair", "criteria"],
  params: z.strictObject({ ...bothOrders, ...samplingParams(2048) }),
  ask: {
    template: weightedComparisonTemplate,
    form: (_, { items }) => formFor(items),
    slots: (input, order) => ({
      instruction: instructionOf(input),
      ...sidesOf(input, order, "RESPONSE OF ASSISTANT"),
      reference: given(input),
      factors: criteriaOf(input),
    }),
  },
  winner: (all: Weighed[], order) => {
    const winner = winnerOf(all);
    if (winner === "tie" || order === "AB") return winner;
    return winner === "A" ? "B" : "A";
  },
});
