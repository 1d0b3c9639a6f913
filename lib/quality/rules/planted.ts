import { createHash } from "node:crypto";
import type { RubricKind, Step } from "@/lib/batch/schema";
import type { Scale, Value } from "@/lib/dataset/schema";

/** A number from 0 to 1 that follows from a text. */
export function lotOf(text: string): number {
  return createHash("md5").update(text).digest().readUInt32BE(0) / 2 ** 32;
}

/**
 * A wrong value in place of a drafted one: the other answer, or a score at least half the scale away. Null where there
 * is none.
 */
export function flipped(value: Value, scale: Scale, lot: number): Value | null {
  if (scale.type !== "points") {
    if (value === "yes") return "no";
    if (value === "no") return "yes";
    return value === "na" ? (lot < 0.5 ? "yes" : "no") : null;
  }
  if (typeof value !== "number") return null;
  const { min, max } = scale;
  const far = Array.from({ length: max - min + 1 }, (_, n) => min + n).filter(
    (point) => point !== value && Math.abs(point - value) >= (max - min) / 2,
  );
  return far[Math.floor(lot * far.length)] ?? null;
}

const WORDS: Record<string, string> = { yes: "yes", no: "no", na: "n/a" };

/** The lines of a draft with another value: the line that states it states the other one. */
export function linesWith(
  lines: readonly string[],
  scoreLine: number | null,
  value: Value,
  planted: Value,
): string[] {
  const stated = scoreLine === null ? undefined : lines[scoreLine];
  if (stated === undefined || scoreLine === null) return [...lines];
  const word = WORDS[String(planted)] ?? String(planted);
  const pattern =
    typeof value === "number"
      ? new RegExp(`(?<![\\d.])${String(value).replace(".", "\\.")}(?![\\d]|\\.\\d)`)
      : value === "na"
        ? /\bn\/?a\b|\bnot applicable\b/i
        : new RegExp(`\\b${value}\\b`, "i");
  const other = stated.replace(pattern, (found) => (/^[A-Z]/.test(found) ? capital(word) : word));
  const said = other === stated ? `${typeof planted === "number" ? "Score" : "Answer"}: ${word}` : other;
  return lines.map((line, at) => (at === scoreLine ? said : line));
}

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

/** What a further item of a rubric would be called by the manner of the others. */
export function nextKey(keys: readonly string[]): string {
  const taken = new Set(keys);
  const [, stem = "", digits] = /^(.*?)(\d+)$/s.exec(keys.at(-1) ?? "item") ?? [];
  const begin = digits === undefined ? `${keys.at(-1) ?? "item"}-` : stem;
  let n = digits === undefined ? 2 : Number(digits) + 1;
  while (taken.has(`${begin}${n}`)) n += 1;
  return `${begin}${n}`;
}

/** Whether drafted items under review stand nowhere else on the page: there a planted one would be missed. */
export function isReviewedAlone(kind: RubricKind, steps: readonly Step[]): boolean {
  return !steps.some(
    (step) =>
      (step.type === "judge" && step.kind === kind) ||
      (step.type === "label" && (step.about === "matches" || step.kind === kind)),
  );
}
