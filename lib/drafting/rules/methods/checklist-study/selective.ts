import { z } from "zod";
import { inBothProfiles } from "@/lib/drafting/rules/method";
import type { Evaluation } from "@/lib/drafting/rules/methods/checklist-study/evaluation";
import { PAPER } from "@/lib/drafting/rules/methods/checklist-study/paper";
import { JudgeParams } from "@/lib/drafting/rules/methods/checklist-study/samples";
import type { DraftedValue, DraftMethod, ParsedCall } from "@/lib/drafting/schema";
import type { SelectiveChoice } from "@/lib/drafting/schema/verdicts";

const WITH_CHECKLIST = "checklist ";

const THRESHOLDS = {
  pairwise: z.int().min(1).max(25).default(1).meta({
    title: "Threshold k",
    description:
      "The checklist is used if so many samples, or more, prefer the response that fewer prefer. The paper tries 1 to 5.",
  }),
  direct: z.number().gt(0).max(2).default(0.3).meta({
    title: "Threshold k",
    description:
      "The checklist is used if the ratings’ standard deviation is so high, or higher. The paper tries 0.3 to 0.7.",
  }),
};

/**
 * The highest inconsistency that n samples can have: votes for the response with fewer votes, or the standard
 * deviation of ratings from 1 to 5.
 */
const MOST_DIVIDED = {
  pairwise: (n: number) => Math.floor(n / 2),
  direct: (n: number) => (n < 2 ? 0 : 2),
};

const TITLES = {
  pairwise: "Preference, with the checklist where samples disagree",
  direct: "Rating, with the checklist where samples disagree",
};

const isSecond = ({ plan }: ParsedCall) => plan.key.startsWith(WITH_CHECKLIST);

/**
 * Selective application as it is used outside of a study: judges without a checklist first, and with it only where the
 * samples disagree at least as much as the threshold. Without a readable verdict with the checklist the first one stays.
 */
export function selectiveMethods(evaluation: Evaluation) {
  const { kind, subject, need, produces, template } = evaluation;
  const Params = JudgeParams.extend({ threshold: THRESHOLDS[kind] });
  type Params = z.infer<typeof Params>;
  /** False where no answers can divide the samples so much that the checklist is used. */
  const canUse = ({ n, threshold }: Params) => MOST_DIVIDED[kind](n) >= threshold;
  return inBothProfiles(
    (profile) =>
      ({
        id: `clstudy.${kind}.selective`,
        version: "2",
        title: TITLES[kind],
        description:
          "Ten samples without a checklist; where they disagree, ten more that answer the checklist, which then decide.",
        paper: PAPER,
        produces,
        subject,
        needs: [need, "checklist"],
        templates: [template.ref],
        params: Params,
        retries: 3,
        most: (_, params) => (canUse(params) ? 2 : 1) * params.n,
        later: (params, { responses, items }) =>
          canUse(params)
            ? [
                {
                  calls: params.n,
                  reads: 0,
                  shows: [...responses, ...items].map(({ text }) => text),
                  writes: params.maxOutputTokens,
                },
              ]
            : [],
        plan: (input, params, fence) => evaluation.plan(profile, input, params, fence, { isGiven: false }),
        reduce: (calls, input, params, fence) => {
          const first = evaluation.read(
            calls.filter((made) => !isSecond(made)),
            input,
            false,
          ).verdict;
          const score = evaluation.inconsistency(first.votes ?? []);
          const isDivided = score !== null && score >= params.threshold;
          const second = calls.filter(isSecond);
          if (isDivided && second.length === 0) {
            const stage = { isGiven: true, stage: WITH_CHECKLIST };
            return { calls: evaluation.plan(profile, input, params, fence, stage) };
          }
          const choice = { score, threshold: params.threshold, without: alone(first) };
          if (!isDivided) return { drafted: { values: [chosen(first, { ...choice, used: false })] } };
          const { verdict, items } = evaluation.read(second, input, true);
          if (verdict.value === null) {
            const kept = { ...first, flags: [...first.flags, "checklist_failed"] };
            return { drafted: { values: [chosen(kept, { ...choice, used: false })] } };
          }
          return { drafted: { values: [...items, chosen(verdict, { ...choice, used: true })] } };
        },
      }) satisfies Omit<DraftMethod<Params>, "profile">,
  );
}

const alone = ({ value, votes = [] }: DraftedValue): SelectiveChoice["without"] => ({ value, votes });
const chosen = (value: DraftedValue, selective: SelectiveChoice): DraftedValue => ({ ...value, selective });
