/*
 * A question split into tokens: words in lower case, numbers and ordinals as numbers, quoted text as one
 * token. Regular expressions apply only inside a token, and are never built from the question.
 */

export type Token = { start: number; end: number } & (
  | { type: "word"; text: string; raw: string }
  | { type: "number"; n: number; raw: string }
  | { type: "ordinal"; n: number; raw: string }
  | { type: "quote"; text: string }
  | { type: "sign"; text: string }
);

/** A word or sign in lower case, or an empty string for numbers, quotations and the end. */
export const textOf = (token: Token | undefined): string =>
  token?.type === "word" || token?.type === "sign" ? token.text : "";

const UNITS =
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split(
    " ",
  );
const TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split(" ");
const ORDINALS =
  "zeroth first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth".split(
    " ",
  );
const SMALL = new Map<string, number>([
  ...UNITS.map((word, n): [string, number] => [word, n]),
  ...TENS.map((word, i): [string, number] => [word, (i + 2) * 10]),
]);

const CLOSING: Record<string, string> = {
  '"': '"',
  "\u201c": "\u201d",
  "\u00ab": "\u00bb",
  "\u2018": "\u2019",
  "`": "`",
  "'": "'",
};
const WORD = /[\p{L}\p{M}]+(?:['\u2019][\p{L}\p{M}]+)*/uy;
const NUMBER = /\d{1,3}(?:,\d{3})+|\d+(?:\.\d+)?/y;
const POSTSCRIPT = /p\.\s?(?:p\.\s?)?s(?:\.|\b)/iy;
const STARS = /\*{3,}|-{3,}|\\boxed(?:\{[^{}]{0,20}\})?|<<|>>/y;

/** The tokens of a question or sentence, in order. */
export function tokenise(source: string): Token[] {
  const tokens: Token[] = [];
  let i = 0;
  const read = (pattern: RegExp) => {
    pattern.lastIndex = i;
    return pattern.exec(source)?.[0];
  };
  while (i < source.length) {
    const sign = source[i] as string;
    const start = i;
    if (/\s/.test(sign)) {
      i++;
      continue;
    }
    const quote = quoted(source, i);
    if (quote) {
      tokens.push({ type: "quote", text: quote.text, start, end: quote.end });
      i = quote.end;
      continue;
    }
    const mark = read(POSTSCRIPT) ?? read(STARS);
    if (mark) {
      i += mark.length;
      tokens.push({ type: "sign", text: mark.toLowerCase(), start, end: i });
      continue;
    }
    const digits = read(NUMBER);
    if (digits) {
      i += digits.length;
      const suffix = /^(?:st|nd|rd|th)\b/i.exec(source.slice(i, i + 3))?.[0];
      const n = Number(digits.replaceAll(",", ""));
      if (suffix) {
        i += suffix.length;
        tokens.push({ type: "ordinal", n, raw: digits, start, end: i });
      } else tokens.push({ type: "number", n, raw: digits, start, end: i });
      continue;
    }
    const word = read(WORD);
    if (word) {
      i += word.length;
      tokens.push({
        type: "word",
        text: word.toLowerCase().replace(/\u2019/g, "'"),
        raw: word,
        start,
        end: i,
      });
      continue;
    }
    i++;
    const hyphen = /[-\u2010\u2011]/.test(sign) && /[\p{L}\p{N}]/u.test(source[i] ?? "");
    const between = hyphen && tokens.at(-1)?.end === start;
    // A hyphen between numbers is a range; inside a word it only joins.
    if (between && !(tokens.at(-1)?.type === "number" && /\d/.test(source[i] ?? ""))) continue;
    tokens.push({ type: "sign", text: sign === "\u2013" || sign === "\u2014" ? "-" : sign, start, end: i });
  }
  return numbersJoined(tokens);
}

/** The quotation that opens at `i`, or null: apostrophes and feet marks open none. */
function quoted(source: string, i: number): { text: string; end: number } | null {
  const open = source[i] as string;
  const close = CLOSING[open];
  if (!close) return null;
  const single = open === "'" || open === "\u2018";
  if (single && /[\p{L}\p{N}]/u.test(source[i - 1] ?? "")) return null;
  for (let at = source.indexOf(close, i + 1); at > 0; at = source.indexOf(close, at + 1)) {
    if (at === i + 1) return null;
    if (single && /[\p{L}\p{N}]/u.test(source[at + 1] ?? "")) continue;
    return { text: source.slice(i + 1, at), end: at + 1 };
  }
  return null;
}

/** Number words as numbers: "twenty-three", "two hundred", "a dozen", "one thousand". */
function numbersJoined(tokens: Token[]): Token[] {
  const joined: Token[] = [];
  for (let i = 0; i < tokens.length; ) {
    const token = tokens[i] as Token;
    const found = token.type === "word" ? numberAt(tokens, i) : null;
    if (found) {
      const last = tokens[i + found.length - 1] as Token;
      const raw = tokens
        .slice(i, i + found.length)
        .map((one) => (one.type === "word" ? one.text : ""))
        .join(" ");
      joined.push(
        found.ordinal
          ? { type: "ordinal", n: found.n, raw, start: token.start, end: last.end }
          : { type: "number", n: found.n, raw, start: token.start, end: last.end },
      );
      i += found.length;
    } else {
      joined.push(token);
      i++;
    }
  }
  return joined;
}

function numberAt(tokens: Token[], i: number): { n: number; length: number; ordinal?: true } | null {
  const word = (at: number) => {
    const token = tokens[at];
    return token?.type === "word" ? token.text : "";
  };
  const first = word(i);
  const ordinal = ORDINALS.indexOf(first);
  if (ordinal > 0) return { n: ordinal, length: 1, ordinal: true };
  if ((first === "a" && word(i + 1) === "dozen") || first === "dozen")
    return { n: 12, length: first === "a" ? 2 : 1 };
  let n = SMALL.get(first);
  let length = 1;
  if (first === "a" && (word(i + 1) === "hundred" || word(i + 1) === "thousand")) n = 1;
  if (n === undefined) return null;
  if (n >= 20) {
    const unit = SMALL.get(word(i + 1));
    const unitOrdinal = ORDINALS.indexOf(word(i + 1));
    if (unit !== undefined && unit > 0 && unit < 10) {
      n += unit;
      length = 2;
    } else if (unitOrdinal > 0 && unitOrdinal < 10) return { n: n + unitOrdinal, length: 2, ordinal: true };
  }
  for (const [scale, times] of [
    ["hundred", 100],
    ["thousand", 1000],
    ["dozen", 12],
  ] as const) {
    if (word(i + length) !== scale) continue;
    n *= times;
    length++;
    const rest = numberAt(tokens, i + length + (word(i + length) === "and" ? 1 : 0));
    if (rest && !rest.ordinal && rest.n < times && times !== 12) {
      length += rest.length + (word(i + length) === "and" ? 1 : 0);
      n += rest.n;
    }
  }
  return { n, length };
}
