import type { Value } from "@/lib/judgement/schema";

/** The side that a preference is for. */
export function sideOf(value: Value): "A" | "B" | "tie" {
  if (value === "A" || value === "B") return value;
  if (typeof value !== "number" || value === 3) return "tie";
  return value < 3 ? "A" : "B";
}

/** A preference seen from the other side: A becomes B, 1 becomes 5. */
export function swapSides(value: Value): Value {
  if (typeof value === "number") return 6 - value;
  if (value === "A") return "B";
  return value === "B" ? "A" : value;
}
