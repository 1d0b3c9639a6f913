import type { ModelAnswer, ParseResult } from "@/lib/drafting/schema";
import { mayGoOn } from "./integer";
import { linesWithOffsets, parseReadable, readableWhole } from "./marker";

/** The lines of an evaluation form, which people decide on one by one. */
export interface ScoredLines {
  lines: string[];
  /** Null when there is none, or it is not on the scale: never clamped. */
  score: number | null;
  /** Index of the line that states the score. */
  scoreLine?: number;
  /** Index of the first line that is a quotation as a whole; missing where quotations stand in quotation marks. */
  quotedFrom?: number;
  why?: "no_marker" | "bad_value" | "out_of_range";
}

/**
 * An evaluation form with numbered lines (a conclusion, a score, evidence). Lines are returned even without a
 * readable score, because people decide on lines.
 */
export function parseScoredLines(lo: number, hi: number): (answer: ModelAnswer) => ParseResult<ScoredLines> {
  return (answer) =>
    parseReadable(answer, ({ text }) => {
      const lines = numberedLines(text);
      if (lines.length === 0) return { ok: false, code: "no_marker" };
      const scoreLine = scoreLineOf(lines);
      const found = coevalScore(scoreLine === undefined ? text : (lines[scoreLine] as string), lo, hi);
      const isCut = answer.finishReason === "length" && typeof found !== "number";
      const endsInScore = /\d$/.test(text) && (scoreLine === undefined || scoreLine === lines.length - 1);
      if (isCut || (typeof found === "number" && mayGoOn(answer, found, hi) && endsInScore)) {
        return { ok: false, code: "truncated" };
      }
      return {
        ok: true,
        value: {
          lines,
          ...(scoreLine !== undefined && { scoreLine }),
          ...(typeof found === "number" ? { score: found } : { score: null, why: found }),
        },
        rationale: lines.join("\n"),
        span: [0, text.length],
        flags: answer.finishReason === "length" ? ["truncated_after_score"] : [],
      };
    });
}

/** A score without a reason. */
export function parseBareScore(lo: number, hi: number): (answer: ModelAnswer) => ParseResult<number> {
  return (answer) =>
    readableWhole(answer, ({ text }) => {
      const found = coevalScore(text, lo, hi);
      return typeof found === "number"
        ? { ok: true, value: found, rationale: "", span: [0, text.length], flags: [] }
        : { ok: false, code: found };
    });
}

/** Numbered lines without their numbers; unnumbered text belongs to the line before. */
function numberedLines(text: string): string[] {
  const lines: string[] = [];
  let numbered = false;
  for (const { line } of linesWithOffsets(text)) {
    if (line.trim() === "") continue;
    const match = /^\s*(?:\*\*)?\(?\d{1,2}[.)](?:\*\*)?\s+(.*)$/.exec(line);
    if (match && !numbered && lines.length > 0) {
      // A heading or greeting before the first number is not part of the form.
      lines.length = 0;
    }
    if (match) {
      numbered = true;
      lines.push((match[1] as string).trim());
    } else if (numbered) {
      lines.push(`${lines.pop()}\n${line.trim()}`);
    } else {
      lines.push(line.trim());
    }
  }
  return lines;
}

const SAYS_SCORE = /\b(?:score|rating|rate)\b/i;

/** The line that states a score with a number; of several the shortest. */
function scoreLineOf(lines: readonly string[]): number | undefined {
  const candidates = lines
    .map((line, index) => ({ line, index }))
    .filter(({ line }) => SAYS_SCORE.test(line) && /\d/.test(line));
  if (candidates.length > 0) {
    return candidates.reduce((best, one) => (one.line.length < best.line.length ? one : best)).index;
  }
  const bare = lines.findIndex((line) => /^\W*\d+(?:\.0+)?(?:\s*\/\s*\d+)?\W*$/.test(line));
  return bare === -1 ? undefined : bare;
}

/**
 * A score in free text, by the rules of Li et al.: "2." is the form's own number, "out of 5" and "/5" are the
 * scale, and the first remaining number is the score. A number right after "Score" or "rating" comes first. Before
 * that, other descriptions of the scale are left out.
 */
export function coevalScore(
  answer: string,
  lo: number,
  hi: number,
): number | "no_marker" | "bad_value" | "out_of_range" {
  const text = withoutScale(answer, lo, hi);
  const named = /\b(?:score|rating)\b[\s*_]*(?:is|of)?[\s*_]*[:：=]?[\s*_]*(-?\d+(?:\.\d+)?)/i.exec(text);
  const found =
    named?.[1] ??
    /-?\d+(?:\.\d+)?/.exec(
      text
        .replaceAll(/(?<!\d)2\.(?!\d)/g, "")
        .replaceAll(new RegExp(`out of ${hi}(?!\\d)|/\\s?${hi}(?!\\d)`, "gi"), ""),
    )?.[0];
  if (found === undefined) return "no_marker";
  const score = Number(found);
  if (!Number.isInteger(score)) return "bad_value";
  return score < lo || score > hi ? "out_of_range" : score;
}

/**
 * A text without descriptions of the scale itself, which name its ends but are no score: "(1 = worst, 5 = best)",
 * "from 1 to 5", "5-point scale".
 */
function withoutScale(text: string, lo: number, hi: number): string {
  const [low, high] = [lo, hi].map((end) => `(?<![\\d.])${end}(?![\\d]|\\.\\d)`);
  const inParentheses = `\\([^()\\n]{0,80}?${low}[^()\\n]{0,80}?${high}[^()\\n]{0,80}\\)`;
  const range = `(?:from\\s+)?${low}\\s?(?:-|–|—|to|through|\\.\\.\\.?)\\s?${high}|between\\s+${low}\\s+and\\s+${high}`;
  const points = `${high}[- ]points?\\s+(?:likert\\s+)?(?:scale|rating)`;
  return text.replaceAll(new RegExp(`${inParentheses}|${range}|${points}`, "gi"), " ");
}
