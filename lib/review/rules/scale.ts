import type { Scale } from "@/lib/dataset/schema";
import type { PreferForm } from "@/lib/protocol/schema";

export function isOnScale(scale: Scale, value: string | number): boolean {
  switch (scale.type) {
    case "yesno":
      return value === "yes" || value === "no";
    case "yesnona":
      return value === "yes" || value === "no" || value === "na";
    case "points":
      return (
        typeof value === "number" &&
        value >= scale.min &&
        value <= scale.max &&
        Number.isInteger(value - scale.min)
      );
  }
}

/** Whether a preference is one of a form: a point of five, or a side and no third. */
export function isPreferred(form: PreferForm, value: string | number): boolean {
  return form === "five-point"
    ? typeof value === "number" && Number.isInteger(value) && value >= 1 && value <= 5
    : value === "A" || value === "B";
}
