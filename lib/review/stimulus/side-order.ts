import { createHash } from "node:crypto";
import type { Step } from "@/lib/protocol/schema";
import type { StimulusRow } from "@/lib/review/stimulus/types";

/**
 * True if the sides of a pair are swapped, by the batch's seed: random for each pair and arm, and alternating
 * between the annotators who compare it, so that sides are nearly balanced within each pair.
 */
export function isSwapped({ batch, arm, slot, subject }: StimulusRow, steps: Step[]): boolean {
  if (!steps.some((step) => step.type === "prefer" && step.sides === "random")) return false;
  const lot = createHash("sha256").update(`${batch.seed}:${subject.position}:${arm.position}:sides`).digest();
  return ((lot[0] ?? 0) + (slot?.replicate ?? 0)) % 2 === 1;
}
