import { direct } from "@/lib/drafting/rules/methods/checklist-study/direct";
import { Policy, policyMethods } from "@/lib/drafting/rules/methods/checklist-study/generate";
import { pairwise } from "@/lib/drafting/rules/methods/checklist-study/pairwise";

export const checklistStudyMethods = [
  ...Policy.options.flatMap(policyMethods),
  ...pairwise(false),
  ...pairwise(true),
  ...direct(false),
  ...direct(true),
];
