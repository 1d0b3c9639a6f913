import type { ModelAnswer, ParseResult } from "@/lib/drafting/schema";
import { isLast, mayGoOn } from "./integer";
import { readableToTheLast, readableWhole } from "./marker";

/** The chosen one of two outputs; the one shown first is (a). */
export type Choice = "a" | "b";

/**
 * A letter as a label. Without brackets an "a" may be the article, as in "Output a short answer": it is a label only before
 * the end of a line, punctuation or a verb.
 */
const LABEL = String.raw`(?:\(\s{0,2}([ab])\b\s{0,2}\)?|(b)\b\s{0,2}\)?|(a)\b(?=['’]s\b|[*_"'”\x60]{0,4}\s{0,2}(?:[.,;:!?)]|[–—]|- |\n|$|(?:is|was|isn['’]t|wasn['’]t|has|does|did|wins|follows|because|since)\b))\s{0,2}\)?)`;
/** A label at the start of an answer, after emphasis and quotes. */
const OPENING = new RegExp(String.raw`^[\s*_"'“\x60>#-]{0,10}output[\s*_]{0,4}${LABEL}`, "i");
/** An answer that is only the letter. */
const LETTER = /^[\s*_"'“`]{0,10}\(?\s{0,2}([ab])\s{0,2}\)?[\s*_"'”`.]{0,10}$/i;
/** A label anywhere. */
const MENTION = new RegExp(String.raw`\boutput[\s*_]{0,4}${LABEL}|\(([ab])\)`, "gi");
/** Words that turn a label at the start into its opposite. */
const DENIAL = /^[\s*_"'”`.,:]{0,10}(?:is|was)(?:n't|\s{1,4}(?:not|worse|inferior|neither))\b/i;

/**
 * A verdict without a reason: the answer begins with the label of one output and mentions no other, so one that was cut
 * off is none. A letter that stands alone is accepted and flagged.
 */
export function parseChoice(answer: ModelAnswer): ParseResult<Choice> {
  return readableWhole(answer, ({ text }) => {
    const opening = OPENING.exec(text);
    const alone = opening ? null : LETTER.exec(text);
    const found = opening ?? alone;
    if (!found) return { ok: false, code: "no_marker" };
    const value = letterOf(found);
    const rest = text.slice(found[0].length);
    if (mentionsIn(rest).some((letter) => letter !== value) || DENIAL.test(rest))
      return { ok: false, code: "ambiguous" };
    const flags = opening ? [] : ["no_marker_recovered"];
    return { ok: true, value, rationale: "", span: [0, found[0].length], flags };
  });
}

const GAP = "[\\s*_\"'”`]{1,10}";
/** "Output (a) is better", "Output (b) is the better", or "Final choice: (a)". */
const VERDICT = new RegExp(
  `\\boutput[\\s*_]{0,4}${LABEL}${GAP}is\\s{1,4}(?:the\\s{1,4})?better\\b|^[\\s*_>#-]{0,10}final choice[\\s*_]{0,4}[:：][\\s*_]{0,4}(?:output\\s{0,4})?${LABEL}`,
  "gim",
);
/** Words before a verdict in its sentence that make it something else. */
const DOUBT = /(?:\b(?:not|never|whether|if|unless|neither|nor)\b|n['’]t\b)[^.!?,;:\n]{0,200}$/i;
/** Between two labels: one or the other. */
const OR = /^[\s*_"'”`.,)]{0,10}(?:or|\/|\|)[\s*_"'“`(]{0,10}$/i;

/**
 * A verdict after reasons: the last sentence that says which output is better, or the last line "Final choice: (a)". A
 * verdict that its sentence denies or doubts, and one offered beside the other, decide nothing.
 */
export function parseReasonedChoice(answer: ModelAnswer): ParseResult<Choice> {
  return readableToTheLast(answer, ({ text }) => {
    const verdicts = [...text.matchAll(VERDICT)];
    const last = verdicts.at(-1);
    if (!last) return { ok: false, code: "no_marker" };
    const value = letterOf(last);
    const before = verdicts.at(-2);
    const isOffered =
      before !== undefined &&
      letterOf(before) !== value &&
      OR.test(text.slice(before.index + before[0].length, last.index));
    const isDoubted = DOUBT.test(text.slice(Math.max(0, last.index - 240), last.index));
    if (isOffered || isDoubted) return { ok: false, code: "ambiguous" };
    return {
      ok: true,
      value,
      rationale: text
        .slice(0, last.index)
        .replace(/\b(?:therefore|thus|hence|so|overall|in conclusion)[,:]?\s*$/i, "")
        .trim(),
      span: [last.index, last.index + last[0].length],
      flags: [],
    };
  });
}

function letterOf(match: RegExpExecArray): Choice {
  return (match.slice(1).find((letter) => letter !== undefined) ?? "").toLowerCase() as Choice;
}

const OTHER: Record<string, string> = { a: "b", b: "a", A: "B", B: "A" };
/** A name of an output in all forms that are read as one; and before any word, where a small "a" is the article. */
const NAMED = new RegExp(
  String.raw`${MENTION.source}|^[\s*_>#-]{0,10}final choice[\s*_]{0,4}[:：][\s*_]{0,4}${LABEL}|\boutput[\s*_]{0,4}(?<before>a)\b`,
  "gim",
);

/** Exchanges the names of the outputs, so that an evaluation stays true where they are shown the other way round. */
export function exchangeLabels(text: string): string {
  return text.replace(NAMED, (named: string, ...parts) => {
    const { before } = parts.at(-1) as { before?: string };
    if (before === "a") return named;
    return named.replace(/[ab](?=[^ab]*$)/i, (letter) => OTHER[letter] ?? letter);
  });
}

function mentionsIn(text: string): Choice[] {
  return [...text.matchAll(MENTION)].map(letterOf);
}

/** The patterns of LLMBar's released configurations, in their order: (a) is looked for first, wherever it stands. */
const RELEASED = {
  label: [/(?:^|\n) ?Output \(a\)/, /(?:^|\n) ?Output \(b\)/],
  sentence: [/Output \(a\) is better./, /Output \(b\) is better./],
} as const;

/**
 * The label by the patterns that were released with LLMBar: the first that occurs, which is (a) where an answer has
 * both.
 */
export function parseReleasedChoice(
  form: keyof typeof RELEASED,
): (answer: ModelAnswer) => ParseResult<Choice> {
  return (answer) =>
    readableToTheLast(answer, ({ text }) => {
      for (const [at, pattern] of RELEASED[form].entries()) {
        const match = pattern.exec(text);
        if (!match) continue;
        return {
          ok: true,
          value: at === 0 ? "a" : "b",
          rationale: form === "sentence" ? text.slice(0, match.index).trim() : "",
          span: [match.index, match.index + match[0].length],
          flags: [],
        };
      }
      return { ok: false, code: "no_marker" };
    });
}

/** Two scores on the last lines, "Score (a): 7" and "Score (b): 6", after any text. */
export function parseTwoScores(
  lo: number,
  hi: number,
): (answer: ModelAnswer) => ParseResult<{ a: number; b: number }> {
  return (answer) =>
    readableToTheLast(answer, ({ text }) => {
      const lines = [...text.matchAll(/^[\s*_>#-]{0,10}score\s{0,4}\(([ab])\)[\s*_]{0,4}[:：](.{0,40})$/gim)];
      const last = (letter: Choice) => lines.findLast((line) => letterOf(line) === letter);
      const [a, b] = [last("a"), last("b")];
      if (!a || !b) return { ok: false, code: "no_marker" };
      const scores = [a, b].map((line) => wholeScore(line[2] ?? "", lo, hi));
      const failed = scores.find((score) => typeof score === "string");
      if (failed !== undefined) return { ok: false, code: failed as "bad_value" | "out_of_range" };
      const first = Math.min(a.index, b.index);
      const end = Math.max(a.index + a[0].length, b.index + b[0].length);
      const latter = Number(scores[a.index > b.index ? 0 : 1]);
      if (mayGoOn(answer, latter, hi) && isLast(text, end)) return { ok: false, code: "truncated" };
      return {
        ok: true,
        value: { a: scores[0] as number, b: scores[1] as number },
        rationale: text.slice(0, first).trim(),
        span: [first, end],
        flags: [],
      };
    });
}

/** An answer that is only a whole number of the scale: "7", "Score: 7", "7/9". */
export function parseOnlyInteger(lo: number, hi: number): (answer: ModelAnswer) => ParseResult<number> {
  return (answer) =>
    readableWhole(answer, ({ text }) => {
      const score = text.length > 60 ? "bad_value" : wholeScore(text, lo, hi);
      if (typeof score === "string") return { ok: false, code: score };
      return { ok: true, value: score, rationale: "", span: [0, text.length], flags: [] };
    });
}

const WHOLE =
  /^[\s*_"'“`]*(?:(?:score|rating)[\s*_]*[:：][\s*_]*)?([-−]?\d{1,9})(?:\s*(?:\/|out of)\s*(\d{1,9}))?[\s*_"'”`.]*$/i;

/** The one number of a short text. */
function wholeScore(text: string, lo: number, hi: number): number | "bad_value" | "out_of_range" {
  const match = WHOLE.exec(text.trim());
  if (!match || (match[2] !== undefined && Number(match[2]) !== hi)) return "bad_value";
  const score = Number((match[1] as string).replace("−", "-"));
  return score < lo || score > hi ? "out_of_range" : score;
}

/** The whole answer as text, such as a reference output. With `acceptCut` also one that its length limit cut off. */
export function parseWholeText(acceptCut: boolean): (answer: ModelAnswer) => ParseResult<string> {
  return (answer) =>
    (acceptCut ? readableToTheLast<string> : readableWhole<string>)(answer, ({ text }) => ({
      ok: true,
      value: text,
      rationale: "",
      span: [0, text.length],
      flags: answer.finishReason === "length" ? ["cut_off"] : [],
    }));
}
