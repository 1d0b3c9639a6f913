import { consistencyMethod } from "@/lib/drafting/rules/methods/coeval/consistency";
import { draftCriteria, draftTaskCriteria } from "@/lib/drafting/rules/methods/coeval/criteria";
import { direct } from "@/lib/drafting/rules/methods/coeval/direct";
import { overall, step } from "@/lib/drafting/rules/methods/coeval/step";

export const coevalMethods = [
  ...draftCriteria,
  ...draftTaskCriteria,
  ...step,
  ...overall,
  ...direct,
  ...consistencyMethod,
];
