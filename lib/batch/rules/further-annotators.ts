import type { Value } from "@/lib/judgement/schema";
import type { Overlap } from "@/lib/quality/schema";

/**
 * True if these values of a unit call for a further annotator. Among the first k values: any two differ. With more
 * than k: no value has more than half of them. Scores differ if they are `points` or more apart; a score's share
 * counts all scores that do not differ from it.
 */
export function isContested(
  values: readonly Value[],
  k: number,
  { points }: Pick<Overlap, "points">,
): boolean {
  if (values.length < 2) return false;
  const support = values.map((value) => values.filter((other) => !differ(value, other, points)).length);
  return values.length <= k
    ? support.some((own) => own < values.length)
    : support.every((own) => own <= values.length / 2);
}

function differ(a: Value, b: Value, points: number): boolean {
  return typeof a === "number" && typeof b === "number" ? Math.abs(a - b) >= points : a !== b;
}
