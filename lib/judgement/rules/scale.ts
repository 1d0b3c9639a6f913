import type { Scale } from "@/lib/judgement/schema";

/** True if an item with this scale can have this value, apart from null, which every item can. */
export function isWithinScale(scale: Scale, value: string | number): boolean {
  switch (scale.type) {
    case "yesno":
      return value === "yes" || value === "no";
    case "yesnona":
      return value === "yes" || value === "no" || value === "na";
    case "points":
      return typeof value === "number" && value >= scale.min && value <= scale.max;
  }
}

/** True if a preference can have this value: A, B or a tie, or 1 (A much better) to 5 (B much better). */
export function isPreference(value: string | number): boolean {
  return typeof value === "number"
    ? Number.isInteger(value) && value >= 1 && value <= 5
    : value === "A" || value === "B" || value === "tie";
}

/** The scale in words: `yes or no`, `a number from 1 to 5`. */
export function scaleText(scale: Scale): string {
  if (scale.type === "yesno") return "yes or no";
  if (scale.type === "yesnona") return "yes, no or na";
  return `a number from ${scale.min} to ${scale.max}`;
}

/** A scale with what its points mean: `1 to 5 (1: poor, 5: excellent)`. */
export function scaleInWords(scale: Scale): string {
  if (scale.type !== "points") return scaleText(scale);
  const meanings = Object.entries(scale.labels ?? {}).map(([point, meaning]) => `${point}: ${meaning}`);
  return `${scale.min} to ${scale.max}${meanings.length === 0 ? "" : ` (${meanings.join(", ")})`}`;
}

/** A key of a scale that does not depend on the order of its fields. */
export function scaleKey(scale: Scale): string {
  if (scale.type !== "points") return scale.type;
  const labels = Object.entries(scale.labels ?? {}).sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([scale.min, scale.max, labels]);
}

/**
 * True if an annotator or adjudicator may give this value on the scale. Points must be whole steps; values of
 * imported studies may lie between them (`isWithinScale`).
 */
export function isOnScale(scale: Scale, value: string | number): boolean {
  if (!isWithinScale(scale, value)) return false;
  return scale.type !== "points" || Number.isInteger(Number(value) - scale.min);
}

/** True if a preference fits its form: a point from 1 to 5, or A or B in a forced choice. */
export function isPreferred(form: "five-point" | "forced-choice", value: string | number): boolean {
  return form === "five-point"
    ? typeof value === "number" && Number.isInteger(value) && value >= 1 && value <= 5
    : value === "A" || value === "B";
}
