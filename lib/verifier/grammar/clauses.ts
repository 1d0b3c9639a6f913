import type { Check, Format, FormatDetails, Unit, ValueKind } from "../check";
import { LANGUAGES } from "../checks/language";
import { type Cursor, words } from "./cursor";
import { type Quantity, quantity, SIGNS, times, unit } from "./quantity";
import { subject, within } from "./subject";

/** What a clause asks for, before it is said about whom. */
export interface Clause {
  check: Check;
  flags: string[];
}

const clause = (check: Check, ...flags: string[]): Clause => ({ check, flags });

/** Verbs by which a text has something. */
export const HAVE = [
  ...words(`
    contain | contains | containing | contained | include | includes | including | included | have | has |
    having | use | uses | using | used | feature | features | featuring | incorporate | incorporates |
    incorporating | employ | employs | employing | mention | mentions | mentioning | provide | provides |
    providing | present | presents | list | lists | give | gives | make use of | makes use of |
    making use of | comprise | comprises | comprising | consist of | consists of | consisting of |
    composed of | comprised of | made up of | consist only of | consists only of | consist entirely of |
    consists entirely of | consist solely of | consists solely of | exhibit | show | display | with |
    that has | that contains | which contains | write | writes | writing | say | output | generate | add |
    adds | produce | insert | create
  `),
];
/** Verbs and prepositions before a number of units. */
const MEASURE = [
  ...HAVE,
  ...words(`
    written in | divided into | split into | structured in | structured into | structured as |
    organized into | organised into | organized in | broken into | broken down into | stay | stays |
    remain | remains | keep | keeps | fall | falls | expressed in | given in | presented in |
    delivered in | formatted in | formatted as | formatted into | of | in | to | as | run | runs | reach |
    reaches | meet | span | spans | total | totals | number | have a length of | has a length of |
    have a total length of | has a word count of | have a word count of | have a word count |
    a length of | a word count of | be | come | comes | summarized in | answered in | constructed with |
    constructed using | made of | contain a total of | consist of a total of | answer | answers |
    respond | responds | reply | replies | kept | keep it
  `),
];
/** What "avoid" and "refrain from" are followed by. */
export const DOING = [
  ...words(`
    using | the use of | any use of | use of | containing | including | mentioning | having | writing |
    employing | the inclusion of | inclusion of | starting with | saying | featuring | incorporating |
    the usage of | usage of | utilizing
  `),
];

/** A clause without its polarity, the first reading that fits. */
export function positiveClauses(): ((cursor: Cursor) => Clause | null)[] {
  return [
    format,
    order,
    letterCase,
    language,
    charset,
    edges,
    asWord,
    nthWords,
    contains,
    options,
    repeat,
    distinct,
    highlighted,
    count,
    presence,
  ];
}

/** A number of units: "exactly 3 sentences", "in under 500 words", "100 words or fewer". */
function count(cursor: Cursor): Clause | null {
  cursor.skip(...MEASURE);
  cursor.take("only", "a");
  return counted(cursor);
}

export function counted(cursor: Cursor): Clause | null {
  return cursor.try(() => {
    const asked = quantity(cursor);
    if (!asked) return null;
    cursor.skip(
      ...words(`
        complete | full | distinct | separate | individual | different | unique | total | english |
        markdown | short | such
      `),
    );
    const of = unit(cursor);
    if (!of) return null;
    if (cursor.take("or more", "or above", "minimum", "at least") && asked.op === "eq") asked.op = "ge";
    else if (cursor.take("or fewer", "or less", "or under", "maximum", "max", "at most") && asked.op === "eq")
      asked.op = "le";
    else if (cursor.take("exactly", "precisely") && asked.op === "eq") delete asked.bare;
    if (asked.op !== "eq") delete asked.bare;
    cursor.skip(
      ...words(`
        long | each in length | in length | in total | total | altogether | only | overall | of text |
        or so
      `),
    );
    const each = cursor.take("each");
    if (each) return null;
    return counting(cursor, asked, of);
  });
}

function counting(cursor: Cursor, asked: Quantity, of: Unit): Clause | null {
  const { presence: _presence, bare, ...bound } = asked;
  const flags = bare && bound.op === "eq" ? ["bare_number"] : [];
  if (bound.op === "eq" && bound.n === 0 && !bare) {
    if (of === "comma") return clause({ kind: "charset", set: "no_comma" });
    if (of === "digit") return clause({ kind: "charset", set: "no_digits" });
    if (of === "uppercase_letter") return clause({ kind: "case", mode: "lower" });
    if (of === "lowercase_letter") return clause({ kind: "case", mode: "upper" });
  }
  const divider = of === "paragraph" ? dividerOf(cursor) : null;
  if (of === "section") {
    const marker = markerOf(cursor);
    if (marker)
      return clause({ kind: "format", format: "sections", details: { marker, count: bound } }, ...flags);
  }
  if (of === "placeholder") bracketExample(cursor);
  if (of === "highlight") starExample(cursor);
  const check: Check = { kind: "count", unit: of, ...bound };
  if (divider) check.divider = divider;
  return clause(check, ...flags);
}

