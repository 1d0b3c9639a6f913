import { createHash } from "node:crypto";
import { sideOf, swapSides } from "@/lib/judgement/rules/sides";
import type { Scale, Value } from "@/lib/judgement/schema";

/** A pseudo-random number from 0 to 1 derived from a text. */
export function uniformHash(text: string): number {
  return createHash("md5").update(text).digest().readUInt32BE(0) / 2 ** 32;
}

/**
 * A wrong value for a drafted one: the other answer, or a score at least half the scale away. Null if there
 * is none.
 */
export function flipped(value: Value, scale: Scale, uniform: number): Value | null {
  if (scale.type !== "points") {
    if (value === "yes") return "no";
    if (value === "no") return "yes";
    return value === "na" ? (uniform < 0.5 ? "yes" : "no") : null;
  }
  if (typeof value !== "number") return null;
  const { min, max } = scale;
  const far = Array.from({ length: max - min + 1 }, (_, n) => min + n).filter(
    (point) => point !== value && Math.abs(point - value) >= (max - min) / 2,
  );
  return far[Math.floor(uniform * far.length)] ?? null;
}

/**
 * The preference for the other response, equally strong; a clear preference for one of them if there was
 * none.
 */
export function otherSide(value: Value, uniform: number): Value {
  if (sideOf(value) !== "tie") return swapSides(value);
  if (typeof value === "number") return uniform < 0.5 ? 1 : 5;
  return uniform < 0.5 ? "A" : "B";
}

/**
 * Drafted labels with an error, and the label it concerns: a different one where only one is allowed,
 * otherwise one more, or one less if others remain. In the order of the taxonomy. Null if there is no other
 * label.
 */
export function mislabelled(
  labels: readonly string[],
  { all, several }: { all: readonly string[]; several: boolean },
  uniform: number,
): { labels: string[]; label: string } | null {
  const others = all.filter((label) => !labels.includes(label));
  const isLess = several && labels.length > 1 && (uniform < 0.5 || others.length === 0);
  // The first half of the number decides the direction, the rest the label.
  const nth = (uniform * 2) % 1;
  const chosen = isLess ? labels : others;
  const label = chosen[Math.floor(nth * chosen.length)];
  if (label === undefined) return null;
  const changed = isLess ? labels.filter((one) => one !== label) : several ? [...labels, label] : [label];
  return { labels: all.filter((one) => changed.includes(one)), label };
}

/** True if an error in labels was corrected: the added label is not given, or the removed one is. */
export function isCorrected(
  given: readonly string[],
  { shown, label }: { shown: readonly string[]; label: string },
): boolean {
  return given.includes(label) !== shown.includes(label);
}

const WORDS: Record<string, string> = { yes: "yes", no: "no", na: "n/a" };

/** The lines of a draft with another value in the line that states it. */
export function linesWith(
  lines: readonly string[],
  scoreLine: number | null,
  value: Value,
  planted: Value,
): string[] {
  return lines.map((line, at) =>
    at === scoreLine ? (restated(line, value, planted) ?? statement(planted)) : line,
  );
}

/** A line with another value in place of the stated one; null if it states none. */
function restated(line: string, value: Value, planted: Value): string | null {
  const word = wordOf(planted);
  const pattern =
    typeof value === "number"
      ? new RegExp(`(?<![\\d.])${String(value).replace(".", "\\.")}(?![\\d]|\\.\\d)`)
      : value === "na"
        ? /\bn\/?a\b|\bnot applicable\b/i
        : new RegExp(`\\b${value}\\b`, "i");
  const other = line.replace(pattern, (found) => (/^[A-Z]/.test(found) ? capital(word) : word));
  return other === line ? null : other;
}

const wordOf = (value: Value) => WORDS[String(value)] ?? String(value);
const statement = (value: Value) => `${typeof value === "number" ? "Score" : "Answer"}: ${wordOf(value)}`;

/** A side as a line names it; excludes the article "A" at the beginning of a sentence. */
const SIDE = /\b(?:B|A(?! (?!(?:is|was|has|does|wins|over|and|or|than|with)\b)[a-z]))\b/g;

/**
 * Plants an error in a preference: swaps the responses in the line that states it, and replaces the number.
 */
export function linesPreferring(
  lines: readonly string[],
  scoreLine: number | null,
  value: Value,
  planted: Value,
): string[] {
  return lines.map((line, at) => {
    if (at !== scoreLine) return line;
    if (sideOf(value) === "tie") return statement(planted);
    const turned = line.replace(SIDE, (found) => (found === "A" ? "B" : "A"));
    const numbered = typeof value === "number" ? restated(turned, value, planted) : null;
    return numbered ?? (turned === line ? statement(planted) : turned);
  });
}

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

/** The key of a further item of a rubric, in the style of the others. */
export function nextKey(keys: readonly string[]): string {
  const taken = new Set(keys);
  const [, stem = "", digits] = /^(.*?)(\d+)$/s.exec(keys.at(-1) ?? "item") ?? [];
  const begin = digits === undefined ? `${keys.at(-1) ?? "item"}-` : stem;
  let n = digits === undefined ? 2 : Number(digits) + 1;
  while (taken.has(`${begin}${n}`)) n += 1;
  return `${begin}${n}`;
}
