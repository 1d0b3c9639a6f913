/*
 * Difficult texts: long, of every script, with signs that open and never close, and near-matches of
 * everything that checks look for. They are fixed, so that a slow or failing one can be found again.
 */

/** Pieces whose repetition has made some scanner slow. */
const REPEATED: Record<string, string> = {
  "one long word": "a",
  "capital letters": "A",
  digits: "7",
  spaces: " ",
  "spaces and tabs": " \t",
  "only line breaks": "\n",
  "only carriage returns": "\r",
  "blank lines with spaces": "   \n",
  "letters on lines of their own": "a\n",
  "letters in paragraphs of their own": "a\n\n",
  "letters with full stops": "a.",
  "short sentences": "A b. ",
  abbreviations: "Dr. Mr. e.g. U.S.A. J. ",
  "words and spaces": "so it is ",
  "words in capitals": "NASA AND ESA ",
  "hyphens inside words": "a-",
  apostrophes: "a'",
  "straight quotes": '"',
  "quotes and letters": '"a',
  "alternating quotes": "\"'\u201c\u2018\u201d\u2019",
  "open square brackets": "[",
  "close square brackets": "]",
  "square brackets inside each other": "[a[",
  "links that never end": "[a](",
  links: "[a](b) ",
  placeholders: "[a] ",
  "footnotes and boxes": "[^a][x][ ]",
  "open braces": "{",
  "open angles": "<",
  "titles that never end": "<<a",
  titles: "<<a>>",
  "tags that never close": "<a>",
  "tags one in another": '<a b="c">',
  "attributes that never end": '<a b="',
  comments: "<!--",
  "closing tags": "</a>",
  asterisks: "*",
  "asterisks and letters": "*a",
  "asterisks and spaces": "* ",
  "asterisks that open only": " *a",
  "asterisks that close only": "a* ",
  "emphasised letters": "*a* ",
  "double asterisks": "**a",
  "bold letters": "**a** ",
  underscores: "_",
  "underscores and letters": "_a",
  "underscored words": " __a__",
  "underscores that open only": " __a",
  backticks: "`",
  "fences that never close": "```\n",
  "fences of growing kinds": "```\n~~~\n````\n",
  "code blocks": "```js\nx\n```\n",
  tildes: "~",
  bullets: "- a\n",
  "bullets without text": "- \n",
  "bullets of all kinds": "- a\n* b\n+ c\n• d\n",
  "nested bullets": "- a\n  - b\n    - c\n",
  "numbered lines": "1. a\n",
  "numbers that count on": "1. a\n2. b\n3. c\n",
  "lettered lines": "a) a\n",
  "rules of hyphens": "---\n",
  "rules and text": "a\n***\n",
  "rules of stars in a row": "******",
  "stars and stripes": "*-_",
  headings: "# a\n",
  "headings without text": "#\n",
  "hash signs": "#",
  hashtags: "#a ",
  "underlined headings": "a\n===\n\n",
  "equals signs": "=",
  pipes: "|",
  "table rows": "| a | b |\n",
  "table separators": "|---|---|\n",
  "separators in a row": "-|",
  "escaped pipes": "\\|",
  commas: ",",
  "cells and commas": "a,b\n",
  "quoted cells": '"a","b"\n',
  "doubled quotes": '""',
  semicolons: ";",
  "full stops": ".",
  "question marks": "?",
  questions: "So? ",
  "exclamation marks": "!",
  backslashes: "\\",
  "boxes that never end": "\\boxed{",
  boxes: "\\boxed{a}",
  postscripts: "P.S. ",
  "postscripts on lines": "P.S. a\n",
  "spaced postscripts": "P . S ",
  sections: "SECTION 1\n",
  "sections in a row": "SECTION 1 ",
  "sections without numbers": "SECTION ",
  "open arrays": "[[1,",
  "JSON keys without end": '{"a":',
  "JSON strings": '"a":"b",',
  dates: "1990-01-02 ",
  "numbers with commas": "1,234,",
  "numbers with points": "1.2.",
  "key and value": "a: b\n",
  "words twice": "the the ",
  "near the word": "rocks rocky shamrock ",
  "near possessives": "rock's rock-solid ",
  "near phrases": "any other ",
  "combining marks": "e\u0301",
  "marks without letters": "\u0301",
  "zero width joiners": "\u200d",
  "directional marks": "\u202e\u202d",
  "soft hyphens": "a\u00ad",
  nulls: "\u0000",
  "halves of characters": "\ud800",
  "second halves of characters": "\udc00",
  "halves in wrong order": "\udc00\ud800",
  "line separators": "\u2028",
  "unbreakable spaces": "\u00a0",
  emoji: "😀",
  families: "👩‍👩‍👧‍👦",
  flags: "🇩🇪",
  "one flag without end": "🇩",
  "skin tones": "👍🏽",
  keycaps: "1\ufe0f\u20e3",
  "text emoji": "☺\ufe0f☺",
  Chinese: "中文字符很多，",
  Japanese: "これは日本語の文です。",
  Thai: "ภาษาไทยไม่มีช่องว่าง",
  Khmer: "ភាសាខ្មែរ",
  Burmese: "မြန်မာဘာသာ",
  Lao: "ພາສາລາວ",
  Korean: "한국어 문장입니다. ",
  Arabic: "هذا نص عربي طويل، ",
  Hebrew: "זה טקסט בעברית. ",
  Hindi: "यह हिन्दी का वाक्य है। ",
  Tamil: "தமிழ் மொழி ",
  Russian: "Это русский текст. ",
  Greek: "Αυτό είναι ελληνικά. ",
  Georgian: "ქართული ენა ",
  Armenian: "Հայերեն լեզու ",
  Amharic: "አማርኛ ነው። ",
  "letters beyond the basic plane": "𝒜𝓑",
  "Han beyond the basic plane": "𠀀𠀁",
  "letters that grow in lower case": "İ",
  "letters that grow in upper case": "ßﬁ",
  "full width signs": "，。！？：",
  "mixed scripts": "aЖ中ا ",
};

