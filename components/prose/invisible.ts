/** A character that is in a text but cannot be seen, or that changes how others are shown. */
export interface Invisible {
  /** Its code point: U+200B. */
  code: string;
  name: string;
  /** Whether it can make a text read differently from how it is stored. */
  reorders: boolean;
}

const NAMES: Readonly<Record<number, string>> = {
  0: "null",
  7: "bell",
  8: "backspace",
  11: "line tabulation",
  12: "form feed",
  13: "carriage return",
  27: "escape",
  127: "delete",
  160: "no-break space",
  173: "soft hyphen",
  847: "combining grapheme joiner",
  1564: "Arabic letter mark",
  4447: "Hangul filler",
  4448: "Hangul filler",
  6158: "Mongolian vowel separator",
  8199: "figure space",
  8203: "zero width space",
  8204: "zero width non-joiner",
  8205: "zero width joiner",
  8206: "left-to-right mark",
  8207: "right-to-left mark",
  8232: "line separator",
  8233: "paragraph separator",
  8234: "left-to-right embedding",
  8235: "right-to-left embedding",
  8236: "pop directional formatting",
  8237: "left-to-right override",
  8238: "right-to-left override",
  8239: "narrow no-break space",
  8288: "word joiner",
  8294: "left-to-right isolate",
  8295: "right-to-left isolate",
  8296: "first strong isolate",
  8297: "pop directional isolate",
  12644: "Hangul filler",
  65279: "byte order mark",
  65533: "replacement character",
};

/** A joiner inside an emoji and the selector behind one belong to it, and are not matched. */
const INVISIBLE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
  // biome-ignore lint/suspicious/noMisleadingCharacterClass: single code points, never sequences
  /[\0-\x08\x0b-\x1f\x7f-\xa0\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180e\u2007\u200b\u200c\u200e\u200f\u2028-\u202f\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb\ufffd\u{e0000}-\u{e0fff}]|(?<![\p{Extended_Pictographic}\ufe0f\u{1f3fb}-\u{1f3ff}])\u200d|(?<![\p{Emoji}])[\ufe00-\ufe0f]/gu;

/** What a single character is, if it cannot be seen. */
export function identify(character: string): Invisible {
  const point = character.codePointAt(0) ?? 0;
  return {
    code: `U+${point.toString(16).toUpperCase().padStart(4, "0")}`,
    name:
      NAMES[point] ??
      (point >= 0xe0000 ? "tag or selector" : point < 0xa0 ? "control character" : "invisible"),
    reorders: point === 0x61c || (point >= 0x200e && point <= 0x200f) || isBidiControl(point),
  };
}

function isBidiControl(point: number): boolean {
  return (point >= 0x202a && point <= 0x202e) || (point >= 0x2066 && point <= 0x2069);
}

/** How many there are, without the no-break spaces that typography puts into honest texts. */
export function countInvisible(text: string): { hidden: number; reordering: number } {
  let hidden = 0;
  let reordering = 0;
  for (const [character] of text.matchAll(INVISIBLE)) {
    if (/[\u00a0\u2007\u202f\r]/.test(character)) continue;
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
