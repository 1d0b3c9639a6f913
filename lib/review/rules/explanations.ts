import { isConcealed } from "@/lib/review/rules/reveal";
import { type AnswerUnit, addedLines, indexOf, valueNow } from "@/lib/review/rules/selectors";
import type { ReviewDocument } from "@/lib/review/schema/document";
import type { Op } from "@/lib/review/schema/operation";
import type { ReviewFrame } from "@/lib/review/schema/stimulus";

/*
 * Explanations of values for which no draft is shown: lines that annotators write, as they add lines to a draft. Those
 * written before a draft is revealed explain the own value and are fixed with it.
 */

type ExplanationPolicy = "off" | "optional" | "required";

/** The policy of a unit's step, whether or not a draft is visible. */
export function explanationsOf(frame: ReviewFrame, unit: AnswerUnit): ExplanationPolicy {
  const step = frame.steps[unit.step];
  return (step && "explanations" in step && step.explanations) || "off";
}

/** The policy for a unit as it is shown now: off where its draft is visible, because its lines are decided on instead. */
export function explanationPolicy(
  frame: ReviewFrame,
  document: ReviewDocument,
  key: string,
): ExplanationPolicy {
  const unit = indexOf(frame).units.get(key);
  const isAlone = unit !== undefined && (!unit.hasDraft || isConcealed(document, unit));
  return isAlone ? explanationsOf(frame, unit) : "off";
}

/** True if a unit has an own value whose required explanation is missing. */
export function owesExplanation(frame: ReviewFrame, document: ReviewDocument, key: string): boolean {
  return (
    explanationPolicy(frame, document, key) === "required" &&
    valueNow(document, key) !== null &&
    addedLines(document, key).length === 0
  );
}

/** True if an added line was written before the draft of its unit was revealed: it explains the own value. */
export function explainsOwnValue(ops: readonly Op[], as: string, item: string): boolean {
  const written = ops.findIndex((op) => op.type === "add" && op.as === as);
  const revealed = ops.findIndex((op) => op.type === "reveal" && op.item === item);
  return written !== -1 && written < revealed;
}
