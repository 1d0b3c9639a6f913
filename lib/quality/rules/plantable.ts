import type { RubricKind, Step } from "@/lib/protocol/schema";

/** True if no other step shows the drafted items under review: a planted item would be missing there and give itself away. */
export function isReviewedAlone(kind: RubricKind, steps: readonly Step[]): boolean {
  return !steps.some(
    (step) =>
      (step.type === "judge" && step.kind === kind) ||
      (step.type === "label" && (step.about === "matches" || step.kind === kind)),
  );
}

/** True if a step shows a drafted value; with the score hidden there is none. */
export function showsValue(step: Step): boolean {
  return (
    (step.type === "judge" || step.type === "score" || step.type === "prefer") &&
    step.exposure !== "none" &&
    step.exposure !== "score-hidden"
  );
}

/** True if a step shows drafted labels of a taxonomy. */
export function showsLabels(step: Step): boolean {
  return step.type === "label" && step.about === "items" && step.exposure !== "none";
}

/** True if a step shows drafts that an error can be planted in, given the other steps of its page. */
export function isPlantable(step: Step, steps: readonly Step[]): boolean {
  if (step.type === "rubric") return step.exposure !== "none" && isReviewedAlone(step.kind, steps);
  return showsValue(step) || showsLabels(step);
}
