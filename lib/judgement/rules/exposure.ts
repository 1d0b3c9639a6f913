import type { Exposure, ExposureClass, Value } from "@/lib/judgement/schema";

/** The parts of a judgement that decide whether its values are independent of the draft. */
export type JudgedValues<V = Value> = {
  exposure: Exposure | null;
  initial?: V | null | undefined;
  value: V | null;
  lines: readonly { draft: number | null }[];
};

/**
 * The value a judgement contributes to an exposure class, or null when it has none in that class.
 *
 * A judgement whose draft was revealed after an own value counts twice: `initial` is independent, the final
 * value exposed. On request and never revealed is independent. `initial` of a step that shows its draft at
 * once is not independent, and a judgement of unknown exposure has no independent value.
 */
export function valueIn<V = Value>(judgement: JudgedValues<V>, exposure: ExposureClass): V | null {
  const { value, initial } = judgement;
  switch (exposure) {
    case "any":
      return value;
    case "unknown":
      return judgement.exposure === null ? value : null;
    case "independent":
      if (judgement.exposure === "none") return value;
      if (judgement.exposure === "judge-then-reveal") return initial ?? null;
      if (judgement.exposure === "on-request") return wasRevealed(judgement) ? (initial ?? null) : value;
      return null;
    case "exposed":
      return finalClass(judgement) === "exposed" ? value : null;
  }
}

/** The exposure class of the final value. */
export function finalClass(judgement: JudgedValues<unknown>): Exclude<ExposureClass, "any"> {
  if (judgement.exposure === "on-request" && !wasRevealed(judgement)) return "independent";
  return classOf(judgement.exposure);
}

/**
 * True if a decision on a drafted item belongs to a class. It counts as exposed unless its exposure is known
 * to differ: an annotator must see a draft to decide on it.
 */
export function isDecisionIn(decision: { exposure: Exposure | null }, exposure: ExposureClass): boolean {
  return exposure === "any" || classOf(decision.exposure) === exposure;
}

function classOf(exposure: Exposure | null): Exclude<ExposureClass, "any"> {
  if (exposure === null) return "unknown";
  return exposure === "none" ? "independent" : "exposed";
}

/** True if the annotator opened a draft shown on request. Lines can be decided on only after that. */
function wasRevealed(judgement: JudgedValues<unknown>): boolean {
  return judgement.initial !== undefined || judgement.lines.some((line) => line.draft !== null);
}
