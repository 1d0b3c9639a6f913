import {
  characterClasses,
  classAt,
  LETTER,
  MARK,
  NUMBER,
  SPACE,
  UNDERSCORE,
  UNSPACED,
  widthAt,
} from "./classes";
import { plainText } from "./markdown";

/** Positions of words: start and end of each in turn. */
interface Words {
  count: number;
  bounds: number[];
}

export type WordConvention = "uax29" | "whitespace" | "regex";

/** Longest text passed to Intl.Segmenter, whose time grows faster than linearly. */
const SEGMENTED_AT_ONCE = 500;
/** Longer text in scripts without spaces is sampled: about 2 µs per segment. */
const SEGMENTED_AT_ALL = 4000;

const signs = (list: string) => new Set([...list].map((sign) => sign.charCodeAt(0)));
const HYPHENS = signs("-\u2010\u2011");
const BETWEEN_LETTERS = signs("'\u2019\u2018.\u00b7\u2027\u2024");
const BETWEEN_NUMBERS = signs("'\u2019\u2018.\u2024,;");

let segmenter: Intl.Segmenter | undefined;

/** Tokens between white space, as word processors count. */
export function whitespaceWords(text: string, keep = true): Words {
  const classes = characterClasses(text);
  return runs(classes, (of) => !(of & SPACE), keep);
}

/** Runs of letters, numbers and underscores: "don't" is two. */
export function regexWords(text: string, keep = true): Words {
  return runs(characterClasses(text), (of) => (of & (LETTER | NUMBER | UNDERSCORE)) !== 0, keep);
}

function runs(classes: Uint16Array, belongs: (classes: number) => boolean, keep: boolean): Words {
  const bounds: number[] = [];
  let count = 0;
  let inside = false;
  for (let i = 0; i < classes.length; i++) {
    if (belongs(classes[i] as number) === inside) continue;
    inside = !inside;
    if (inside) count++;
    if (keep) bounds.push(i);
  }
  if (inside && keep) bounds.push(classes.length);
  return { count, bounds };
}

/**
 * Words by the rules of UAX #29 (letters with apostrophes or full stops between them, numbers with their
 * separators), joined across hyphens, so that "well-known" is one. Text in scripts without spaces is passed
 * to Intl.Segmenter; if it is long, extrapolated from the first few thousand characters: `estimated`.
 */
export function uaxWords(text: string, keep = true): Words & { estimated: boolean } {
  const classes = characterClasses(text);
  const bounds: number[] = [];
  let count = 0;
  let segmented = 0;
  let segmentedWords = 0;
  let skipped = 0;
  let i = 0;
  while (i < classes.length) {
    const here = classes[i] as number;
    if (here & UNSPACED && here & (LETTER | NUMBER)) {
      const start = i;
      while (
        i < classes.length &&
        i - start < SEGMENTED_AT_ONCE &&
        (classes[i] as number) & (UNSPACED | MARK)
      )
        i++;
      if (segmented >= SEGMENTED_AT_ALL) skipped += i - start;
      else {
        segmented += i - start;
        segmentedWords += segment(text.slice(start, i), start, bounds);
      }
      continue;
    }
    if (!(here & (LETTER | NUMBER | UNDERSCORE))) {
      i++;
      continue;
    }
    const start = i;
    let last = here;
    let real = false;
    for (; i < classes.length; i++) {
      const now = classes[i] as number;
      if (now & (LETTER | NUMBER)) {
        if (now & UNSPACED && now & LETTER) break;
        last = now;
        real = true;
      } else if (now & UNDERSCORE) last = now;
      else if (!(now & MARK) && !joins(text, classes, i, last)) break;
    }
    if (!real) continue;
    count++;
    if (keep) bounds.push(start, i);
  }
  const extra = segmented > 0 ? Math.round((skipped * segmentedWords) / segmented) : 0;
  return { count: count + segmentedWords + extra, bounds, estimated: skipped > 0 };
}

