import { labelKey, questionAnswer, valueNow } from "@/lib/review/rules/selectors";
import type { ReviewDocument } from "@/lib/review/schema/document";
import type { ReviewFrame, StepFrame } from "@/lib/review/schema/stimulus";

type Condition = NonNullable<StepFrame["onlyIf"]>[number];

/**
 * True if a step applies: the answers and labels so far meet all of its conditions. Where several options were
 * chosen, one of them suffices. A question that does not apply itself has no answer, even if it was answered before.
 */
export function applies(frame: ReviewFrame, document: ReviewDocument, step: StepFrame | undefined): boolean {
  if (!step?.onlyIf) return true;
  const earlier = frame.steps.slice(0, frame.steps.indexOf(step));
  return step.onlyIf.every((condition) => holds(frame, document, earlier, condition));
}

function holds(
  frame: ReviewFrame,
  document: ReviewDocument,
  earlier: readonly StepFrame[],
  { type, id, is }: Condition,
): boolean {
  const source = earlier.find((step) => step.type === type && step.id === id);
  if (!source || !applies(frame, document, source)) return false;
  const answer = type === "ask" ? questionAnswer(document, id) : valueNow(document, labelKey(id, null));
  return answer === is || (Array.isArray(answer) && answer.includes(is));
}
