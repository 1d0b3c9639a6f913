import { z } from "zod";
import {
  call,
  inBothProfiles,
  instructionOf,
  outcomeOf,
  responseOf,
  samplingOf,
  undecided,
} from "@/lib/drafting/rules/method";
import { criteriaOf, JUDGE, PAPER, Params, referenceOf } from "@/lib/drafting/rules/methods/salc/paper";
import { jsonForm } from "@/lib/drafting/rules/output-formats";
import { template } from "@/lib/drafting/rules/prompt-template";
import type { DraftedValue, DraftInput, DraftMethod } from "@/lib/drafting/schema";

const weightedTemplate = template("salc.evaluate_absolute_weighted", "1", [
  {
    role: "system",
    content: `${JUDGE}\n\nYou judge one response to an instruction. The reference answer deserves a 5.`,
  },
  {
    role: "user",
    content: `{{instruction}}

{{response}}

{{reference}}

{{factors}}

Judge the response by each factor: feedback with regard to the reference, a score from 1 to 5, and how much the factor
matters for this instruction, as a weight from 0 to 100.

{{form}}`,
  },
]);

const score = z.int().min(1).max(5);
const weighed = z.object({
  factor: z.union([z.string(), z.number()]),
  feedback: z.string(),
  score,
  weight: z.number().min(0).max(100),
});
type Weighed = z.infer<typeof weighed>;

/** Factors by number or name; null when one is missing. Unknown factors are ignored. */
export function inOrder<T extends { factor: string | number }>(
  given: readonly T[],
  items: DraftInput["items"],
): T[] | null {
  const core = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "");
  const found = items.map((item, i) =>
    given.find(({ factor }) => {
      const named = String(factor);
      return named.trim() === `${i + 1}` || core(named) === core(item.name ?? item.text);
    }),
  );
  return found.every((one) => one !== undefined) ? found : null;
}

export const weighted = inBothProfiles(
  (profile) =>
    ({
      id: "salc.evaluate_absolute_weighted",
      version: "1",
      title: "SALC score from weighted factors",
      description:
        "A score and a weight for each factor; the overall score is their weighted mean, with two decimals.",
      paper: PAPER,
      produces: "scores",
      subject: "response",
      needs: ["response", "reference", "criteria"],
      templates: [weightedTemplate.ref],
      params: Params,
      retries: 2,
      most: () => 1,
      plan: (input, params, fence) => {
        const form = jsonForm({
          name: "factors",
          demand: `Write one JSON object: {"factors": [{"factor": <its number>, "feedback": "<feedback>", "score": <1 to 5>, "weight": <0 to 100>}, …]} with one entry for each factor.`,
          asked: z.strictObject({
            factors: z.array(
              z.strictObject({ factor: z.int(), feedback: z.string(), score, weight: z.number() }),
            ),
          }),
          read: z.object({ factors: z.array(weighed) }).transform(({ factors: given }, context) => {
            const all = inOrder(given, input.items);
            if (all) return all;
            context.addIssue({ code: "custom", message: "a factor is missing" });
            return z.NEVER;
          }),
        })[profile];
        return [
          call({
            key: "factors",
            template: weightedTemplate,
            slots: {
              instruction: instructionOf(input),
              response: responseOf(input),
              reference: referenceOf(input),
              factors: criteriaOf(input),
            },
            fence,
            form,
            sampling: samplingOf(params, 1),
          }),
        ];
      },
      reduce: (calls, input) => {
        const parsed = outcomeOf<Weighed[]>(calls, "factors");
        const id = input.responses[0]?.id;
        const of = id === undefined ? {} : { response: id };
        if (!parsed?.ok) {
          const none = { ...of, value: null, undecided: undecided(parsed), lines: [], flags: [] };
          return {
            drafted: {
              values: [
                ...input.items.map((item) => ({ ...none, target: { item: item.id } })),
                { ...none, target: "overall" as const },
              ],
            },
          };
        }
        const values: DraftedValue[] = input.items.map((item, i) => {
          const { feedback, score } = parsed.value[i] as Weighed;
          return { target: { item: item.id }, ...of, value: score, lines: [feedback], flags: parsed.flags };
        });
        const overall: DraftedValue = {
          target: "overall",
          ...of,
          value: weightedMean(parsed.value),
          lines: parsed.value.map(
            ({ score, weight }, i) => `${input.items[i]?.name ?? i + 1}: score ${score}, weight ${weight}`,
          ),
          flags: parsed.flags,
        };
        return { drafted: { values: [...values, overall] } };
      },
    }) satisfies Omit<DraftMethod<Params>, "profile">,
);

type WeightedScores = readonly { score: number; weight: number }[];

/** Σ w s / Σ w with two decimals; equal weights when all are 0. */
export function weightedMean(scores: WeightedScores): number {
  return Math.round(exactWeightedMean(scores) * 100) / 100;
}

/** The same, not rounded. */
export function exactWeightedMean(scores: WeightedScores): number {
  const total = scores.reduce((sum, { weight }) => sum + weight, 0);
  const weightOf = (weight: number) => (total === 0 ? 1 / scores.length : weight / total);
  return scores.reduce((sum, { score, weight }) => sum + weightOf(weight) * score, 0);
}
