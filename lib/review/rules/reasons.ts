import { sideOf } from "@/lib/judgement/rules/sides";
import { isConcealed } from "@/lib/review/rules/reveal";
import { type AnswerUnit, indexOf, itemState, valueNow } from "@/lib/review/rules/selectors";
import type { Decided, ReviewDocument, UnitAnswer } from "@/lib/review/schema/document";
import type { DraftView, ReviewFrame, StepFrame } from "@/lib/review/schema/stimulus";

type ReasonPolicy = "off" | "optional" | "required";

/** A step's policy on reasons for overruling drafts. */
export function reasonsIn(step: StepFrame | undefined): ReasonPolicy {
  return (step && "reasons" in step && step.reasons) || "optional";
}

/** The policy for a target: an item under review, or a line of a unit's draft. */
export function reasonPolicyFor(
  frame: ReviewFrame,
  target: { item: string } | { item: string; line: number },
): ReasonPolicy {
  const index = indexOf(frame);
  if ("line" in target) return reasonsIn(frame.steps[index.units.get(target.item)?.step ?? -1]);
  const rubric = index.reviewed.get(target.item)?.rubric;
  return reasonsIn(rubric === undefined ? undefined : index.rubrics.get(rubric)?.step);
}

/** True if a decision overrules the draft. */
export const overrules = ({ action }: Pick<Decided, "action">) => action !== "accept";

/**
 * True if a unit's value differs from the visible drafted one while no decision on a line explains why. Then
 * the value itself needs a reason, or may have one.
 */
export function overrulesValue(frame: ReviewFrame, document: ReviewDocument, key: string): boolean {
  const unit = indexOf(frame).units.get(key);
  const value = valueNow(document, key);
  if (!unit?.draft || value === null || isConcealed(document, unit)) return false;
  return !follows(unit, unit.draft, value) && !Object.values(itemState(document, key).lines).some(overrules);
}

/** True if a value follows the draft, or if the draft has no value that the annotator could give. */
function follows({ scale }: AnswerUnit, draft: DraftView, value: UnitAnswer): boolean {
  if (draft.labels) return typeof value === "object" && value.join("\n") === draft.labels.join("\n");
  if (draft.value === null) return true;
  if (scale.type !== "five-point" && scale.type !== "forced-choice") return draft.value === value;
  const drafted = preferredSide(draft.value);
  return drafted === preferredSide(value) || (drafted === null && scale.type === "forced-choice");
}

/** The side a preference favours; null for neither. */
function preferredSide(value: UnitAnswer | string): "A" | "B" | null {
  const side = typeof value === "number" || value === "A" || value === "B" ? sideOf(value) : "tie";
  return side === "tie" ? null : side;
}

/** The reason policy of a unit's step. */
export function reasonsForValue(frame: ReviewFrame, key: string): ReasonPolicy {
  return reasonsIn(frame.steps[indexOf(frame).units.get(key)?.step ?? -1]);
}

/** True if a reason is given; "other" needs a note. */
export function isReasoned({ reason }: Pick<Decided, "reason">): boolean {
  return reason !== null && (reason.code !== "other" || Boolean(reason.note?.trim()));
}
