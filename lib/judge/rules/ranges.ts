import { type Ends, hasWholePoints } from "@/lib/drafting/rules/judge/form";
import type { Scale } from "@/lib/judgement/schema";

/** The ends of a scale that judges score on: one of whole points. Null for any other. */
export function wholeEnds(scale: Scale): Ends | null {
  return scale.type === "points" && hasWholePoints(scale) ? { min: scale.min, max: scale.max } : null;
}

/** True if a value was given on this scale, as far as it is recorded. */
export function isOnRange(scale: Scale | null, { min, max }: Ends): boolean {
  if (scale === null) return true;
  const own = wholeEnds(scale);
  return own?.min === min && own.max === max;
}
