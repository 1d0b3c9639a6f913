import { ablationMethods } from "@/lib/drafting/rules/methods/checklist-study/ablation";
import { directEvaluation } from "@/lib/drafting/rules/methods/checklist-study/direct";
import { Policy, policyMethods } from "@/lib/drafting/rules/methods/checklist-study/generate";
import { judgeMethods } from "@/lib/drafting/rules/methods/checklist-study/judge";
import { pairwiseEvaluation } from "@/lib/drafting/rules/methods/checklist-study/pairwise";
import { selectiveMethods } from "@/lib/drafting/rules/methods/checklist-study/selective";

export const checklistStudyMethods = [
  ...Policy.options.flatMap(policyMethods),
  ...[pairwiseEvaluation, directEvaluation].flatMap((evaluation) => [
    ...judgeMethods(evaluation, false),
    ...judgeMethods(evaluation, true),
    ...selectiveMethods(evaluation),
    ...ablationMethods(evaluation),
  ]),
];
