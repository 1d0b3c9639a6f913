import { isWithinScale } from "@/lib/dataset/rules/items";
import type { Scale } from "@/lib/dataset/schema";
import type { PreferForm } from "@/lib/protocol/schema";

/**
 * Whether an annotator or an adjudicator may give a value on a scale: points lie whole steps apart. Values of imported
 * studies may lie between the points (`isWithinScale`).
 */
export function isOnScale(scale: Scale, value: string | number): boolean {
  if (!isWithinScale(scale, value)) return false;
  return scale.type !== "points" || Number.isInteger(Number(value) - scale.min);
}

/** Whether a preference is one of a form: a point of five, or a side and no third. */
export function isPreferred(form: PreferForm, value: string | number): boolean {
  return form === "five-point"
    ? typeof value === "number" && Number.isInteger(value) && value >= 1 && value <= 5
    : value === "A" || value === "B";
}
