import { classAt, LETTER, MARK, NUMBER, UNSPACED, widthAt } from "../text/classes";
import { plainText } from "../text/markdown";
import { bareWord, foldCase, type WordConvention, wordsBy, wordTexts } from "../text/words";
import { agreed, type Check, type Finding, spansOf, type Verdict } from "../types";

type Edge = Extract<Check, { kind: "starts_with" | "ends_with" }>;

/** Characters of each end of a text that are examined, in addition to the value's length. */
const NEAR = 200;
const SHOWN = 80;

export function runEdge(check: Edge, text: string): Finding {
  const atStart = check.kind === "starts_with";
  const trimmed = text.trim();
  const reach = NEAR + check.value.length;
  const near = atStart ? trimmed.slice(0, reach) : trimmed.slice(-reach);
  const offset = text.indexOf(trimmed) + (atStart ? 0 : trimmed.length - near.length);
  const verdict = check.what === "word" ? edgeWord(check, near, atStart) : edgePhrase(check, near, atStart);
  const shown = atStart ? near.slice(0, SHOWN) : near.slice(-SHOWN);
  const start = atStart ? 0 : near.length - shown.length;
  return {
    verdict,
    evidence: {
      summary: `the response ${atStart ? "starts" : "ends"} “${shown}”`,
      spans: spansOf([{ start, end: start + shown.length }], atStart ? "start" : "end", offset),
    },
  };
}

function edgeWord({ value }: Edge, near: string, atStart: boolean): Verdict {
  const wanted = bareWord(value);
  const parts = wanted.split(/\s+/).length;
  const conventions: Record<string, "yes" | "no" | "borderline"> = {};
  const plain = plainText(near);
  for (const name of ["uax29", "whitespace", "regex"] as const) {
    if (name === "regex" && wordsBy.regex(wanted).count !== parts) continue;
    const words = wordTexts(plain, wordsBy[name](plain))
      .map(bareWord)
      .filter((word) => word !== "");
    const edge = atStart ? words.slice(0, parts) : words.slice(-parts);
    conventions[name] = edge.join(" ") === wanted ? "yes" : "no";
  }
  if (UNSPACED & classAt(wanted, 0)) {
    const bare = bareWord(plain);
    return (atStart ? bare.startsWith(wanted) : bare.endsWith(wanted)) ? "yes" : "no";
  }
  return agreed(conventions);
}

const QUOTES = "\"'\u201c\u201d\u2018\u2019`*_~#> \t\r\n\u00a0";

/**
 * Checks a phrase at an edge of the text, ignoring case, quotes and marks around it, but not its own end
 * sign.
 */
function edgePhrase({ value, what }: Edge, near: string, atStart: boolean): Verdict {
  const wanted = oneSpaced(foldCase(value.trim()));
  const bare = oneSpaced(foldCase(atStart ? withoutStart(near) : withoutEnd(near)));
  const raw = oneSpaced(foldCase(near));
  const holds = (text: string, phrase: string) => (atStart ? text.startsWith(phrase) : text.endsWith(phrase));
  if (what === "char") {
    if (raw === "") return "no";
    if (holds(raw, wanted)) {
      const edge = atStart ? near.slice(0, value.length) : near.slice(-value.length);
      return edge === value || wanted === value ? "yes" : "borderline";
    }
    return holds(bare, wanted) || holds(lettersOnly(raw, atStart), wanted) ? "borderline" : "no";
  }
  if (holds(raw, wanted) || holds(bare, wanted)) return bounded(bare, wanted, atStart) ? "yes" : "borderline";
  if (atStart) return "no";
  const stripped = wanted.replace(/[.!?\u2026]+$/, "");
  const end = bare.replace(/[.!?\u2026]+$/, "");
  if (stripped !== "" && end.endsWith(stripped)) {
    if (!bounded(end, stripped, atStart)) return "borderline";
    return stripped === wanted ? "yes" : "borderline";
  }
  return "no";
}

const oneSpaced = (text: string) => text.replace(/ +/g, " ");

function lettersOnly(text: string, atStart: boolean): string {
  const is = (i: number) => classAt(text, i) & (LETTER | NUMBER | MARK);
  let i = atStart ? 0 : text.length;
  if (atStart) {
    while (i < text.length && !is(i)) i += widthAt(text, i);
    return text.slice(i);
  }
  while (i > 0 && !is(i - 1)) i--;
  return text.slice(0, i);
}

/** True if the phrase is not part of a longer word of the text. */
function bounded(text: string, phrase: string, atStart: boolean): boolean {
  const word = LETTER | NUMBER;
  if (atStart) {
    const next = phrase.length;
    return next >= text.length || !(classAt(text, next) & word) || !(classAt(text, next - 1) & word);
  }
  const before = text.length - phrase.length - 1;
  return before < 0 || !(classAt(text, before) & word) || !(classAt(text, before + 1) & word);
}

function withoutStart(text: string): string {
  let i = 0;
  while (i < text.length && QUOTES.includes(text[i] as string)) i++;
  return text.slice(i);
}

function withoutEnd(text: string): string {
  let i = text.length;
  while (i > 0 && QUOTES.includes(text[i - 1] as string)) i--;
  return text.slice(0, i);
}

/** Checks words at given positions; negative positions count from the end. */
export function runNthWords({ pos, values }: Extract<Check, { kind: "nth_words" }>, text: string): Finding {
  const conventions: Record<string, "yes" | "no" | "borderline"> = {};
  const seen: Record<string, string[]> = {};
  let places: { start: number; end: number }[] = [];
  for (const name of ["uax29", "whitespace", "regex"] as WordConvention[]) {
    const words = wordsBy[name](text);
    const texts = pos.map((place) => {
      const at = (place < 0 ? words.count + place : place - 1) * 2;
      return { start: words.bounds[at] ?? -1, end: words.bounds[at + 1] ?? -1 };
    });
    const found = texts.map(({ start, end }) => (start < 0 ? "" : text.slice(start, end)));
    seen[name] = found;
    conventions[name] = values.every((value, i) => bareWord(found[i] ?? "") === bareWord(value))
      ? "yes"
      : "no";
    if (name === "uax29") places = texts.filter(({ start }) => start >= 0);
  }
  const summary = pos.map((place, i) => `word ${place}: “${seen.uax29?.[i] ?? ""}”`).join("; ");
  return {
    verdict: agreed(conventions),
    evidence: { summary, conventions, spans: spansOf(places, "word"), details: { seen } },
  };
}
