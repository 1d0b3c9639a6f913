import type { CountedUnit } from "../countable-units";
import { classAt, countClass, LETTER, LOWER, NUMBER, UPPER, widthAt } from "../text/classes";
import { graphemes } from "../text/graphemes";
import { listOf } from "../text/lists-and-tables";
import { blocks, fences, headings, isBlank, isHeadingLine, listItems, markdownLines } from "../text/markdown";
import { punctuationSentences, sentences } from "../text/sentences";
import { regexWords, whitespaceWords, wordCounts, wordTexts } from "../text/words";
import { type Bound, boundText, type Check, type Finding, MAX_SPANS, spansOf, weigh } from "../types";

type Place = { start: number; end: number };

/** A unit counted by every convention there is for it. */
interface Counted {
  counts: Record<string, number>;
  places?: Place[];
  details?: Record<string, unknown>;
  /** Set when the number proves nothing by itself. */
  doubt?: string;
}

type Counter = (text: string, bound: Bound & { divider?: string }) => Counted;

/** The counters of each unit. All conventions must agree for a verdict. */
const counters: Record<CountedUnit, Counter> = {
  word(text, bound) {
    const { counts, unspaced, estimated } = wordCounts(text);
    if (!unspaced) return { counts, ...(estimated ? { doubt: "a part is in a script without spaces" } : {}) };
    const counted = counts.uax29 ?? 0;
    const limits = [bound.n, bound.hi ?? bound.n];
    const margin = estimated ? 0.5 : 0.2;
    const near = limits.some((limit) => Math.abs(counted - limit) <= margin * limit);
    return {
      counts: { uax29: counted },
      details: { characters: graphemes(text).without_spaces, ...(estimated ? { estimated } : {}) },
      ...(near || bound.op === "approx" ? { doubt: "words are uncertain in a script without spaces" } : {}),
    };
  },
  sentence(text) {
    const found = sentences(text);
    const counts: Record<string, number> = { icu: found.length, punct: punctuationSentences(text) };
    if (found.some(({ heading }) => heading))
      counts.without_headings = found.filter(({ heading }) => !heading).length;
    if (found.some(({ listed }) => listed))
      counts.without_list_items = found.filter(({ listed }) => !listed).length;
    return { counts, places: found };
  },
  paragraph(text, { divider }) {
    if (divider) return divided(text, divider);
    const found = blocks(text);
    const lines = markdownLines(text).filter((line) => /[\p{L}\p{N}]/u.test(line.text)).length;
    const counts: Record<string, number> = { blocks: found.length, lines };
    const titled = found.filter((block) => !block.text.includes("\n") && isHeadingLine(block.text)).length;
    if (titled > 0) counts.without_headings = found.length - titled;
    return { counts, places: found };
  },
  line(text) {
    const found = markdownLines(text).filter((line) => !isBlank(line.text));
    return { counts: { lines: found.length }, places: found };
  },
  character(text, { op, n, hi = n }) {
    const counts = graphemes(text.trim());
    const embedded = op !== "ge" && op !== "gt" && hi <= 40 && counts.with_spaces > 3 * hi;
    return {
      counts,
      details: { code_points: countPoints(text) },
      ...(embedded ? { doubt: "the answer may stand inside other prose" } : {}),
    };
  },
  letter: (text) => ({ counts: { letters: countClass(text, LETTER) } }),
  bullet(text) {
    const { all, top } = listItems(text);
    const bullets = all.filter(({ kind }) => kind === "bullet");
    const outer = top.filter(({ kind }) => kind === "bullet");
    const counts: Record<string, number> = { top_level: outer.length, with_nested: bullets.length };
    if (top.length > outer.length) counts.with_numbered = top.length;
    const found = {
      counts,
      places: outer.length > 0 ? outer : bullets,
      details: { ifeval: ifevalBullets(text) },
    };
    const odd = bullets.length === 0 && matches(text, /^[ \t]*[\p{S}\p{Po}][ \t]+\S/gmu).length > 0;
    return odd ? { ...found, doubt: "lines open with signs that may be bullets" } : found;
  },
  item(text) {
    const list = listOf(text);
    if (!list)
      return { counts: { items: 0 }, doubt: "no list was recognised; the items may be in running text" };
    const counts: Record<string, number> = { items: list.items.length };
    if (list.all !== list.items.length) counts.with_nested = list.all;
    return {
      counts,
      places: list.how === "json" ? [] : list.items,
      details: { read_as: list.how, restarts: list.restarts },
      ...(list.restarts > 0 ? { doubt: "the numbering starts again" } : {}),
    };
  },
  section(text) {
    const found = headings(text);
    return {
      counts: { headings: found.length },
      places: found,
      ...(found.length === 0 ? { doubt: "no headings part the text" } : {}),
    };
  },
  stanza(text) {
    const found = blocks(text);
    const counts: Record<string, number> = { blocks: found.length };
    const titled = found.filter((block) => !block.text.includes("\n")).length;
    if (titled > 0 && titled < found.length) counts.without_single_lines = found.length - titled;
    return { counts, places: found };
  },
  heading(text) {
    const found = headings(text);
    const bold = found.filter(({ text: line }) => /^\s*(?:\*\*|__)/.test(line)).length;
    return {
      counts: { headings: found.length, ...(bold > 0 ? { without_bold_lines: found.length - bold } : {}) },
      places: found,
    };
  },
  hashtag(text) {
    const places = matches(text, /#[\p{L}\p{N}_]+/gu);
    return {
      counts: { hashtags: places.length },
      places,
      details: { raw_signs: matches(text, /#/g).length },
    };
  },
  emoji(text) {
    const places = matches(
      text,
      /\p{RI}\p{RI}|(?:\p{Emoji_Presentation}|\p{Extended_Pictographic}\uFE0F|[#*0-9]\uFE0F?\u20E3)(?:\p{EMod}|\uFE0F|\u200D\p{Extended_Pictographic})*/gu,
    );
    const plain = matches(
      text,
      /\p{Extended_Pictographic}(?:\p{EMod}|\uFE0F|\u200D\p{Extended_Pictographic})*|\p{RI}\p{RI}/gu,
    );
    return {
      counts: { emoji: places.length, with_text_symbols: Math.max(places.length, plain.length) },
      places,
    };
  },
  placeholder(text) {
    const places = placeholders(text);
    return {
      counts: { placeholders: places.length },
      places,
      details: { ifeval: matches(text, /\[[^[\]]*\]/g).length },
    };
  },
  highlight(text) {
    const places = highlights(text);
    return { counts: { highlighted: places.length }, places };
  },
  bold(text) {
    const places = boldSpans(text);
    return { counts: { bold: places.length }, places };
  },
  question(text) {
    const places = sentences(text).filter(({ text: one }) => /[?？؟]["'”’)\]*_]*$/.test(one));
    return { counts: { sentences: places.length, marks: matches(text, /[?？؟]/g).length }, places };
  },
  question_mark: (text) => signs(text, /[?？؟]/g),
  exclamation_mark: (text) => signs(text, /[!！]/g),
  comma: (text) => ({ ...signs(text, /,/g), details: { other_commas: matches(text, /[，،、]/g).length } }),
  digit: (text) => signs(text, /\p{Nd}/gu),
  number(text) {
    const places = matches(text, /\d+(?:[.,]\d+)*/g);
    return { counts: { numbers: places.length, digits_runs: matches(text, /\d+/g).length }, places };
  },
  uppercase_letter: (text) => signs(text, /\p{Lu}/gu),
  lowercase_letter: (text) => signs(text, /\p{Ll}/gu),
  symbol(text) {
    const all = countMatches(text, /[\p{S}\p{P}]/gu);
    return {
      counts: { punctuation_and_symbols: all.count, symbols: countMatches(text, /\p{S}/gu).count },
      places: all.places,
    };
  },
  caps_word(text) {
    const { bounds } = regexWords(text);
    const places: Place[] = [];
    let single = 0;
    for (let i = 0; i < bounds.length; i += 2) {
      const start = bounds[i] as number;
      const end = bounds[i + 1] as number;
      const letters = capitals(text, start, end);
      if (letters === 1) single++;
      else if (letters > 1) places.push({ start, end });
    }
    const tokens = wordTexts(text, whitespaceWords(text)).filter(
      (token) => capitals(token, 0, token.length) > 1,
    ).length;
    return { counts: { words: places.length, tokens, with_single_letters: places.length + single }, places };
  },
  code_block(text) {
    const found = fences(text);
    return { counts: { fenced: found.length }, places: found };
  },
};

/** The number of letters in a token of capitals only; 0 for other tokens. */
function capitals(text: string, start: number, end: number): number {
  let count = 0;
  for (let i = start; i < end; i += widthAt(text, i)) {
    const classes = classAt(text, i);
    if (classes & UPPER) count++;
    else if (classes & (LOWER | LETTER)) return 0;
    else if (classes & NUMBER) continue;
  }
  return count;
}

function countPoints(text: string): number {
  let count = 0;
  for (let i = 0; i < text.length; i += widthAt(text, i)) count++;
  return count;
}

/** Matches of one of our own fixed patterns. */
export function matches(text: string, pattern: RegExp): Place[] {
  const places: Place[] = [];
  for (const found of text.matchAll(pattern))
    places.push({ start: found.index, end: found.index + found[0].length });
  return places;
}

/** Number of matches of one of our own fixed patterns, and the first positions. */
export function countMatches(text: string, pattern: RegExp): { count: number; places: Place[] } {
  const places: Place[] = [];
  let count = 0;
  pattern.lastIndex = 0;
  for (let found = pattern.exec(text); found; found = pattern.exec(text)) {
    if (count++ < MAX_SPANS) places.push({ start: found.index, end: pattern.lastIndex });
  }
  return { count, places };
}

function signs(text: string, pattern: RegExp): Counted {
  const { count, places } = countMatches(text, pattern);
  return { counts: { signs: count }, places };
}

function ifevalBullets(text: string): number {
  return matches(text, /^[ \t]*\*[^*\n].*$/gm).length + matches(text, /^[ \t]*-.*$/gm).length;
}

/** Square brackets with text, but not links, footnotes or checkboxes. */
export function placeholders(text: string): Place[] {
  return matches(text, /\[[^[\]\n]{1,500}\]/g).filter(({ start, end }) => {
    const inside = text.slice(start + 1, end - 1);
    const next = text[end];
    return (
      inside.trim() !== "" &&
      inside !== "x" &&
      inside !== "X" &&
      next !== "(" &&
      next !== ":" &&
      !inside.startsWith("^")
    );
  });
}

/** Emphasised text, *one* or **one**, each counted once. */
export function highlights(text: string): Place[] {
  return matches(text, /\*\*\*[^*\n]{1,2000}\*\*\*|\*\*[^*\n]{1,2000}\*\*|\*[^*\n]{1,2000}\*/g).filter(
    ({ start, end }) => {
      const inside = text.slice(start, end).replace(/\*/g, "");
      return inside.trim() !== "" && !/^\s/.test(inside) && !/\s$/.test(inside);
    },
  );
}

export function boldSpans(text: string): Place[] {
  return matches(
    text,
    /\*\*[^*\n]{1,2000}\*\*|(?<![\p{L}\p{N}_])__[^_\n]{1,2000}__(?![\p{L}\p{N}_])/gu,
  ).filter(({ start, end }) => text.slice(start + 2, end - 2).trim() !== "");
}

/**
 * Pieces between dividers: empty first and last ones are ignored, an empty one in the middle makes the text
 * invalid.
 */
function divided(text: string, divider: string): Counted {
  const pieces = text.split(divider).map((piece) => piece.trim());
  if (pieces[0] === "") pieces.shift();
  if (pieces.at(-1) === "") pieces.pop();
  const empty = pieces.filter((piece) => piece === "").length;
  const counts = { [`parted by ${divider}`]: empty > 0 ? -1 : pieces.length };
  return {
    counts,
    details: { empty_pieces: empty, blank_line_blocks: blocks(text.split(divider).join("\n\n")).length },
  };
}

const NAMES: Partial<Record<CountedUnit, string>> = {
  item: "list item",
  question_mark: "question mark",
  exclamation_mark: "exclamation mark",
  uppercase_letter: "capital letter",
  lowercase_letter: "small letter",
  caps_word: "word in capitals",
  code_block: "code block",
  bullet: "bullet point",
  highlight: "highlighted part",
  bold: "bold part",
};

/** "1 word", "3 bullet points". */
export function unitText(unit: CountedUnit, n: number): string {
  const name = NAMES[unit] ?? unit.replace("_", " ");
  if (n === 1) return name;
  if (unit === "caps_word") return "words in capitals";
  return name === "emoji" ? name : `${name}s`;
}

export function runCount(check: Extract<Check, { kind: "count" }>, text: string): Finding {
  const { counts, places, details, doubt } = counters[check.unit](text, check);
  const { verdict, evidence } = weigh(counts, check);
  const numbers = [...new Set(Object.values(counts))];
  const shown = numbers.length === 1 ? `${numbers[0]}` : `${Math.min(...numbers)} to ${Math.max(...numbers)}`;
  const observed = `${shown} ${unitText(check.unit, numbers.length === 1 ? (numbers[0] ?? 0) : 2)}`;
  return {
    verdict: doubt ? "borderline" : verdict,
    evidence: {
      ...evidence,
      summary: `${observed}; asked for ${boundText(check)}${doubt ? ` (${doubt})` : ""}`,
      ...(places ? { spans: spansOf(places, check.unit) } : {}),
      details: {
        ...details,
        distance: Object.values(counts).map((count) => count - check.n),
        ...(doubt ? { doubt } : {}),
      },
    },
  };
}
