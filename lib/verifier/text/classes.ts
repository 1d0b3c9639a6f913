/*
 * Unicode properties of every UTF-16 unit of the basic plane in one table: one look-up per character keeps
 * every count linear and fast, unlike a regular expression or Intl.Segmenter per character.
 */

export const LETTER = 1;
export const NUMBER = 2;
export const MARK = 4;
export const SPACE = 8;
export const UPPER = 16;
export const LOWER = 32;
/** Scripts written without spaces between words, where words need a dictionary. */
export const UNSPACED = 64;
const PUNCTUATION = 128;
export const UNDERSCORE = 256;
/** The second half of a surrogate pair, which also has the classes of the pair. */
const HALF = 512;

const properties: [number, RegExp][] = [
  [LETTER, /\p{L}/gu],
  [NUMBER, /\p{N}/gu],
  [MARK, /\p{M}|\u200c|\u200d|\u00ad/gu],
  [SPACE, /\s/gu],
  [UPPER, /[\p{Lu}\p{Lt}]/gu],
  [LOWER, /\p{Ll}/gu],
  [
    UNSPACED,
    /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/gu,
  ],
  [PUNCTUATION, /\p{P}/gu],
  [UNDERSCORE, /_/gu],
];

const table = new Uint16Array(65536);
let basic = "";
for (let unit = 0; unit < 65536; unit++) {
  if (unit < 0xd800 || unit > 0xdfff) basic += String.fromCharCode(unit);
}
for (const [bit, pattern] of properties) {
  for (const { 0: found } of basic.matchAll(pattern)) {
    const unit = found.charCodeAt(0);
    table[unit] = (table[unit] ?? 0) | bit;
  }
}
basic = "";

const beyond = new Map<number, number>();

/** The classes of the character at `i` of a text; of a surrogate pair, when `i` is its first half. */
export function classAt(text: string, i: number): number {
  const unit = text.charCodeAt(i);
  if (unit < 0xd800 || unit > 0xdbff) return table[unit] ?? 0;
  const point = text.codePointAt(i) ?? 0;
  if (point < 0x10000) return 0;
  const known = beyond.get(point);
  if (known !== undefined) return known;
  const character = String.fromCodePoint(point);
  let classes = 0;
  for (const [bit, pattern] of properties) {
    pattern.lastIndex = 0;
    if (pattern.test(character)) classes |= bit;
  }
  if (beyond.size < 200_000) beyond.set(point, classes);
  return classes;
}

let recent: { text: string; classes: Uint16Array }[] = [];

/**
 * The classes of every UTF-16 unit of a text. Those of the last few texts are cached, because one check needs
 * them often.
 */
export function characterClasses(text: string): Uint16Array {
  const known = recent.find((one) => one.text === text);
  if (known) return known.classes;
  const classes = new Uint16Array(text.length);
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit < 0xd800 || unit > 0xdbff) {
      classes[i] = table[unit] ?? 0;
      continue;
    }
    const of = classAt(text, i);
    classes[i] = of;
    if (widthAt(text, i) === 2) classes[++i] = of | HALF;
  }
  recent = [{ text, classes }, ...recent.slice(0, 1)];
  return classes;
}

/** 2 for a surrogate pair, else 1. */
export function widthAt(text: string, i: number): 1 | 2 {
  const unit = text.charCodeAt(i);
  if (unit < 0xd800 || unit > 0xdbff) return 1;
  const next = text.charCodeAt(i + 1);
  return next >= 0xdc00 && next <= 0xdfff ? 2 : 1;
}

/** The number of characters with a class. */
export function countClass(text: string, classes: number): number {
  let count = 0;
  for (const one of characterClasses(text)) if (one & classes && !(one & HALF)) count++;
  return count;
}

export function hasLetterOrNumber(text: string, start = 0, end = text.length): boolean {
  for (let i = start; i < end; i += widthAt(text, i)) {
    if (classAt(text, i) & (LETTER | NUMBER)) return true;
  }
  return false;
}
