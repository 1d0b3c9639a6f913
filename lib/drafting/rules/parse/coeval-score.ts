import type { ModelAnswer, ParseResult } from "@/lib/drafting/schema";
import { mayGoOn, scoreIn } from "./integer";
import { linesWithOffsets, parseReadable, readableWhole } from "./marker";

/** Why a text states no score. */
type NoScore = "no_marker" | "bad_value" | "out_of_range" | "ambiguous";

/** The lines of an evaluation form, which people decide on one by one. */
export interface ScoredLines {
  lines: string[];
  /** Null when there is none, or it is not on the scale: never clamped. */
  score: number | null;
  /** Index of the line that states the score. */
  scoreLine?: number;
  /** Index of the first line that is a quotation as a whole; missing where quotations stand in quotation marks. */
  quotedFrom?: number;
  why?: NoScore;
}

/**
 * An evaluation form with numbered lines (a conclusion, a score, evidence). Lines are returned even without a
 * readable score, because people decide on lines; the model is asked again, unless its score is off the scale.
 */
export function parseScoredLines(lo: number, hi: number): (answer: ModelAnswer) => ParseResult<ScoredLines> {
  return (answer) =>
    parseReadable(answer, ({ text }) => {
      const form = numberedLines(text);
      const { lines } = form;
      if (lines.length === 0) return { ok: false, code: "no_marker" };
      const { found, scoreLine } = statedScore(form, lo, hi);
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
        ...(typeof found !== "number" && found !== "out_of_range" && { lacking: found }),
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

interface Form {
  lines: string[];
  isNumbered: boolean;
}

/** Numbered lines without their numbers; unnumbered text belongs to the line before. */
function numberedLines(text: string): Form {
  const lines: string[] = [];
  let isNumbered = false;
  for (const { line } of linesWithOffsets(text)) {
    if (line.trim() === "") continue;
    const match = /^\s*(?:\*\*)?\(?\d{1,2}[.)](?:\*\*)?\s+(.*)$/.exec(line);
    if (match && !isNumbered && lines.length > 0) {
      // A heading or greeting before the first number is not part of the form.
      lines.length = 0;
    }
    if (match) {
      isNumbered = true;
      lines.push((match[1] as string).trim());
    } else if (isNumbered) {
      lines.push(`${lines.pop()}\n${line.trim()}`);
    } else {
      lines.push(line.trim());
    }
  }
  return { lines, isNumbered };
}

/** The place of the score in the form: its second line. */
const OWN_PLACE = 1;

/** A line that begins as the form asks: "Score: 4", "**Overall rating** (1-5): 4", "Score is 4", "Score 4". */
const STATES =
  /^[\s*_>#-]{0,10}(?:(?:my|the|final|overall|total)\s{1,4}){0,3}(?:score|rating)\b[\s*_]{0,8}(?:\([^()\n]{0,120}\)[\s*_]{0,8})?(?:[:：=–—]|-\s|(?:is\s{1,4})?-?\d)/i;

/** A text that is a number and nothing else: "4", "**4/5**", "4 out of 5 points". */
const BARE =
  /^[\s*_"'“”`([]{0,10}[-−]?\d{1,9}(?:[.,]\d{1,9})?(?:\s{0,4}(?:\/|out of)\s{0,4}\d{1,9})?(?:\s{1,4}points?)?[\s*_"'“”`.)\]]{0,10}$/i;

/** The first line of an entry; reasons may follow it. */
const headOf = (entry: string) => entry.split("\n", 1)[0] ?? "";

/**
 * The score of a form, and the line that states it. The form's own place comes first, then lines that begin with the
 * word, then bare numbers; lines that state different scores decide nothing. In a sentence a number is a score only where
 * its words say so, or where it is the only one in the form's own place.
 */
function statedScore(
  { lines, isNumbered }: Form,
  lo: number,
  hi: number,
): { found: number | NoScore; scoreLine?: number } {
  const read = (at: number) => scoreOfLine(lines[at] ?? "", lo, hi);
  const indexes = (isOne: (line: string) => boolean) =>
    lines.flatMap((line, at) => (isOne(line) ? [at] : []));
  const stating = indexes((line) => STATES.test(line));
  const bare = indexes((line) => BARE.test(headOf(line)));
  const isInPlace = stating.includes(OWN_PLACE) || bare.includes(OWN_PLACE);
  const places = isInPlace ? [OWN_PLACE, ...stating] : stating.length > 0 ? stating : bare;
  if (places.length > 0) {
    const scores = new Set(places.map(read).filter((one) => typeof one === "number"));
    const first = isInPlace ? OWN_PLACE : (places.find((at) => typeof read(at) === "number") ?? places[0]);
    const scoreLine = first as number;
    return { found: scores.size > 1 ? "ambiguous" : read(scoreLine), scoreLine };
  }
  const own = isNumbered && lines.length > OWN_PLACE ? read(OWN_PLACE) : "no_marker";
  if (own !== "no_marker") return { found: own, scoreLine: OWN_PLACE };
  const said = indexes((line) => SAID.test(withoutQuotations(withoutScale(line, lo, hi))));
  const scores = new Set(said.map(read));
  const [found = "no_marker"] = scores;
  if (scores.size > 1) return { found: "ambiguous" };
  return { found, ...(said.length > 0 && { scoreLine: said[0] as number }) };
}

const END = String.raw`(?=[\s*_]{0,4}(?:$|[.,;:!?()\n/–—-]|(?:out )?of\b|or\b|to\b|points?\b|because\b|since\b|for\b))`;
/** Words that make the number after them a score: "the rating is 4", "a score of 4", "I rate it 4", "I give it a 4". */
const SAID = new RegExp(
  String.raw`\b(?:(?:score|rating)\b[\s*_]{0,8}(?:is|of)?[\s*_]{0,8}[:：=]?[\s*_]{0,8}|(?:rate|rated|give|gave|assign|award)\s{1,4}(?:it|this|that|the\s{1,4}\w{1,20})\s{1,4}(?:as\s{1,4}|at\s{1,4})?(?:an?\s{1,4})?[*_]{0,4})(?=([-−]?\d{1,9}(?:[.,]\d{1,9})?)${END})`,
  "i",
);

/**
 * A score in free text, after the rules of Li et al.: numbers of lines are the form's own, "out of 5" and "/5" are the
 * scale, and the remaining number is the score. Where several different ones remain, none is. A number that words call the
 * score comes first. Before that, quotations and other descriptions of the scale are left out.
 */
export function coevalScore(answer: string, lo: number, hi: number): number | NoScore {
  return scoreOfLine(answer.replaceAll(/^[\s*_]{0,8}\(?\d{1,2}[.)](?:\*\*)?[^\S\n]+(?=\S)/gm, ""), lo, hi);
}

/** The same for a line without its number. */
function scoreOfLine(line: string, lo: number, hi: number): number | NoScore {
  const text = withoutScale(line, lo, hi).trim();
  const plain = BARE.test(headOf(text)) ? headOf(text) : withoutQuotations(text);
  const said = SAID.exec(plain);
  if (said) return pointIn(plain.slice(said.index + said[0].length), lo, hi);
  const numbers = plain
    .replaceAll(new RegExp(`(?:out )?of ${hi}(?!\\d)|/\\s?${hi}(?!\\d)`, "gi"), "")
    .match(/[-−]?\d+(?:[.,]\d+)?(?:\s?%)?/g);
  const [number, ...others] = new Set(numbers);
  if (number === undefined) return "no_marker";
  if (others.length > 0) return "ambiguous";
  return number.endsWith("%") ? "bad_value" : pointIn(number, lo, hi);
}

/** The number that a text begins with, as a point of the scale. */
function pointIn(text: string, lo: number, hi: number): number | NoScore {
  const score = scoreIn(text, lo, hi);
  return score.ok ? score.value : score.code;
}

/** A text without what it quotes: the numbers of a quotation are the response's. */
function withoutQuotations(text: string): string {
  return text.replaceAll(/"[^"\n]{0,2000}"|“[^”\n]{0,2000}”|«[^»\n]{0,2000}»/g, " ");
}

/**
 * A text without descriptions of the scale itself, which name its ends but are no score: "(1 = worst, 5 = best)",
 * "Score (max 5): ", "from 1 (worst) to 5 (best)", "5-point scale".
 */
function withoutScale(text: string, lo: number, hi: number): string {
  const [low, high] = [lo, hi].map((end) => `(?<![\\d.])${end}(?![\\d]|\\.\\d)`);
  const inParentheses = `\\([^()\\n]{0,80}?${low}[^()\\n]{0,80}?${high}[^()\\n]{0,80}\\)`;
  const meaning = "(?:\\s?\\([^()\\d\\n]{0,40}\\))?";
  const afterName = `(?<=\\b(?:score|rating)[\\s*_]{0,8})\\((?:[^()\\d\\n]{0,40}(?:${low}|${high})){1,2}[^()\\d\\n]{0,40}\\)(?=[\\s*_]{0,8}[:：=][\\s*_]{0,8}\\d)`;
  const range = `(?:from\\s+)?${low}${meaning}\\s?(?:-|–|—|to|through|\\.\\.\\.?)\\s?${high}${meaning}|between\\s+${low}\\s+and\\s+${high}`;
  const points = `${high}[- ]points?\\s+(?:likert\\s+)?(?:scale|rating)`;
  return text.replaceAll(new RegExp(`${inParentheses}|${afterName}|${range}|${points}`, "gi"), " ");
}