function dividerOf(cursor: Cursor): string | null {
  return cursor.try(() => {
    cursor.take(",", "that are", "which are", "and");
    if (
      !cursor.take(
        ...words(`
          separated by | separated with | divided by | parted by | delimited by | separated using
        `),
      )
    )
      return null;
    cursor.skip(
      ...words(`
        the | a | markdown | divider | separator | symbol | symbols | : | single | asterisks | exactly |
        three
      `),
    );
    if (
      cursor.take(
        ...words(`
          two new lines | two line breaks | blank lines | blank line | double line breaks | line breaks |
          empty lines | an empty line | new lines
        `),
      )
    )
      return "";
    const token = cursor.peek();
    if (token?.type === "sign" && /^\*{3,}$/.test(token.text)) {
      cursor.at++;
      cursor.skip("symbols", "divider");
      return token.text;
    }
    const quoted = cursor.quote();
    return quoted && quoted.length >= 2 && quoted.length <= 40 ? quoted : null;
  });
}

function markerOf(cursor: Cursor): string | null {
  return cursor.try(() => {
    cursor.take(",", "that are", "which are");
    if (
      !cursor.take(
        ...words(`
          marked with | marked by | marked as | labeled | labelled | labeled as | labelled as |
          labeled with | beginning with | starting with | each marked with | each labeled | marked
        `),
      )
    )
      return null;
    cursor.skip("the", "word", "marker", "label", ":");
    const quoted = cursor.quote();
    if (quoted) return quoted.replace(/\s*(?:X|#|N|\d+)$/, "").trim() || null;
    const token = cursor.peek();
    if (token?.type !== "word") return null;
    cursor.at++;
    cursor.take("x", "number", "#");
    return token.raw;
  });
}

function bracketExample(cursor: Cursor): void {
  cursor.try(() => {
    cursor.skip("that are", "which are", ",", "text");
    if (
      !cursor.take(
        ...words(`
          represented by | represented with | marked by | indicated by | enclosed in | in | with | using |
          denoted by | like | such as
        `),
      )
    )
      return null;
    const named = cursor.take("square brackets", "brackets") !== null;
    cursor.skip("square brackets", "brackets", ",", "such as", "like", "e . g .", "for example", "(", ")");
    if (cursor.take("[")) {
      while (!cursor.done && !cursor.take("]")) cursor.at++;
    } else if (cursor.quote() === null && !named) return null;
    cursor.skip(")", ",", "or so");
    return true;
  });
}

/** "highlight at least 3 sections": emphasised parts. */
function highlighted(cursor: Cursor): Clause | null {
  return cursor.try(() => {
    if (!cursor.take("highlight", "highlights", "highlighted", "emphasize", "emphasizes")) return null;
    const asked = quantity(cursor);
    if (
      !asked ||
      !cursor.take(
        ...words(`
          sections | section | parts | phrases | words | text sections | sections in your answer |
          sections in the response
        `),
      )
    )
      return null;
    starExample(cursor);
    const { presence: _presence, bare, ...bound } = asked;
    return clause({ kind: "count", unit: "highlight", ...bound }, ...(bare ? ["bare_number"] : []));
  });
}

function starExample(cursor: Cursor): void {
  cursor.try(() => {
    if (
      !cursor.take(
        ...words(`
          with markdown | in markdown | using markdown | in the answer with markdown | with asterisks |
          using asterisks
        `),
      )
    )
      return null;
    if (cursor.take(", i . e .", ", such as", ", like", "such as", ", e . g .", "( i . e .", "like")) {
      for (let i = 0; i < 8 && !cursor.done; i++) cursor.at++;
    }
    return true;
  });
}

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

/** Words that name things rather than being the value: "the word limit", "the word count". */
const NOT_VALUES = new Set(
  "limit limits count counts order choice length for of that which in is to and or used as from with on by at list lists above below given provided being the a an mentioned specified about described be should must can does do has have are it".split(
    " ",
  ),
);

/** "the word 'x'", "the letters 'a' and 'b'", "words like" not: a type, then quoted values. */
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
    if (what === "word" && found.some((value) => /\s/.test(value.trim()))) what = "phrase";
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
function contains(cursor: Cursor): Clause | null {
  return cursor.try(() => {
    cursor.skip(...HAVE, "all of", "all");
    const firstTimes = cursor.try(() => {
      const asked = quantity(cursor);
      if (
        !asked ||
        !cursor.take(
          ...words(`
            instances of | occurrences of | instance of | occurrence of | uses of | mentions of
          `),
        )
      )
        return null;
      const { bare: _bare, presence: _presence, ...bound } = asked;
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
    const asked = quantity(cursor);
    const value = asked ? cursor.quote() : null;
    if (!asked || value === null || [...value].length !== 1) return null;
    cursor.take("symbols", "symbol", "characters", "character", "letters", "letter", "signs", "marks");
    const { bare: _bare, presence: _presence, ...bound } = asked;
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

const ENDINGS: Record<string, string> = {
  "question mark": "?",
  period: ".",
  "full stop": ".",
  "exclamation mark": "!",
  "exclamation point": "!",
  comma: ",",
  colon: ":",
  semicolon: ";",
  ellipsis: "...",
};

/** "start with the word 'x'", "ends with 'x'". */
function edges(cursor: Cursor): Clause | null {
  return cursor.try(() => {
    const starts = cursor.take(
      ...words(`
        start with | starts with | starting with | started with | begin with | begins with |
        beginning with | open with | opens with | opening with | start off with | start by |
        start your response with | begin your response with | start the response with |
        begin the response with | start your answer with | begin your answer with |
        start your entire response with
      `),
    );
    const ends = starts
      ? null
      : cursor.take(
          ...words(`
            end with | ends with | ending with | ended with | finish with | finishes with |
            finishing with | conclude with | concludes with | concluding with | end in | ends in |
            close with | closes with | finished with | end by | end your response with |
            finish your response with | conclude your response with | end the response with |
            finish the response with | end your answer with | finish your answer with |
            end your entire response with
          `),
        );
    if (!starts && !ends) return null;
    cursor.skip("only", "exactly", "saying", "using", "writing");
    const kind = starts ? "starts_with" : "ends_with";
    const sign = cursor.try(() => {
      cursor.take("a", "an", "the");
      return cursor.take(...Object.keys(ENDINGS));
    });
    if (sign) return clause({ kind, what: "char", value: ENDINGS[sign] ?? sign });
    const typed = values(cursor);
    if (typed) {
      const [value, ...others] = typed.values;
      if (value === undefined || (others.length > 0 && typed.mode === "all")) return null;
      const checks: Check[] = typed.values.map((one) => ({
        kind,
        what: typed.what === "char" ? "char" : typed.what === "word" ? "word" : "phrase",
        value: one,
      }));
      const [only] = checks;
      if (!only) return null;
      return clause(checks.length === 1 ? only : { kind: "or", of: checks }, ...typed.flags);
    }
    cursor.skip("the", "this", "exact", "exact phrase", "phrase", "words", ":");
    const value = cursor.quote();
    if (value === null || value.trim() === "" || value.length > 500) return null;
    return clause({ kind, what: "phrase", value });
  });
}

/** "use 'x' as its last word". */
function asWord(cursor: Cursor): Clause | null {
  return cursor.try(() => {
    cursor.skip(...HAVE);
    cursor.take("the word", "the term", "word", "the phrase");
    const value = cursor.quote();
    if (value === null || !cursor.take("as its", "as the", "as your")) return null;
    cursor.take("very");
    const first = cursor.take("first", "opening");
    const last = first ? null : cursor.take("last", "final", "closing", "ending");
    const place = first || last ? null : cursor.ordinal();
    if (!cursor.take("word")) return null;
    within(cursor);
    return nthIs([first ? 1 : last ? -1 : (place ?? 0)], [value]);
  });
}

/** "the last word is 'x'", "the 8th and 17th words are 'a' and 'b' respectively". */
export function nthWords(cursor: Cursor): Clause | null {
  return cursor.try(() => {
    cursor.skip(...HAVE, "the", "its", "your", "output's", "response's", "answer's", "text's", "reply's");
    const pos: number[] = [];
    for (;;) {
      const n = cursor.take("very first", "opening") ? 1 : cursor.ordinal();
      if (n === null) break;
      pos.push(n);
      cursor.take(", and", "and", ",");
      cursor.take("the");
    }
    if (pos.length === 0) return null;
    const charAt = pos.length === 1 ? cursor.take("letter", "character") : null;
    if (!charAt && !cursor.take("words", "word")) return null;
    within(cursor);
    cursor.try(() => (cursor.take("in") && subject(cursor)?.of === "whole" ? true : null));
    cursor.skip(
      ...words(`
        is | are | be | being | should be | must be | should | must | to be | as | equal to | equal |
        equals | : | the | word | words | letter | exactly | in fact | indeed | actually | has to be |
        needs to be | have to be | need to be | set to | correctly | to
      `),
    );
    const found: string[] = [];
    for (;;) {
      const value = cursor.quote();
      if (value === null) break;
      found.push(value);
      cursor.try(() =>
        cursor.take(", and", "and", ",") && cursor.skip("the word", "the", "word").peek()?.type === "quote"
          ? true
          : null,
      );
    }
    cursor.take(", respectively", "respectively");
    if (found.length !== pos.length) return null;
    if (charAt) {
      const value = found[0] ?? "";
      const n = pos[0] ?? 0;
      if ([...value].length !== 1 || (n !== 1 && n !== -1)) return null;
      return clause({ kind: n === 1 ? "starts_with" : "ends_with", what: "char", value });
    }
    return nthIs(pos, found);
  });
}

function nthIs(pos: number[], found: string[]): Clause | null {
  const [only] = pos;
  const [value] = found;
  if (
    pos.some((n) => n === 0 || n > 100_000) ||
    value === undefined ||
    found.some((one) => one.trim() === "")
  )
    return null;
  if (pos.length === 1 && (only === 1 || only === -1)) {
    return clause({ kind: only === 1 ? "starts_with" : "ends_with", what: "word", value });
  }
  if (found.some((one) => /\s/.test(one.trim()))) return null;
  return clause({ kind: "nth_words", pos, values: found });
}

const CASES: [Extract<Check, { kind: "case" }>["mode"], string[]][] = [
  [
    "lower",
    [
      ...words(`
        lowercase | lower case | small letters | lowercased | lowercase letters | lower case letters |
        lowercase characters | lowercase text | lowercase english letters | lowercase letter
      `),
    ],
  ],
  [
    "upper",
    [
      ...words(`
        uppercase | upper case | capital letters | capitals | caps | capitalized | uppercase letters |
        upper case letters | all caps | block capitals | capital | uppercase characters | uppercase text |
        capitalized letters | caps lock
      `),
    ],
  ],
  ["title", ["title case", "titlecase", "title capitalization"]],
  ["sentence", ["sentence case", "sentence capitalization"]],
];
const CASE_OF = new Map(
  CASES.flatMap(([mode, names]) => names.map((name): [string, typeof mode] => [name, mode])),
);

function letterCase(cursor: Cursor): Clause | null {
  return cursor.try(() => {
    const verb = cursor.take(
      ...HAVE,
      ...words(`
        written in | written using | written with | in | presented in | formatted in | displayed in |
        typed in
      `),
    );
    const only = cursor.take(
      ...words(`
        only | exclusively | solely | entirely in | completely in | all in | only in | entirely |
        fully in | strictly in | fully
      `),
    );
    const english = cursor.take("english and in", "english , and in", "english and", "english ,");
    const all = cursor.take("all", "only", "entirely", "the");
    const name = cursor.take(...CASE_OF.keys());
    const mode = CASE_OF.get(name ?? "");
    if (!mode) return null;
    cursor.skip(
      ...words(`
        letters | only | letter | throughout | format | characters | text | english letters | words |
        , with no capital letters | , with no capital letters allowed | with no capital letters |
        , and no capital letters | and in english | and contain no capital letters |
        with no uppercase letters | with no lowercase letters
      `),
    );
    const has = verb !== null && HAVE.includes(verb) && verb !== "with";
    // "contains capital letters" and "uses capitals" ask for some, not for all.
    if (has && !only && !all && mode !== "title" && mode !== "sentence") return null;
    if (name === "capital" || (name === "capitalized" && !all)) return null;
    const check: Check = { kind: "case", mode };
    return clause(english ? { kind: "and", of: [{ kind: "language", code: "en" }, check] } : check);
  });
}

function language(cursor: Cursor): Clause | null {
  return cursor.try(() => {
    const verb = cursor.take(
      ...words(`
        respond in | answer in | reply in | write in | written in | in | use | uses | using | answered in | expressed in | presented in | provided in |
        given in | composed in | generated in | written
      `),
    );
    const before = cursor.at;
    const only = cursor.skip(
      ...words(`
        only | entirely in | entirely | only in | exclusively in | exclusively | completely in |
        fully in | solely in | all in | 100 % | in | the
      `),
    );
    const qualified = cursor.at > before;
    const code = LANGUAGES[only.word()];
    if (!code) return null;
    cursor.at++;
    cursor.take("language", "text");
    const after = cursor.take(
      ...words(`
        only | exclusively | , with no other language | and no other language | and no other languages |
        , with no other language allowed | , no other language is allowed | , and no other language |
        with no other language
      `),
    );
    if (verb === null && !after && !qualified) return cursor.done ? clause({ kind: "language", code }) : null;
    return clause({ kind: "language", code });
  });
}

function charset(cursor: Cursor): Clause | null {
  return cursor.try(() => {
    cursor.skip(...HAVE, "in", "be");
    const only = cursor.take("only", "exclusively", "solely", "entirely of", "entirely", "just", "only in");
    const ascii = cursor.take(
      ...words(`
        ascii characters | ascii text | ascii | plain ascii | ascii characters only | ascii only
      `),
    );
    if (ascii && (only || ascii.endsWith("only") || cursor.take("only")))
      return clause({ kind: "charset", set: "ascii" });
    const latin = cursor.take(
      "latin letters",
      "latin characters",
      "the latin alphabet",
      "latin script",
      "letters of the latin alphabet",
    );
    if (latin && (only || cursor.take("only"))) return clause({ kind: "charset", set: "latin" });
    if (only) return null;
    if (
      cursor.take(
        "no punctuation",
        "no punctuation marks",
        "no punctuation marks at all",
        "no punctuation at all",
      )
    )
      return clause({ kind: "charset", set: "no_punctuation" });
    return null;
  });
}

const DATA: [Format, string[]][] = [
  [
    "json",
    [
      ...words(`
        json | json format | json object | json array | json code | json list | json output | json data |
        a json object | json string | json response | json document | json formatted
      `),
    ],
  ],
  [
    "csv",
    [
      ...words(`
        csv | csv format | comma separated values | comma separated values format | csv file | csv data |
        csv table | comma separated values ( csv ) | comma separated value
      `),
    ],
  ],
  ["tsv", ["tsv", "tsv format", "tab separated values", "tab separated values format"]],
  ["xml", ["xml", "xml format", "xml document", "xml output"]],
  ["yaml", ["yaml", "yaml format", "yaml document"]],
  [
    "markdown_table",
    ["markdown table", "markdown table format", "table in markdown", "table in markdown format"],
  ],
];
const FORMAT_OF = new Map(DATA.flatMap(([of, names]) => names.map((name): [string, Format] => [name, of])));
const PARTS_OF: [Format, string[]][] = [
  [
    "bullets",
    [
      ...words(`
        bullet points | bullets | a bulleted list | a bullet list | bulleted list | a bullet point list |
        bullet point list | bullet point format | bullet list | a bullet pointed list |
        markdown bullet points | bullet points for formatting | bullet form | bulleted lists |
        bullet pointed list | a list of bullet points
      `),
    ],
  ],
  [
    "numbered",
    [
      ...words(`
        a numbered list | numbered list | numbered lists | numbered points | a numbered list format |
        numbered list format | an ordered list | numbered bullet points | numbered steps |
        numbered items
      `),
    ],
  ],
  [
    "headings",
    [
      ...words(`
        subheadings | headings | headers | a heading | section headings | markdown headings |
        headings and subheadings | sub headings | markdown headers | a subheading
      `),
    ],
  ],
  [
    "code_block",
    [
      ...words(`
        a code block | code blocks | a fenced code block | a markdown code block | a code snippet block |
        fenced code blocks | code block
      `),
    ],
  ],
  ["bold", ["bold text", "bold", "bold formatting", "bolded text", "text in bold"]],
  ["highlight", ["highlighted text", "markdown highlighting"]],
  ["placeholders", ["a placeholder"]],
  [
    "final_bold",
    ["the final answer in bold", "its final answer in bold", "the answer in bold", "a final answer in bold"],
  ],
  [
    "boxed",
    [
      ...words(`
        the final answer in \\boxed{} | the answer in \\boxed{} | \\boxed{} | \\boxed |
        a \\boxed{} answer | the final answer inside \\boxed{} | the final answer within \\boxed{} |
        its final answer in \\boxed{} | the final answer in a \\boxed{}
      `),
    ],
  ],
];
const PART_OF = new Map(PARTS_OF.flatMap(([of, names]) => names.map((name): [string, Format] => [name, of])));

function format(cursor: Cursor): Clause | null {
  return dataFormat(cursor) ?? wrapping(cursor) ?? oneOffs(cursor) ?? partFormat(cursor);
}

const AS = [
  ...words(`
    provide them in | give them in | return it in | present it in | format it as | format them as | output it in | provide it in | write it in | provide the answer in | provide your answer in | respond in | answer in | reply in | present them in | list them in | return them in |
    formatted as | formatted in | formatted using | written in | written as | presented as |
    presented in | provided as | provided in | given as | given in | output as | structured as |
    returned as | returned in | in | as | in the form of | in the format of | wrapped in | a | follow |
    use | uses | using | be | represented as | expressed as | delivered as | in a | organized as |
    organized in | displayed as | displayed in | laid out as | entirely | only | consist of |
    consists of | contain | contains | containing | include | includes | including | with | provide |
    provides | return | returns | output | outputs | create | generate | adhere to | adheres to |
    parse as | parseable as | parsable as | conform to
  `),
];

function dataFormat(cursor: Cursor): Clause | null {
  return cursor.try(() => {
    const before = cursor.at;
    cursor.skip(...AS);
    const had = cursor.tokens
      .slice(before, cursor.at)
      .some((token) => token.type === "word" && /^(?:contain|includ|with)/.test(token.text));
    cursor.skip("the", "a", "an", "single", "only", "one");
    cursor.skip(
      ...words(`
        valid | proper | well formed | correct | strict | parseable | parsable | properly formatted |
        syntactically valid | standard
      `),
    );
    const name = cursor.take(...FORMAT_OF.keys());
    const of = FORMAT_OF.get(name ?? "");
    if (!of) return null;
    // "contains JSON" may be one block among others; only a table may stand inside a response.
    if (had && of !== "markdown_table") return null;
    cursor.take("format", "syntax");
    const details: FormatDetails = {};
    if (name?.endsWith("array") || name?.endsWith("json list")) details.shape = "array";
    if (name?.endsWith("object")) details.shape = "object";
    pieces(cursor, of, details);
    return clause({ kind: "format", format: of, details });
  });
}

/** "with the keys 'a', 'b' and 'c'", "with 5 rows", "of 7 objects". */
function pieces(cursor: Cursor, of: Format, details: FormatDetails): void {
  cursor.try(() => {
    if (
      !cursor.take(
        ...words(`
          with | containing | that contains | that has | having | of | including | which has |
          that includes | using
        `),
      )
    )
      return null;
    const only = cursor.take("only", "exactly", "just", "only and exactly");
    cursor.skip("the", "following", "exact", "these", "exactly", "only");
    const counted = cursor.try(() => {
      if (only === "exactly") cursor.at--;
      const asked = quantity(cursor);
      if (!asked) return null;
      const what = cursor.take(
        ...words(`
          rows | objects | elements | items | entries | keys | columns | data rows | key value pairs
        `),
      );
      return what ? { what, asked } : null;
    });
    if (counted && !/keys|columns/.test(counted.what)) {
      const { bare: _bare, presence: _presence, ...bound } = counted.asked;
      details.count = bound;
      return true;
    }
    if (
      !counted &&
      !cursor.take(
        ...words(`
          keys | key | fields | columns | column | headers | column headers | column names | properties |
          field | header | attributes
        `),
      )
    )
      return null;
    cursor.skip(":", "named", "called", "headers", "labeled", "labelled");
    const names: string[] = [];
    for (;;) {
      const value =
        cursor.quote() ?? (["and", "with", "in", "sorted"].includes(cursor.word()) ? null : cursor.raw());
      if (value === null) break;
      names.push(value);
      if (!cursor.take(", and", "and", ",")) break;
    }
    if (names.length === 0) return null;
    details.names = names;
    if (only === "only" || only === "just" || only === "exactly" || counted) details.only = true;
    return true;
  });
  if (details.count && of === "json" && !details.shape) details.shape = "array";
}

function wrapping(cursor: Cursor): Clause | null {
  return cursor.try(() => {
    const wrapped = cursor.take(
      ...words(`
        wrapped in | wrapped with | enclosed in | enclosed with | enclosed within | wrapped within |
        surrounded by | wrapped entirely in | put in | inside | wrapped inside | in | contained within |
        entirely wrapped in | entirely enclosed in | wrap your entire response with |
        wrap your response in | wrap your entire response in | wrap the entire response in |
        wrap the response in | wrap the entire output in | wrap your entire reply in
      `),
    );
    if (!wrapped) return null;
    if (
      cursor.take(
        ...words(`
          double quotation marks | double quotes | double quote marks | a pair of double quotation marks |
          quotation marks | double quotation | double quotations
        `),
      )
    ) {
      return clause({ kind: "format", format: "quoted_whole", details: {} });
    }
    if (
      cursor.take(
        ...words(`
          a code block | a fenced code block | a markdown code block | a single code block |
          triple backticks | one code block | a single fenced code block
        `),
      )
    ) {
      return clause({ kind: "format", format: "code_only", details: {} });
    }
    return null;
  });
}

function oneOffs(cursor: Cursor): Clause | null {
  return (
    title(cursor) ??
    postscript(cursor) ??
    twoResponses(cursor) ??
    codeOnly(cursor) ??
    wordList(cursor) ??
    rephrased(cursor) ??
    sections(cursor)
  );
}

function title(cursor: Cursor): Clause | null {
  return cursor.try(() => {
    cursor.skip(...HAVE);
    if (!cursor.take("a title", "the title", "its title", "title")) return null;
    cursor.skip(",", "that is", "which is");
    if (!cursor.take("wrapped in", "enclosed in", "in", "surrounded by", "wrapped with", "enclosed within"))
      return null;
    if (!cursor.take("double angular brackets", "double angle brackets", "<< >>")) {
      const quoted = cursor.quote();
      if (!quoted || !/^<<.*>>$/.test(quoted)) return null;
    }
    cursor.try(() => {
      cursor.skip(",", "such as", "like", "i . e .", "e . g .", "for example", "(");
      if (!cursor.take("<<")) return cursor.quote();
      while (!cursor.done && !cursor.take(">>")) cursor.at++;
      cursor.take(")");
      return true;
    });
    return clause({ kind: "format", format: "title_angle", details: {} });
  });
}

function postscript(cursor: Cursor): Clause | null {
  return cursor.try(() => {
    cursor.skip(...HAVE, "at the end ,", "end with", "ends with", "explicitly", "please");
    cursor.skip("a", "an", "the");
    const token = cursor.peek();
    let marker: string | null = null;
    if (token?.type === "sign" && /^p\./.test(token.text)) {
      cursor.at++;
      marker = token.text;
      cursor.take(
        ...words(`
          section | note | postscript | at the end | at the end of the response | line | at its end
        `),
      );
    } else if (cursor.take("postscript", "post script", "postscript note")) {
      marker = "p.s.";
      cursor.skip("at the end", "at the end of the response", "at its end", ",", "note", "section");
      const named = cursor.try(() => {
        if (
          !cursor.take(
            ...words(`
              starting with | beginning with | marked with | marked by | that starts with |
              that begins with | introduced by | labeled | marked
            `),
          )
        )
          return null;
        cursor.skip("the", "marker", "letters", "abbreviation");
        const next = cursor.peek();
        if (next?.type === "sign" && /^p\./.test(next.text)) {
          cursor.at++;
          return next.text;
        }
        const quoted = cursor.quote();
        return quoted && /^p\W{0,2}(?:p\W{0,2})?s\b/i.test(quoted) ? quoted : null;
      });
      marker = named ?? marker;
      cursor.take("at the end", "at the end of the response");
    } else {
      const quoted = cursor.try(() => {
        const value = cursor.quote();
        return value && /^p\.\s?(?:p\.\s?)?s\.?$/i.test(value) ? value : null;
      });
      if (!quoted) return null;
      marker = quoted;
      cursor.take("section", "note", "postscript", "at the end");
    }
    return clause({ kind: "format", format: "postscript", details: { marker: marker.toUpperCase() } });
  });
}

function twoResponses(cursor: Cursor): Clause | null {
  return cursor.try(() => {
    cursor.skip(...HAVE);
    cursor.take("exactly");
    if (!cursor.take("two")) return null;
    cursor.skip("different", "distinct", "separate");
    if (!cursor.take("responses", "answers", "versions", "outputs")) return null;
    cursor.skip(",", "that are", "which are", "and", "only", "clearly");
    if (!cursor.take("separated by", "separated with", "divided by", "separated only by")) return null;
    cursor.number();
    cursor.skip(
      ...words(`
        asterisk symbols | asterisks | : | the | symbols | six | exactly | separator | divider |
        asterisk
      `),
    );
    const token = cursor.peek();
    const marker =
      token?.type === "sign" && /^\*{3,}$/.test(token.text) ? cursor.take(token.text) : cursor.quote();
    if (!marker && cursor.tokens[cursor.at - 1]?.type !== "word") return null;
    return clause({ kind: "format", format: "two_responses", details: { marker: marker ?? "******" } });
  });
}

function codeOnly(cursor: Cursor): Clause | null {
  return cursor.try(() => {
    cursor.skip(...HAVE, "return", "returns", "of");
    const only = cursor.take("only", "just", "nothing but", "entirely of", "solely of", "only of");
    const tag = cursor.try(() =>
      cursor.take("python", "javascript", "java", "sql", "html", "typescript", "css", "bash"),
    );
    if (!cursor.take("code", "the code")) return null;
    const after = cursor.take("only");
    if (!only && !after) return null;
    cursor.skip(
      ...words(`
        , | without any explanation | without explanation | with no explanation | and no explanation |
        without any explanations | with no explanations | without explanations |
        without any comments outside it | with no other text | and nothing else | without any other text |
        without any additional text | with no additional text
      `),
    );
    return clause({ kind: "format", format: "code_only", details: tag ? { language: tag } : {} });
  });
}

/** "a list of three words, each yes or no": the shape of answers to several questions at once. */
function wordList(cursor: Cursor): Clause | null {
  return cursor.try(() => {
    cursor.skip(
      ...HAVE,
      ...words(`
        its final answer as | the final answer as | the answer as | be | as | in bold | a |
        comma separated
      `),
    );
    if (!cursor.take("list of", "comma separated list of")) return null;
    const asked = quantity(cursor);
    if (!asked || !cursor.take("words", "answers")) return null;
    cursor.skip(",", ":", "each", "either", "being", "that are", "(", "of", "which are", "is");
    const options = optionList(cursor);
    if (options.length < 2) return null;
    cursor.take(")");
    const { bare: _bare, presence: _presence, ...bound } = asked;
    return clause({ kind: "format", format: "word_list", details: { options, count: bound } });
  });
}

function optionList(cursor: Cursor): string[] {
  const found: string[] = [];
  for (;;) {
    const value = cursor.quote() ?? (cursor.word() === "or" ? null : cursor.raw());
    if (value === null) break;
    found.push(value);
    if (!cursor.take(", or", "or", ",", "/")) break;
  }
  return found;
}

function rephrased(cursor: Cursor): Clause | null {
  return cursor.try(() => {
    cursor.skip("only", "be");
    if (
      !cursor.take("change", "changes", "changed", "changing", "rephrase", "rephrases", "modify", "modifies")
    )
      return null;
    cursor.skip("only", "the", "text", "words", "sentences", "part", "parts", "what is", "content");
    if (
      !cursor.take(
        ...words(`
          between asterisks | between the asterisks | inside the asterisks | within the asterisks |
          between * and * | within asterisks
        `),
      )
    )
      return null;
    return clause({ kind: "rephrase" });
  });
}

function sections(cursor: Cursor): Clause | null {
  return cursor.try(() => {
    cursor.skip(...HAVE);
    if (!cursor.take("sections")) return null;
    const marker = markerOf(cursor);
    return marker
      ? clause({ kind: "format", format: "sections", details: { marker, count: { op: "ge", n: 1 } } })
      : null;
  });
}

function partFormat(cursor: Cursor): Clause | null {
  return cursor.try(() => {
    const verb = cursor.at;
    cursor.skip(...HAVE);
    const plain = cursor.at === verb;
    cursor.skip(...AS, ...HAVE);
    const whole = plain && cursor.at > verb;
    cursor.skip("any", "some", "clear", "markdown", "multiple");
    const of = PART_OF.get(cursor.take(...PART_OF.keys()) ?? "");
    if (!of) return null;
    cursor.skip("for formatting", "format", "to format the response", "for formatting purposes");
    const listed = of === "bullets" || of === "numbered";
    // "in bold" is about all of the text, "uses bold" about some of it.
    if (plain && !listed && of !== "headings" && !/^(?:final|boxed)/.test(of)) return null;
    return clause({ kind: "format", format: of, details: whole && listed ? { whole: true } : {} });
  });
}

function order(cursor: Cursor): Clause | null {
  return cursor.try(() => {
    cursor.skip(
      ...words(`
        arranged | sorted | listed | ordered | presented | organized | arrange | sort | order | list |
        lists | arranges | sorts | placed | provided | organised | given | displayed | them | the items |
        the list | its items
      `),
    );
    const adverb = cursor.take("alphabetically", "numerically", "chronologically");
    const inOrder = adverb ? null : cursor.take("in", "into", "by", "follow", "follows");
    if (!adverb && !inOrder) return null;
    let dir: "asc" | "desc" = "asc";
    let name = adverb;
    if (inOrder) {
      cursor.skip("strict", "correct", "proper", "the", "an", "a");
      if (cursor.take("descending", "reverse", "decreasing")) dir = "desc";
      else cursor.take("ascending", "increasing");
      name = cursor.take(
        ...words(`
          alphabetical | alphabetic | numerical | numeric | chronological | alphabetical ascending |
          date
        `),
      );
      if (!name || !cursor.take("order")) return null;
    }
    if (cursor.take("from a to z", "( a - z )", "a to z")) dir = "asc";
    if (cursor.take("from z to a", "in descending order", "in reverse", "in reverse order")) dir = "desc";
    const by = name?.startsWith("alpha") ? "alphabetical" : name?.startsWith("num") ? "numeric" : "date";
    const key = cursor.try(() => {
      if (!cursor.take("by", "based on", "according to", "with respect to", "on")) return null;
      cursor.skip("the", "their", "its", "key", "column", "value of", "values of");
      const value = cursor.quote() ?? cursor.raw();
      cursor.take("key", "column", "field");
      return value;
    });
    return clause({ kind: "order", by, dir, ...(key ? { key } : {}) });
  });
}

/** "one of the following: 'yes', 'no'", "exactly 'yes'". */
function options(cursor: Cursor): Clause | null {
  return cursor.try(() => {
    cursor.skip(
      ...words(`
        answer with | answers with | respond with | responds with | be | reply with | replies with | use |
        uses | choose | contain | consist of | consists of | answer | say | exactly match | match |
        matches | output | limited to
      `),
    );
    const only = cursor.take("exactly", "only", "just", "strictly", "simply");
    if (cursor.take("one of", "exactly one of", "either", "only one of", "just one of", "any one of")) {
      cursor.skip(
        ...words(`
          the | following | these | given | options | answers | choices | phrases | words | word | : |
          labels | three | two | four | five | values | possible | allowed | option
        `),
      );
      const found = quotedList(cursor);
      return found.length > 1 ? clause({ kind: "one_of", options: found }) : null;
    }
    if (!only) return null;
    cursor.skip("the word", "the phrase", "the text", "the answer", "with", "the words");
    const found = quotedList(cursor);
    return found.length > 0 ? clause({ kind: "one_of", options: found }) : null;
  });
}

function quotedList(cursor: Cursor): string[] {
  const found: string[] = [];
  for (;;) {
    const value = cursor.quote();
    if (value === null || value.length > 300) break;
    found.push(value);
    const more = cursor.try(() => {
      if (!cursor.take(", or", "or", ",", ", and", "and", "/")) return null;
      cursor.skip("the word", "the phrase");
      return cursor.peek()?.type === "quote" ? true : null;
    });
    if (!more) break;
  }
  return found;
}

function repeat(cursor: Cursor): Clause | null {
  return cursor.try(() => {
    cursor.take("first", "begin by", "start by", "begins by", "starts by");
    if (!cursor.take("repeat", "repeats", "repeating", "restate verbatim", "copy", "copies")) return null;
    cursor.skip("the", "entire", "whole", "user's", "original", "exact", "given", "full");
    if (
      !cursor.take(
        ...words(`
          request | prompt | instruction | question | request above | instructions | user request
        `),
      )
    )
      return null;
    const verbatim = cursor.take(
      ...words(`
        word for word | verbatim | exactly | word for word without change | without change |
        without any change | word for word , without change | exactly as given | exactly as it is |
        word by word
      `),
    );
    if (!verbatim) return null;
    cursor.skip(
      ...words(`
        without change | , | before answering | before giving the answer | before giving an answer |
        first | and then answer | before answering it | before the answer | at the beginning |
        at the start | then give the answer | without changes
      `),
    );
    return clause({ kind: "repeat_prompt" });
  });
}

function distinct(cursor: Cursor): Clause | null {
  return cursor.try(() => {
    cursor.skip(...HAVE);
    const none = cursor.take("no", "any");
    cursor.take("two");
    const adjective = cursor.take("repeated", "duplicate", "duplicated", "repeating", "identical");
    if (adjective || none) {
      const target = adjective ? targetOf(cursor) : null;
      if (!target) return null;
      const check: Check = { kind: "distinct", target };
      return clause(none === "no" ? check : { kind: "not", of: check });
    }
    cursor.skip("all", "the", "only", "each", "every");
    const before = cursor.take("distinct", "unique", "different");
    const target = targetOf(cursor);
    if (!target) return null;
    if (before) return clause({ kind: "distinct", target });
    cursor.skip("in the list", "of the list", "are", "is", "be", "all", "should be", "must be");
    return cursor.take(
      "distinct",
      "unique",
      "different",
      "different from each other",
      "different from one another",
    )
      ? clause({ kind: "distinct", target })
      : null;
  });
}

function targetOf(cursor: Cursor): "items" | "lines" | "words" | null {
  const said = cursor.take(
    ...words(`
      items | item | list items | list item | entries | entry | lines | line | words | word |
      bullet points | items in the list
    `),
  );
  if (!said) return null;
  return said.startsWith("line") ? "lines" : said.startsWith("word") ? "words" : "items";
}

/** "contains commas", "uses hashtags": some, without a number. */
function presence(cursor: Cursor): Clause | null {
  return cursor.try(() => {
    // What a text consists of is all of it, not some of it.
    if (cursor.word() === "consist" || cursor.word() === "consists" || /^compris/.test(cursor.word()))
      return null;
    if (cursor.word().endsWith("ed") && cursor.word(1) === "of") return null;
    cursor.skip(...HAVE);
    cursor.skip("any", "some", "at least one", "one or more");
    if (cursor.take("punctuation marks", "punctuation", "punctuation mark"))
      return clause({ kind: "not", of: { kind: "charset", set: "no_punctuation" } });
    if (cursor.take("a", "an")) {
      const single = unit(cursor);
      return single && SIGNS.has(single) ? clause({ kind: "count", unit: single, op: "ge", n: 1 }) : null;
    }
    const of = unit(cursor);
    if (!of || !SIGNS.has(of)) return null;
    return clause({ kind: "count", unit: of, op: "ge", n: 1 });
  });
}
