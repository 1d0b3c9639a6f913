import type { RubricKind, Step } from "@/lib/protocol/schema";

/** Whether drafted items under review stand nowhere else on the page: there a planted one would be missed. */
export function isReviewedAlone(kind: RubricKind, steps: readonly Step[]): boolean {
  return !steps.some(
    (step) =>
      (step.type === "judge" && step.kind === kind) ||
      (step.type === "label" && (step.about === "matches" || step.kind === kind)),
  );
}

/** Whether a step shows a drafted value: with the score hidden there is nothing to follow. */
export function showsValue(step: Step): boolean {
  return (
    (step.type === "judge" || step.type === "score" || step.type === "prefer") &&
    step.exposure !== "none" &&
    step.exposure !== "score-hidden"
  );
}

/** Whether a step shows drafted labels of a taxonomy. */
export function showsLabels(step: Step): boolean {
  return step.type === "label" && step.about === "items" && step.exposure !== "none";
}

/** Whether a step, among those of its page, shows anything drafted that an error can be planted in. */
export function isPlantable(step: Step, steps: readonly Step[]): boolean {
  if (step.type === "rubric") return step.exposure !== "none" && isReviewedAlone(step.kind, steps);
  return showsValue(step) || showsLabels(step);
}
