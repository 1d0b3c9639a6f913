import { sideOf } from "@/lib/judgement/rules/sides";
import { isConcealed } from "@/lib/review/rules/reveal";
import { type AnswerUnit, indexOf, itemState, valueNow } from "@/lib/review/rules/selectors";
import type { Decided, ReviewDocument, UnitAnswer } from "@/lib/review/schema/document";
import type { DraftView, ReviewFrame, StepFrame } from "@/lib/review/schema/stimulus";

export type ReasonPolicy = "off" | "optional" | "required";

/** Whether a step asks for reasons when its drafts are overruled. */
export function reasonsIn(step: StepFrame | undefined): ReasonPolicy {
  return (step && "reasons" in step && step.reasons) || "optional";
}

/** The same for what a decision is about: an item under review, or a line of a unit's draft. */
export function reasonPolicyFor(
  frame: ReviewFrame,
  target: { item: string } | { item: string; line: number },
): ReasonPolicy {
  const index = indexOf(frame);
  if ("line" in target) return reasonsIn(frame.steps[index.units.get(target.item)?.step ?? -1]);
  const rubric = index.reviewed.get(target.item)?.rubric;
  return reasonsIn(rubric === undefined ? undefined : index.rubrics.get(rubric)?.step);
}

/** Whether a decision overrules the draft. */
export const overrules = ({ action }: Pick<Decided, "action">) => action !== "accept";

/**
 * Whether a unit's value is another than the drafted one that was in sight, and no decision on the draft's lines says why
 * already: then the value itself has a reason, or owes one.
 */
export function overrulesValue(frame: ReviewFrame, document: ReviewDocument, key: string): boolean {
  const unit = indexOf(frame).units.get(key);
  const value = valueNow(document, key);
  if (!unit?.draft || value === null || isConcealed(document, unit)) return false;
  return !follows(unit, unit.draft, value) && !Object.values(itemState(document, key).lines).some(overrules);
}

/** Also where there was no value to follow, or none that could be given. */
function follows({ scale }: AnswerUnit, draft: DraftView, value: UnitAnswer): boolean {
  if (draft.labels) return typeof value === "object" && value.join("\n") === draft.labels.join("\n");
  if (draft.value === null) return true;
  if (scale.type !== "five-point" && scale.type !== "forced-choice") return draft.value === value;
  const drafted = preferredSide(draft.value);
  return drafted === preferredSide(value) || (drafted === null && scale.type === "forced-choice");
}

/** The side a preference is for; null for neither. */
function preferredSide(value: UnitAnswer | string): "A" | "B" | null {
  const side = typeof value === "number" || value === "A" || value === "B" ? sideOf(value) : "tie";
  return side === "tie" ? null : side;
}

/** The reason policy of the step that a unit belongs to. */
export function reasonsForValue(frame: ReviewFrame, key: string): ReasonPolicy {
  return reasonsIn(frame.steps[indexOf(frame).units.get(key)?.step ?? -1]);
}

/** Whether a reason was given; "other" says nothing without a word of one's own. */
export function isReasoned({ reason }: Pick<Decided, "reason">): boolean {
  return reason !== null && (reason.code !== "other" || Boolean(reason.note?.trim()));
}
