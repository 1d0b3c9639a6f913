import type { TextId } from "@/lib/i18n/rules";

/** A character that cannot be seen, or that changes how other characters are displayed. */
export interface Invisible {
  /** Its code point: U+200B. */
  code: string;
  /** Translation id of its name. */
  name: TextId & `invisible.${string}`;
  /** The character. */
  character: string;
  /** True if it can make a text read differently from how it is stored. */
  reorders: boolean;
}

/** Characters with a name of their own; others are named by category. */
const NAMED = (
  "00A0 00AD 034F 061C 2007 200B 200C 200D 200E 200F 2028 2029 202A 202B 202C 202D 202E 202F 2060 2066 2067 2068 " +
  "2069 FEFF FFFD"
).split(" ");

/** Joiners inside an emoji and variation selectors after one are part of it and not matched. */
const INVISIBLE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
  // biome-ignore lint/suspicious/noMisleadingCharacterClass: single code points, never sequences
  /[\0-\x08\x0b-\x1f\x7f-\xa0\xad\u034f\u061c\u115f\u1160\u1680\u17b4\u17b5\u180b-\u180e\u2000-\u200c\u200e\u200f\u2028-\u202f\u205f-\u206f\u3000\u3164\ufeff\uffa0\ufff9-\ufffb\ufffd\u{e0000}-\u{e0fff}]|(?<![\p{Extended_Pictographic}\ufe0f\u{1f3fb}-\u{1f3ff}])\u200d|(?<![\p{Emoji}])[\ufe00-\ufe0f]/gu;

/** Describes an invisible character. */
function identify(character: string): Invisible {
  const point = character.codePointAt(0) ?? 0;
  const hex = point.toString(16).toUpperCase().padStart(4, "0");
  return {
    code: `U+${hex}`,
    name: nameOf(point, hex),
    character,
    reorders: point === 0x61c || (point >= 0x200e && point <= 0x200f) || isBidiControl(point),
  };
}

function nameOf(point: number, hex: string): Invisible["name"] {
  if (NAMED.includes(hex)) return `invisible.${hex}` as Invisible["name"];
  if (point >= 0xe0000) return "invisible.tag";
  if (point < 0xa0) return "invisible.control";
  return SPACE.test(String.fromCodePoint(point)) ? "invisible.space" : "invisible.other";
}

/** Typographic spaces of various widths, which occur in ordinary texts. */
const SPACE = /[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]/;

function isBidiControl(point: number): boolean {
  return (point >= 0x202a && point <= 0x202e) || (point >= 0x2066 && point <= 0x2069);
}

/** Counts invisible characters, leaving out typographic spaces. */
export function countInvisible(text: string): { hidden: number; reordering: number } {
  let hidden = 0;
  let reordering = 0;
  for (const [character] of text.matchAll(INVISIBLE)) {
    if (character === "\r" || SPACE.test(character)) continue;
    hidden += 1;
    if (identify(character).reorders) reordering += 1;
  }
  return { hidden, reordering };
}

/** Splits a text into visible strings and invisible characters. A CR before an LF counts as a line end. */
export function splitInvisible(text: string): (string | Invisible)[] {
  const pieces: (string | Invisible)[] = [];
  let from = 0;
  for (const match of text.matchAll(INVISIBLE)) {
    if (match[0] === "\r" && text[match.index + 1] === "\n") continue;
    if (match.index > from) pieces.push(text.slice(from, match.index));
    pieces.push(identify(match[0]));
    from = match.index + match[0].length;
  }
  if (from < text.length) pieces.push(text.slice(from));
  return pieces;
}
