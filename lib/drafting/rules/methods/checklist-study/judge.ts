import { inBothProfiles } from "@/lib/drafting/rules/method";
import type { Evaluation } from "@/lib/drafting/rules/methods/checklist-study/evaluation";
import { PAPER } from "@/lib/drafting/rules/methods/checklist-study/paper";
import { JudgeParams } from "@/lib/drafting/rules/methods/checklist-study/samples";
import type { DraftMethod } from "@/lib/drafting/schema";

const WORDS = {
  pairwise: {
    title: "Preference",
    description: (how: string) => `Ten samples, half of them in each order, ${how}; the majority decides.`,
    given: "answering the checklist for both responses",
  },
  direct: {
    title: "Rating",
    description: (how: string) => `Ten samples, ${how}; the mean rating, rounded half up.`,
    given: "each answering the checklist",
  },
};

/** Judging with the checklist, or without one. */
export function judgeMethods(evaluation: Evaluation, isGiven: boolean) {
  const { kind, subject, need, produces, template } = evaluation;
  const { title, description, given } = WORDS[kind];
  return inBothProfiles(
    (profile) =>
      ({
        id: `clstudy.${kind}.${isGiven ? "checklist" : "none"}`,
        version: "2",
        title: `${title} ${isGiven ? "with the checklist" : "without a checklist"}`,
        description: description(isGiven ? given : "each with a reason"),
        paper: PAPER,
        produces,
        subject,
        needs: isGiven ? [need, "checklist"] : [need],
        templates: [template.ref],
        params: JudgeParams,
        retries: 3,
        most: (_, { n }) => n,
        plan: (input, params, fence) => evaluation.plan(profile, input, params, fence, { isGiven }),
        reduce: (calls, input) => {
          const { verdict, items } = evaluation.read(calls, input, isGiven);
          return { drafted: { values: [...items, verdict] } };
        },
      }) satisfies Omit<DraftMethod<JudgeParams>, "profile">,
  );
}
