import { ablating } from "@/lib/drafting/rules/methods/checklist-study/ablation";
import { rating } from "@/lib/drafting/rules/methods/checklist-study/direct";
import { Policy, policyMethods } from "@/lib/drafting/rules/methods/checklist-study/generate";
import { judging } from "@/lib/drafting/rules/methods/checklist-study/judge";
import { comparing } from "@/lib/drafting/rules/methods/checklist-study/pairwise";
import { selecting } from "@/lib/drafting/rules/methods/checklist-study/selective";

export const checklistStudyMethods = [
  ...Policy.options.flatMap(policyMethods),
  ...[comparing, rating].flatMap((evaluation) => [
    ...judging(evaluation, false),
    ...judging(evaluation, true),
    ...selecting(evaluation),
    ...ablating(evaluation),
  ]),
];