/** True if a sign between two characters keeps them in one word. */
function joins(text: string, classes: Uint16Array, i: number, before: number): boolean {
  const after = classes[i + 1] ?? 0;
  if (!(after & (LETTER | NUMBER)) || after & UNSPACED) return false;
  const sign = text.charCodeAt(i);
  if (HYPHENS.has(sign)) return true;
  if (before & LETTER) return (after & LETTER) !== 0 && BETWEEN_LETTERS.has(sign);
  return (before & NUMBER) !== 0 && (after & NUMBER) !== 0 && BETWEEN_NUMBERS.has(sign);
}

function segment(run: string, offset: number, bounds: number[]): number {
  let count = 0;
  segmenter ??= new Intl.Segmenter("en", { granularity: "word" });
  for (const { segment: piece, index, isWordLike } of segmenter.segment(run)) {
    if (!isWordLike) continue;
    count++;
    bounds.push(offset + index, offset + index + piece.length);
  }
  return count;
}

export const wordsBy: Record<WordConvention, (text: string) => Words> = {
  uax29: uaxWords,
  whitespace: whitespaceWords,
  regex: regexWords,
};

/** The word counts of a text, raw and without its markdown marks. */
export function wordCounts(text: string): {
  counts: Record<string, number>;
  unspaced: boolean;
  estimated: boolean;
} {
  const uax = uaxWords(text, false);
  const counts: Record<string, number> = {
    uax29: uax.count,
    whitespace: whitespaceWords(text, false).count,
    regex: regexWords(text, false).count,
  };
  const unspaced = mostlyUnspaced(text);
  const plain = plainText(text);
  if (plain !== text) {
    counts.uax29_plain = uaxWords(plain, false).count;
    counts.whitespace_plain = whitespaceWords(plain, false).count;
    counts.regex_plain = regexWords(plain, false).count;
  }
  return { counts, unspaced, estimated: uax.estimated };
}

/** True if at least a tenth of the letters are of a script without spaces. */
function mostlyUnspaced(text: string): boolean {
  let letters = 0;
  let unspaced = 0;
  for (const classes of characterClasses(text)) {
    if (!(classes & LETTER)) continue;
    letters++;
    if (classes & UNSPACED) unspaced++;
  }
  return unspaced * 10 > letters;
}

/** The words in order. */
export function wordTexts(text: string, { bounds }: Words): string[] {
  const words: string[] = [];
  for (let i = 0; i < bounds.length; i += 2) words.push(text.slice(bounds[i], bounds[i + 1]));
  return words;
}

/** A word normalised for comparison: lower case, straight apostrophes, no punctuation at its edges. */
export function bareWord(word: string): string {
  let start = 0;
  let end = word.length;
  while (start < end && !(classAt(word, start) & (LETTER | NUMBER | MARK))) start += widthAt(word, start);
  while (end > start && !(classAt(word, end - 1) & (LETTER | NUMBER | MARK)) && !isLowHalf(word, end - 1))
    end--;
  return foldCase(word.slice(start, end)).normalize("NFC");
}

function isLowHalf(text: string, i: number): boolean {
  const unit = text.charCodeAt(i);
  return unit >= 0xdc00 && unit <= 0xdfff;
}

/** Maps every UTF-16 unit to itself, but quotes to straight ones and white space to plain spaces. */
const STRAIGHT = new Uint16Array(65536);
for (let unit = 0; unit < 65536; unit++)
  STRAIGHT[unit] = classAt(String.fromCharCode(unit), 0) & SPACE ? 32 : unit;
for (const sign of "\u2018\u2019\u02bc") STRAIGHT[sign.charCodeAt(0)] = 39;
for (const sign of "\u201c\u201d") STRAIGHT[sign.charCodeAt(0)] = 34;

/** Lower case with straight quotes and plain spaces; as long as the text, so that positions match. */
export function foldCase(text: string): string {
  const units = new Uint16Array(Math.min(text.length, 8192));
  let straight = "";
  for (let from = 0; from < text.length; from += units.length) {
    const n = Math.min(units.length, text.length - from);
    for (let i = 0; i < n; i++) units[i] = STRAIGHT[text.charCodeAt(from + i)] as number;
    straight += String.fromCharCode(...(n < units.length ? units.subarray(0, n) : units));
  }
  // The only letter that is longer in lower case is left unchanged.
  return straight
    .split("\u0130")
    .map((piece) => piece.toLowerCase())
    .join("\u0130");
}
