import { characterClasses, classAt, LETTER, LOWER, UPPER, widthAt } from "../text/classes";
import { fences } from "../text/markdown";
import { sentences } from "../text/sentences";
import { whitespaceWords } from "../text/words";
import { agreed, type Check, countOf, type Finding, spansOf } from "../types";
import { countMatches } from "./counts";

type Place = { start: number; end: number };

/** Words that titles do not capitalise. */
const SMALL = new Set(
  "a an the and but or nor for so yet as at by in of off on per to up via with from into onto over than that if is".split(
    " ",
  ),
);

export function runCase({ mode }: Extract<Check, { kind: "case" }>, text: string): Finding {
  if (mode === "title") return titleCase(text);
  if (mode === "sentence") return sentenceCase(text);
  const wrong: Place[] = [];
  let right = 0;
  const [bad, good] = mode === "lower" ? [UPPER, LOWER] : [LOWER, UPPER];
  for (let i = 0; i < text.length; i += widthAt(text, i)) {
    const classes = classAt(text, i);
    if (classes & bad) wrong.push({ start: i, end: i + widthAt(text, i) });
    else if (classes & good) right++;
  }
  const inCode = fences(text);
  let code = 0;
  const outside = wrong.filter(({ start }) => {
    while ((inCode[code]?.end ?? Number.POSITIVE_INFINITY) <= start) code++;
    return start < (inCode[code]?.start ?? Number.POSITIVE_INFINITY);
  });
  const verdict =
    wrong.length === 0 ? (right > 0 ? "yes" : "inapplicable") : outside.length === 0 ? "borderline" : "no";
  const name = mode === "lower" ? "capital" : "small";
  return {
    verdict,
    evidence: {
      summary: right + wrong.length === 0 ? "no letters with case" : countOf(wrong.length, `${name} letter`),
      counts: { offending: wrong.length, offending_outside_code: outside.length },
      spans: spansOf(wrong, `${name} letter`),
    },
  };
}

/** Checks that all words are capitalised; function words may or may not be, so only other words decide. */
function titleCase(text: string): Finding {
  const { bounds } = whitespaceWords(text);
  const all = characterClasses(text);
  const wrong: Place[] = [];
  const small: Place[] = [];
  let cased = 0;
  let loud = 0;
  for (let i = 0; i < bounds.length; i += 2) {
    let start = bounds[i] as number;
    const end = bounds[i + 1] as number;
    while (start < end && !((all[start] as number) & LETTER)) start++;
    if (start >= end) continue;
    const classes = all[start] as number;
    if (classes & UPPER) {
      cased++;
      if (end - start > 3 && text.slice(start, end) === text.slice(start, end).toUpperCase()) loud++;
    } else if (classes & LOWER) {
      const word = text
        .slice(start, end)
        .toLowerCase()
        .replace(/[^\p{L}]+$/u, "");
      const edge = i === 0 || i === bounds.length - 2;
      (SMALL.has(word) && !edge ? small : wrong).push({ start, end });
    }
  }
  if (cased + wrong.length + small.length === 0) {
    return { verdict: "inapplicable", evidence: { summary: "no letters with case" } };
  }
  const conventions = {
    every_word: wrong.length + small.length === 0 ? "yes" : "no",
    except_small_words: wrong.length === 0 ? "yes" : "no",
    no_capitals_throughout: loud > 0 && loud === cased ? "no" : wrong.length === 0 ? "yes" : "no",
  } as const;
  const verdict = small.length > 0 && wrong.length === 0 && loud < cased ? "yes" : agreed(conventions);
  return {
    verdict,
    evidence: {
      summary: `${countOf(wrong.length, "word")} without a capital${small.length > 0 ? `, and ${countOf(small.length, "small word")}` : ""}`,
      conventions,
      spans: spansOf(wrong, "small letter"),
    },
  };
}

/**
 * Checks that sentences begin with a capital. Capitals elsewhere may be names, so they leave it undecided.
 */
function sentenceCase(text: string): Finding {
  const wrong: Place[] = [];
  let others = 0;
  let opened = 0;
  for (const { start, end } of sentences(text)) {
    let first = true;
    for (let i = start; i < end; i += widthAt(text, i)) {
      const classes = classAt(text, i);
      if (!(classes & LETTER)) continue;
      if (first && classes & LOWER) wrong.push({ start: i, end: i + 1 });
      if (first && classes & UPPER) opened++;
      if (!first && classes & UPPER && !/^I\b/.test(text.slice(i, i + 2))) others++;
      first = false;
    }
  }
  if (opened + wrong.length === 0)
    return { verdict: "inapplicable", evidence: { summary: "no letters with case" } };
  // A small letter after a full stop opens a sentence, or follows an abbreviation.
  const behindStops = countMatches(
    text,
    /[.\u2026]["'\u201d\u2019)\]*_]{0,3}\s{1,3}["'\u201c\u2018([*_]{0,3}\p{Ll}/gu,
  );
  return {
    verdict: wrong.length > 0 ? "no" : others + behindStops.count > 0 ? "borderline" : "yes",
    evidence: {
      summary: `${countOf(wrong.length, "sentence opens", "sentences open")} with a small letter, ${countOf(others, "capital")} elsewhere`,
      counts: {
        small_openings: wrong.length,
        capitals_elsewhere: others,
        small_behind_stops: behindStops.count,
      },
      spans: spansOf([...wrong, ...behindStops.places], "small letter"),
    },
  };
}

type Foreign = { pattern: RegExp; one: string; many: string };

const FOREIGN: Record<Extract<Check, { kind: "charset" }>["set"], Foreign> = {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: ASCII is meant to its first character.
  ascii: { pattern: /[^\u0000-\u007f]/gu, one: "character beyond ASCII", many: "characters beyond ASCII" },
  no_digits: { pattern: /\p{Nd}/gu, one: "digit", many: "digits" },
  no_punctuation: { pattern: /\p{P}/gu, one: "punctuation mark", many: "punctuation marks" },
  no_comma: { pattern: /,/g, one: "comma", many: "commas" },
  latin: {
    pattern: /(?!\p{Script=Latin})\p{L}/gu,
    one: "letter of another script",
    many: "letters of other scripts",
  },
};

export function runCharset({ set }: Extract<Check, { kind: "charset" }>, text: string): Finding {
  const { pattern, one, many } = FOREIGN[set];
  const { count, places } = countMatches(text, pattern);
  const others = set === "no_comma" ? countMatches(text, /[，،、﹐､]/g).count : 0;
  return {
    verdict: count === 0 ? "yes" : "no",
    evidence: {
      summary: `${countOf(count, one, many)}${others > 0 ? `, and ${countOf(others, "comma of another script", "commas of other scripts")}` : ""}`,
      counts: { found: count, ...(set === "no_comma" ? { other_commas: others } : {}) },
      spans: spansOf(places, one),
    },
  };
}
