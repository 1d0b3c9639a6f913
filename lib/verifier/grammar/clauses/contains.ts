import type { Check, ValueKind } from "../../types";
import { type Cursor, words } from "../cursor";
import { quantity, times } from "../quantity";
import { type Clause, clause, HAVE } from "./clause";

const VALUE_TYPES: [ValueKind, string[]][] = [
  ["word", ["word", "words", "keyword", "keywords", "key word", "key words", "term", "terms"]],
  [
    "phrase",
    [
      ...words(`
        phrase | phrases | expression | string | text | wording | words and phrases | key phrase |
        key phrases
      `),
    ],
  ],
  [
    "char",
    [
      ...words(`
        letter | letters | character | characters | symbol | symbols | punctuation mark | punctuation |
        sign | char
      `),
    ],
  ],
  ["sentence", ["sentence", "sentences", "key sentence", "key sentences"]],
];

const TYPE_OF = new Map(
  VALUE_TYPES.flatMap(([what, names]) => names.map((name): [string, typeof what] => [name, what])),
);

const TYPE_NAMES = [...TYPE_OF.keys()];

/** Nouns that are not the value: "the word limit", "the word count". */
const NOT_VALUES = new Set(
  "limit limits count counts order choice length for of that which in is to and or used as from with on by at list lists above below given provided being the a an mentioned specified about described be should must can does do has have are it".split(
    " ",
  ),
);

/** "the word 'x'", "the letters 'a' and 'b'", but not "words like": a type, then quoted values. */
export function values(
  cursor: Cursor,
): { what: ValueKind; values: string[]; mode: "all" | "any"; flags: string[] } | null {
  return cursor.try(() => {
    const either = cursor.take(
      ...words(`
        either | both | each of | all of | any of | at least one of | one of | all | any
      `),
    );
    cursor.skip(
      ...words(`
        the | a | an | exact | specific | following | given | required | single | capital | lowercase |
        individual | two | three | four | five | specified
      `),
    );
    const name = cursor.take(...TYPE_NAMES);
    let what = TYPE_OF.get(name ?? "");
    if (!what) return null;
    cursor.skip(":", ",", "( s )");
    const flags: string[] = [];
    const found: string[] = [];
    let joined = "";
    for (;;) {
      const value = quotedValue(cursor) ?? unquoted(cursor, what, found.length);
      if (value === null) break;
      if (!value.quoted) flags.push("unquoted_value");
      found.push(value.text);
      const more = cursor.try(() => {
        let sign = cursor.take(", and", ", or", "and", "or", ",", "& ", "/", "as well as", "and also");
        if (sign === null) return null;
        cursor.skip("the", ...TYPE_NAMES, ":");
        const next = cursor.peek();
        if (next?.type !== "quote" && !flags.includes("unquoted_value")) return null;
        if (
          flags.includes("unquoted_value") &&
          next?.type !== "quote" &&
          (next?.type !== "word" || NOT_VALUES.has(next.text))
        )
          return null;
        sign = sign.replace(/[, ]/g, "");
        return sign || ",";
      });
      if (!more) break;
      if (more !== ",") joined = more;
    }
    if (found.length === 0) return null;
    if (found.some((value) => value.trim() === "" || value.length > 300)) return null;
    const graphemes = found.map((value) => [...value.normalize("NFC")].length);
    if (what === "char" && graphemes.some((n) => n !== 1)) return null;
    if (what === "word" && found.some((value) => /\s/.test(value.trim()))) {
      // "the words 'cat dog'" may be one phrase or two words.
      if (name?.endsWith("s") && found.length === 1) return null;
      what = "phrase";
    }
    if (what !== "char" && found.some((value) => !/[\p{L}\p{N}]/u.test(value))) {
      if (graphemes.some((n) => n !== 1)) return null;
      what = "char";
    }
    const some =
      joined === "or" ||
      either === "either" ||
      either === "any of" ||
      either === "at least one of" ||
      either === "one of";
    if (either === "one of") flags.push("one_of");
    return { what, values: found, mode: some ? "any" : "all", flags };
  });
}

type Value = { text: string; quoted: boolean };

function quotedValue(cursor: Cursor): Value | null {
  const text = cursor.quote();
  return text === null ? null : { text, quoted: true };
}

function unquoted(cursor: Cursor, what: ValueKind, index: number): Value | null {
  if (what === "sentence" || what === "phrase") return null;
  const token = cursor.peek();
  if (token?.type === "sign" && what === "char" && /^[#&@%$*+=~^_|/]$/.test(token.text)) {
    cursor.at++;
    return { text: token.text, quoted: false };
  }
  if (token?.type !== "word") return null;
  if (what === "char" ? [...token.raw].length !== 1 : NOT_VALUES.has(token.text) || index > 20) return null;
  cursor.at++;
  return { text: token.raw, quoted: false };
}

/** "contain the word 'x' at least twice". */
export function contains(cursor: Cursor): Clause | null {
  return cursor.try(() => {
    cursor.skip(...HAVE, "all of", "all");
    const firstTimes = cursor.try(() => {
      const amount = quantity(cursor);
      if (
        !amount ||
        !cursor.take(
          ...words(`
            instances of | occurrences of | instance of | occurrence of | uses of | mentions of
          `),
        )
      )
        return null;
      const { bare: _bare, presence: _presence, ...bound } = amount;
      return bound;
    });
    const found = values(cursor);
    const sign = found ? null : quotedSigns(cursor);
    if (sign) return sign;
    if (!found || found.flags.includes("one_of")) return null;
    const flags = [...new Set(found.flags)];
    cursor.skip("verbatim", "explicitly", "exactly as written");
    const often = firstTimes ?? times(cursor);
    return clause(containing(found, often), ...flags);
  });
}

/** "at least 6 '!'", "exactly 3 '#' symbols". */
function quotedSigns(cursor: Cursor): Clause | null {
  return cursor.try(() => {
    const amount = quantity(cursor);
    const value = amount ? cursor.quote() : null;
    if (!amount || value === null || [...value].length !== 1) return null;
    cursor.take("symbols", "symbol", "characters", "character", "letters", "letter", "signs", "marks");
    const { bare: _bare, presence: _presence, ...bound } = amount;
    return clause({ kind: "contains", what: "char", values: [value], mode: "all", times: bound });
  });
}

export function containing(
  found: { what: ValueKind; values: string[]; mode: "all" | "any" },
  often: ReturnType<typeof times>,
): Check {
  return {
    kind: "contains",
    what: found.what,
    values: found.values,
    mode: found.mode,
    ...(often ? { times: often } : {}),
  };
}
