import { inBothProfiles } from "@/lib/drafting/rules/method";
import type { Evaluation } from "@/lib/drafting/rules/methods/checklist-study/evaluation";
import { PAPER } from "@/lib/drafting/rules/methods/checklist-study/paper";
import { JudgeParams } from "@/lib/drafting/rules/methods/checklist-study/samples";
import type { DraftInput, DraftMethod } from "@/lib/drafting/schema";
import type { ItemAblation } from "@/lib/drafting/schema/verdicts";

const TITLES = {
  pairwise: "Item ablation of preferences",
  direct: "Item ablation of ratings",
};

/** The input without its nth item. */
const without = (input: DraftInput, n: number): DraftInput => ({
  ...input,
  items: input.items.filter((_, at) => at !== n),
});

const stageOf = (n: number) => `without:${n + 1} `;

/** The items to leave out one at a time: none of a checklist that would then be empty. */
const leftOut = ({ items }: DraftInput) => (items.length < 2 ? [] : items.map((_, n) => n));

/**
 * Judges with the whole checklist, and once more without each of its items. The verdict is from the whole checklist;
 * the verdicts without an item are stored beside it. The calls with the whole checklist equal those of a run with it,
 * so that their answers come from the cache.
 */
export function ablationMethods(evaluation: Evaluation) {
  const { kind, subject, need, produces, template } = evaluation;
  return inBothProfiles(
    (profile) =>
      ({
        id: `clstudy.${kind}.ablation`,
        version: "2",
        title: TITLES[kind],
        description:
          "Ten samples with the whole checklist, and ten more without each of its items: which items bring a verdict nearer to people’s?",
        paper: PAPER,
        produces,
        subject,
        needs: [need, "checklist"],
        templates: [template.ref],
        params: JudgeParams,
        retries: 3,
        most: (input, { n }) => n * (1 + leftOut(input).length),
        plan: (input, params, fence) => [
          ...evaluation.plan(profile, input, params, fence, { isGiven: true }),
          ...leftOut(input).flatMap((n) =>
            evaluation.plan(profile, without(input, n), params, fence, { isGiven: true, stage: stageOf(n) }),
          ),
        ],
        reduce: (calls, input) => {
          const whole = calls.filter(({ plan }) => !plan.key.startsWith("without:"));
          const { verdict, items } = evaluation.read(whole, input, true);
          const ablations = leftOut(input).map((n): ItemAblation => {
            const own = calls.filter(({ plan }) => plan.key.startsWith(stageOf(n)));
            const { value, votes = [], flags } = evaluation.read(own, without(input, n), true).verdict;
            return { item: input.items[n]?.id ?? "", value, votes, flags };
          });
          return { drafted: { values: [...items, { ...verdict, ablations }] } };
        },
      }) satisfies Omit<DraftMethod<JudgeParams>, "profile">,
  );
}