/** Openings of a format before the repetition. */
const OPENED: Record<string, [open: string, piece: string]> = {
  "an unclosed fence": ["```json\n", "x\n"],
  "a fence in a fence": ["````\n", "```\n"],
  "an unclosed string": ['{"a": "', "b "],
  "an unclosed quoted cell": ['a,b\n"', "c,d\n"],
  "a table": ["| a | b |\n|---|---|\n", "| 1 | 2 |\n"],
  "a table that changes": ["| a | b |\n|---|---|\n", "| 1 |\n"],
  "an unclosed comment": ["<a><!-- ", "-- "],
  "an unclosed section": ["<a><![CDATA[", "]] "],
  "a deep element": ["<r>", "<a><b></b>"],
  "a list that never counts on": ["Intro:\n\n", "10. apple\n"],
  "an emphasised start": ["**", "bold "],
  "a quotation without end": ["\u201c", "said he "],
  "a placeholder without end": ["[", "name "],
  "a heading": ["# Title\n\n", "word "],
  "a wide JSON array": ["[", "1,"],
  "a JSON array of objects": ["[", '{"name":"a"},'],
};

/** Texts with growing pieces, so that each differs from the one before. */
const GROWING: Record<string, (n: number) => string> = {
  "words that grow": (n) => `${"a".repeat(n)} `,
  "deeper and deeper lists": (n) => `${" ".repeat(n)}- a\n`,
  "fences that grow": (n) => `${"`".repeat(n + 3)}\n`,
  "numbered lines that count on": (n) => `${n + 1}. item ${n}\n`,
  "lines that grow": (n) => `${"so ".repeat(n)}\n`,
  "different words": (n) => `w${n.toString(36)} `,
  "different lines": (n) => `- w${n.toString(36)}\n`,
  "deeper and deeper quotations": (n) => `${">".repeat(n + 1)} a\n`,
  "a table that grows": (n) => `${"| a ".repeat(n + 1)}|\n${"|---".repeat(n + 1)}|\n`,
  "stars that grow": (n) => `${"*".repeat(n + 1)}a`,
};

/** Names of all the texts, in order. */
export const HOSTILE_NAMES: readonly string[] = [
  ...Object.keys(REPEATED),
  ...Object.keys(OPENED),
  ...Object.keys(GROWING),
  "deep JSON",
  "every character",
];

/** The text with a name, cut to a number of UTF-16 units. */
export function hostileText(name: string, length: number): string {
  const repeated = REPEATED[name];
  if (repeated !== undefined) return repeated.repeat(Math.ceil(length / repeated.length)).slice(0, length);
  const opened = OPENED[name];
  if (opened) {
    const [open, piece] = opened;
    return `${open}${piece.repeat(Math.ceil(length / piece.length))}`.slice(0, length);
  }
  const grow = GROWING[name];
  if (grow) {
    let text = "";
    for (let n = 0; text.length < length; n++) text += grow(n);
    return text.slice(0, length);
  }
  if (name === "deep JSON") {
    const half = Math.floor(length / 2);
    return "[".repeat(half) + "]".repeat(half);
  }
  let text = "";
  for (let point = 32; text.length < length; point = point === 0x2ffff ? 32 : point + 1)
    text += String.fromCodePoint(point);
  return text.slice(0, length);
}
