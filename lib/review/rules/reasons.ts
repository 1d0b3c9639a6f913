import { indexOf } from "@/lib/review/rules/read";
import type { Decided, ReviewFrame, StepFrame } from "@/lib/review/schema";

export type ReasonPolicy = "off" | "optional" | "required";

/** Whether a step asks for reasons when its drafts are overruled. */
export function reasonsIn(step: StepFrame | undefined): ReasonPolicy {
  return (step && "reasons" in step && step.reasons) || "optional";
}

/** The same for what a decision is about: an item under review, or a line of a unit's draft. */
export function reasonsFor(
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

/** Whether a reason was given; "other" says nothing without a word of one's own. */
export function isReasoned({ reason }: Pick<Decided, "reason">): boolean {
  return reason !== null && (reason.code !== "other" || Boolean(reason.note?.trim()));
}
