import type { TextId } from "@/lib/i18n/rules";

/** A character that is in a text but cannot be seen, or that changes how others are shown. */
export interface Invisible {
  /** Its code point: U+200B. */
  code: string;
  /** The id of what it is called. */
  name: TextId & `invisible.${string}`;
  /** Itself. */
  character: string;
  /** Whether it can make a text read differently from how it is stored. */
  reorders: boolean;
}

/** The named ones; the rest go by what sort they are. */
const NAMED = (
  "00A0 00AD 034F 061C 2007 200B 200C 200D 200E 200F 2028 2029 202A 202B 202C 202D 202E 202F 2060 2066 2067 2068 " +
  "2069 FEFF FFFD"
).split(" ");

/** A joiner inside an emoji and the selector behind one belong to it, and are not matched. */
const INVISIBLE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
  // biome-ignore lint/suspicious/noMisleadingCharacterClass: single code points, never sequences
  /[\0-\x08\x0b-\x1f\x7f-\xa0\xad\u034f\u061c\u115f\u1160\u1680\u17b4\u17b5\u180b-\u180e\u2000-\u200c\u200e\u200f\u2028-\u202f\u205f-\u206f\u3000\u3164\ufeff\uffa0\ufff9-\ufffb\ufffd\u{e0000}-\u{e0fff}]|(?<![\p{Extended_Pictographic}\ufe0f\u{1f3fb}-\u{1f3ff}])\u200d|(?<![\p{Emoji}])[\ufe00-\ufe0f]/gu;

/** What a single character is, if it cannot be seen. */
export function identify(character: string): Invisible {
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

/** Spaces that typography puts into honest texts, each of its own width. */
const SPACE = /[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]/;

function isBidiControl(point: number): boolean {
  return (point >= 0x202a && point <= 0x202e) || (point >= 0x2066 && point <= 0x2069);
}

/** How many there are, without the spaces that typography puts into honest texts. */
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

/** A text in pieces: what can be read, and what cannot. Carriage returns before line feeds are line ends. */
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
