import type { Scale } from "@/lib/judgement/schema";
import type { Points } from "@/lib/protocol/schema";
import { isAskableRange } from "@/lib/protocol/schema/point-range";
import { MAX_POINT_LABEL } from "@/lib/review/schema/codes";

/**
 * True if people can give a criterion this scale: 2 to 10 whole points, of which some have a meaning. A meaning is no
 * longer than the limit, or than the drafted one in its place.
 */
export function canBeGiven(scale: Points, drafted?: Scale): boolean {
  const before = drafted?.type === "points" ? new Map(Object.entries(drafted.labels ?? {})) : null;
  return (
    isAskableRange(scale) &&
    Object.entries(scale.labels ?? {}).every(
      ([point, meaning]) =>
        isMeaning(scale, point, meaning) &&
        meaning.length <= Math.max(MAX_POINT_LABEL, before?.get(point)?.length ?? 0),
    )
  );
}

/** The scale up to another point; meanings of points that are left stay. */
export const scaleUpTo = ({ min, labels }: Points, max: number): Points => pointsOf(min, max, labels);

/** The scale with another meaning of a point; an empty one removes it. */
export const withMeaning = ({ min, max, labels }: Points, point: number, meaning: string): Points =>
  pointsOf(min, max, { ...labels, [String(point)]: meaning.trim() });

/** A scale with only those labels that are meanings of its points; imported scales may have others. */
function pointsOf(min: number, max: number, labels: Points["labels"] = {}): Points {
  const kept = Object.entries(labels).filter(([point, meaning]) => isMeaning({ min, max }, point, meaning));
  return { type: "points", min, max, ...(kept.length > 0 && { labels: Object.fromEntries(kept) }) };
}

/** True for the text of a whole number on the scale, and words. */
function isMeaning({ min, max }: { min: number; max: number }, point: string, meaning: string): boolean {
  const number = Number(point);
  const isPoint = Number.isInteger(number) && String(number) === point && number >= min && number <= max;
  return isPoint && meaning.trim() !== "";
}
