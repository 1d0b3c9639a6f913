import { scaleKey } from "@/lib/judgement/rules/scale";
import type { Scale } from "@/lib/judgement/schema";
import type { Points } from "@/lib/protocol/schema";
import type { Decided } from "@/lib/review/schema/document";
import type { OpOf } from "@/lib/review/schema/operation";

type Decide = Omit<OpOf<"decide">, "op" | "at">;

/**
 * The decision that gives a drafted text another wording, or a drafted criterion another scale; what is not changed
 * stays as it was revised before. Null when nothing changes.
 */
export function revision(
  target: Decide["target"],
  drafted: { text: string; scale?: Scale },
  decided: Decided | null,
  change: { text: string } | { scale: Points },
): Decide | null {
  const before = decided?.action === "revise" ? decided : null;
  const text = "text" in change ? change.text : (before?.text ?? drafted.text);
  const scale = "scale" in change ? change.scale : before?.scale;
  const isReworded = text.trim() !== "" && text.trim() !== drafted.text.trim();
  const isRescaled =
    scale !== undefined && drafted.scale !== undefined && scaleKey(scale) !== scaleKey(drafted.scale);
  if (!isReworded && !isRescaled) return before && { type: "decide", target, action: null };
  return {
    type: "decide",
    target,
    action: "revise",
    text: isReworded ? text : drafted.text,
    ...(isRescaled && { scale }),
    ...(before?.reason && { reason: before.reason }),
  };
}
