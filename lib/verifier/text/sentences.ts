import {
  classAt,
  hasLetterOrNumber,
  LETTER,
  LOWER,
  NUMBER,
  SPACE,
  UNSPACED,
  UPPER,
  widthAt,
} from "./classes";
import { isBlank, isHeadingLine, listLine, type MarkdownLine, markdownLines } from "./markdown";

interface Sentence extends MarkdownLine {
  heading: boolean;
  listed: boolean;
}

const ABBREVIATIONS = new Set(
  "mr mrs ms mx dr prof st sr jr vs e.g i.e eg ie no fig inc ltd co corp a.m p.m gen col sgt capt lt rev hon approx dept est vol ch pp cf al jan feb mar apr jun jul aug sep sept oct nov dec".split(
    " ",
  ),
);
const signs = (list: string) => new Set([...list].map((sign) => sign.charCodeAt(0)));
const FULL_STOPS = signs(".\u2024\uff0e");
const STRONG = signs("!?\u2026\u3002\uff01\uff1f\uff61\u061f\u06d4\u0964\u0965\u203c\u2047\u2048\u2049");
const CLOSERS = signs("\"'\u201d\u2019)]}\u00bb*_\u300d\u300f\uff09");
const OPENERS = signs("\"'\u201c\u2018([\u00ab*_");

/**
 * The sentences of a text: line by line, without list and heading marks, by the rules of UAX #29 with a guard
 * for abbreviations, where "Dr. Smith" is no end.
 */
export function sentences(text: string): Sentence[] {
  const found: Sentence[] = [];
  for (const line of markdownLines(text)) {
    if (isBlank(line.text)) continue;
    const item = listLine(line);
    const mark = item ? line.text.length - item.content.length : markLength(line.text);
    const heading = isHeadingLine(line.text) || (item === null && line.text.trimEnd().endsWith(":"));
    let start = line.start + mark;
    const push = (end: number) => {
      const from = start;
      start = end;
      if (!hasLetterOrNumber(text, from, end)) return;
      const piece = text.slice(from, end);
      found.push({
        start: from + (piece.length - piece.trimStart().length),
        end: from + piece.trimEnd().length,
        text: piece.trim(),
        heading,
        listed: item !== null,
      });
    };
    for (let i = start; i < line.end; ) {
      const end = endAfter(text, i, start, line.end);
      if (end === null) i++;
      else {
        if (end.breaks) push(end.at);
        i = Math.max(end.at, i + 1);
      }
    }
    push(line.end);
  }
  return found;
}

/** The length of a heading or quotation mark at the start of a line. */
function markLength(line: string): number {
  return /^[ \t]*[#>]/.test(line) ? (/^[ \t]*(?:#{1,6}|>)[ \t]+/.exec(line)?.[0].length ?? 0) : 0;
}

/** True if a sentence ends at the sign at `i`, and where the next one would start; null for other signs. */
function endAfter(
  text: string,
  i: number,
  start: number,
  limit: number,
): { at: number; breaks: boolean } | null {
  const unit = text.charCodeAt(i);
  const stop = FULL_STOPS.has(unit);
  if (!stop && !STRONG.has(unit)) return null;
  let at = i + 1;
  let strong = !stop;
  while (at < limit && (FULL_STOPS.has(text.charCodeAt(at)) || STRONG.has(text.charCodeAt(at)))) {
    if (STRONG.has(text.charCodeAt(at))) strong = true;
    at++;
  }
  while (at < limit && CLOSERS.has(text.charCodeAt(at))) at++;
  const spaced = at;
  while (at < limit && classAt(text, at) & SPACE) at++;
  if (at >= limit) return { at: limit, breaks: true };
  if (strong && spaced === at) {
    const unspaced = unit >= 0x3000 || (classAt(text, at) & UNSPACED) !== 0;
    return { at, breaks: unspaced };
  }
  if (spaced === at) return { at, breaks: false };
  if (strong && unit !== 0x2026) return { at, breaks: !",;:-\u2013\u2014".includes(text[at] as string) };
  return { at, breaks: !startsLow(text, at, limit) && !isAbbreviation(text, i, start) };
}

/** True if the text after a full stop starts with a small letter, ignoring signs. */
function startsLow(text: string, from: number, limit: number): boolean {
  for (let i = from; i < Math.min(limit, from + 20); i += widthAt(text, i)) {
    const classes = classAt(text, i);
    if (classes & (LETTER | NUMBER)) return (classes & LOWER) !== 0;
    if (classes & SPACE) continue;
  }
  return false;
}

function isAbbreviation(text: string, stop: number, start: number): boolean {
  let from = stop;
  while (from > start && stop - from < 12 && !(classAt(text, from - 1) & SPACE)) from--;
  let word = text.slice(from, stop);
  while (word !== "" && (OPENERS.has(word.charCodeAt(0)) || CLOSERS.has(word.charCodeAt(0))))
    word = word.slice(1);
  if (word.length === 1) return (classAt(word, 0) & UPPER) !== 0 && word !== "I";
  return ABBREVIATIONS.has(word.toLowerCase()) || /^(?:\p{L}\.)+\p{L}$/u.test(word);
}

/** Sentences by punctuation alone: an end sign, closing quotes, space, then a capital or a number. */
export function punctuationSentences(text: string): number {
  let count = 0;
  let content = false;
  for (let i = 0; i < text.length; ) {
    const classes = classAt(text, i);
    if (classes & (LETTER | NUMBER)) content = true;
    const unit = text.charCodeAt(i);
    if (!FULL_STOPS.has(unit) && !STRONG.has(unit)) {
      i += widthAt(text, i);
      continue;
    }
    let at = i + 1;
    while (at < text.length && CLOSERS.has(text.charCodeAt(at))) at++;
    const spaced = at;
    while (at < text.length && classAt(text, at) & SPACE) at++;
    const wide = unit >= 0x3000;
    let next = at;
    while (next < text.length && OPENERS.has(text.charCodeAt(next))) next++;
    const after = next < text.length ? classAt(text, next) : 0;
    const starts = (after & (UPPER | NUMBER)) !== 0 || (after & LETTER && !(after & LOWER));
    if (content && ((wide && after !== 0) || (at > spaced && starts))) {
      count++;
      content = false;
    }
    i = Math.max(at, i + 1);
  }
  return count + (content ? 1 : 0);
}
