import type { CountedUnit } from "../countable-units";
import type { Bound } from "../types";
import { type Cursor, words } from "./cursor";

/** A required number, and how it was stated. */
export interface Quantity extends Bound {
  /** "3 sentences", without "exactly". */
  bare?: true;
  /** "no commas", "any commas", "commas": presence instead of a number. */
  presence?: "none" | "some";
}

const BEFORE: [Bound["op"], string[]][] = [
  [
    "ge",
    [
      ...words(`
        at least | a minimum of | minimum of | minimum | no fewer than | no less than | not fewer than |
        not less than | no shorter than | not shorter than | more than or equal to | greater than or equal to | at a minimum | min
      `),
    ],
  ],
  [
    "le",
    [
      ...words(`
        at most | a maximum of | maximum of | maximum | no more than | not more than | up to | within |
        not exceed | not exceeding | limited to | no longer than | not longer than | no higher than |
        less than or equal to | fewer than or equal to | no greater than | not over | max | a limit of |
        the limit of | within the limit of | within a limit of | not to exceed | capped at |
        restricted to | limit it to | limit your response to | limit the response to |
        limit your answer to | limit the answer to | kept to | keep to | keeps to | keep it to |
        limit itself to | limits itself to | within the limit | keep your response to |
        keep the response to | keep your answer to | keep the answer to | keep your reply to |
        limit your reply to | limit yourself to | restrict your response to | restrict your answer to
      `),
    ],
  ],
  ["lt", ["under", "fewer than", "less than", "below", "shorter than", "strictly less than", "smaller than"]],
  [
    "gt",
    [
      ...words(`
        more than | over | exceed | exceeds | exceeding | above | greater than | longer than |
        strictly more than
      `),
    ],
  ],
  ["approx", ["about", "around", "approximately", "roughly", "close to", "circa"]],
  [
    "eq",
    [
      ...words(`
        exactly | only | just | a total of | precisely | equal to | equals | equal | exactly a total of |
        a total of exactly | a length of | a length of exactly | no more and no less than |
        no more or less than | strictly | only exactly | exactly only | exact
      `),
    ],
  ],
];
const FIRST = BEFORE.flatMap(([, words]) => words);

/** "at least 3", "between 50 and 60", "3 or more", "no", "a single"; null for anything else. */
export function quantity(cursor: Cursor): Quantity | null {
  return cursor.try(() => {
    const range = between(cursor);
    if (range) return range;
    // "no more than 5" is a comparison, and "no" alone is not.
    const operator = cursor.take(...FIRST);
    if (operator === null && cursor.take("no", "zero", "not any", "0"))
      return { op: "eq", n: 0, presence: "none" };
    const op = BEFORE.find(([, words]) => words.includes(operator ?? ""))?.[0];
    if (op === "eq" || op === "le" || op === undefined) {
      // "limited to between 5 and 10" is the range.
      const inner = op === undefined ? null : between(cursor);
      if (inner) return inner;
      if (cursor.take("a single", "one single", "the single", "single")) return { op: "eq", n: 1 };
    }
    if (op !== undefined) cursor.take("of", "a total of");
    if (op === "le") cursor.take("no more than", "not more than", "at most", "a maximum of", "up to");
    if (op !== undefined && op !== "eq" && cursor.take("exactly", "precisely")) {
      // "limited to exactly 5" is 5; "at least exactly 5" is nothing.
      const n = op === "le" ? cursor.number() : null;
      return n === null ? null : { op: "eq", n };
    }
    if (op === "eq") cursor.take("exactly");
    const n = cursor.number() ?? (op !== undefined && op !== "approx" && cursor.take("a", "an") ? 1 : null);
    if (n === null) return null;
    if (op === undefined) {
      if (cursor.take("or more", "or above", "or greater", "+", "plus", "and above")) return { op: "ge", n };
      if (cursor.take("or fewer", "or less", "or below", "and below")) return { op: "le", n };
      return { op: "eq", n, bare: true };
    }
    if (op === "ge" || op === "gt") {
      const hi = upperEnd(cursor);
      const least = op === "gt" ? n + 1 : n;
      if (hi !== null) return hi < least ? null : { op: "between", n: least, hi };
    }
    if (op === "eq" || op === "ge" || op === "le") {
      const hi = cursor.try(() => (cursor.take("to", "-") ? cursor.number() : null));
      if (hi !== null) return op === "eq" && hi >= n ? { op: "between", n, hi } : null;
    }
    return { op, n };
  });
}

/** "but no more than 5", behind "at least 3". */
function upperEnd(cursor: Cursor): number | null {
  return cursor.try(() => {
    if (!cursor.take("but", "and", ", but", "but also", "and also")) return null;
    const operator = cursor.take(
      ...words(`
        no more than | not more than | at most | up to | a maximum of | fewer than | less than | under
      `),
    );
    const n = operator ? cursor.number() : null;
    return n !== null && /^(?:fewer|less|under)/.test(operator ?? "") ? n - 1 : n;
  });
}

function between(cursor: Cursor): Quantity | null {
  return cursor.try(() => {
    const framed = cursor.take(
      ...words(`
        between | from | in the range of | the range of | the range | ranging from | within the range of
      `),
    );
    const n = cursor.number();
    const joined =
      n === null
        ? null
        : framed === "between"
          ? cursor.take("and", "to", "-")
          : cursor.take("to", "-", "through");
    const hi = joined ? cursor.number() : null;
    if (n === null || hi === null || hi < n) return null;
    cursor.take("( inclusive )", "inclusive", ", inclusive");
    return { op: "between", n, hi };
  });
}

const UNITS: [CountedUnit, string[]][] = [
  [
    "caps_word",
    [
      ...words(`
        words in all capital letters | word in all capital letters | words in all caps |
        words in capital letters | words in uppercase | words with all capital letters |
        words with all capitals | all caps words | all capital words | all capitalized words |
        fully capitalized words | capital words | uppercase words | all caps word |
        words in all uppercase letters | words written in all caps |
        words written in all capital letters
      `),
    ],
  ],
  [
    "uppercase_letter",
    [
      ...words(`
        capital letters | capital letter | uppercase letters | uppercase letter | upper case letters |
        upper case letter | uppercase characters | uppercase character | capitalized letters | capitals
      `),
    ],
  ],
  [
    "lowercase_letter",
    [
      ...words(`
        lowercase letters | lowercase letter | lower case letters | lower case letter |
        lowercase characters | lowercase character | small letters | small letter
      `),
    ],
  ],
  ["word", ["words", "word"]],
  ["sentence", ["sentences", "sentence"]],
  ["paragraph", ["paragraphs", "paragraph"]],
  ["line", ["lines", "line", "lines of text"]],
  ["character", ["characters", "character", "chars"]],
  ["letter", ["letters", "letter"]],
  [
    "bullet",
    [
      ...words(`
        bullet points | bullet point | bullets | bullet | bulleted points | bulleted items |
        bullet items | bullet pointed items | markdown bullet points
      `),
    ],
  ],
  [
    "item",
    [
      ...words(`
        list items | list item | items in the list | items | item | numbered items | entries |
        numbered points
      `),
    ],
  ],
  ["section", ["sections", "section"]],
  ["stanza", ["stanzas", "stanza"]],
  [
    "heading",
    ["headings", "heading", "subheadings", "subheading", "headers", "sub headings", "section headings"],
  ],
  ["hashtag", ["hashtags", "hashtag", "hash tags"]],
  ["emoji", ["emojis", "emoji"]],
  ["placeholder", ["placeholders", "placeholder"]],
  [
    "highlight",
    [
      ...words(`
        highlighted sections | highlighted section | highlighted parts | highlighted phrases |
        highlighted text sections | highlighted words
      `),
    ],
  ],
  ["question_mark", ["question marks", "question mark"]],
  ["question", ["questions", "question"]],
  ["exclamation_mark", ["exclamation marks", "exclamation mark", "exclamation points", "exclamation point"]],
  ["comma", ["commas", "comma"]],
  ["number", ["numbers", "number"]],
  ["digit", ["digits", "digit", "numerals", "numerical digits", "numeric characters", "numeric digits"]],
  [
    "symbol",
    ["symbols", "special characters", "special symbols", "punctuation marks", "symbol", "special character"],
  ],
  ["code_block", ["code blocks", "code block", "fenced code blocks"]],
  ["bold", ["bold phrases", "bolded phrases", "bolded words", "bold words", "bolded parts"]],
];
const UNIT_OF = new Map(
  UNITS.flatMap(([unit, names]) => names.map((name): [string, CountedUnit] => [name, unit])),
);
const UNIT_NAMES = [...UNIT_OF.keys()];

export function unit(cursor: Cursor): CountedUnit | null {
  const name = cursor.take(...UNIT_NAMES);
  return name === null ? null : (UNIT_OF.get(name) ?? null);
}

/** Units whose mention without a number means presence: "contains commas", "uses bullet points". */
// biome-ignore format: a list to be read at a glance.
export const SIGNS: ReadonlySet<CountedUnit> = new Set<CountedUnit>([
  "comma", "digit", "emoji", "hashtag", "question_mark", "exclamation_mark", "placeholder", "heading", "bullet",
  "uppercase_letter", "lowercase_letter", "code_block", "symbol", "highlight"]);

/** "twice", "at least 3 times": how often something occurs. */
export function times(cursor: Cursor): Bound | null {
  return cursor.try(() => {
    const operator = cursor.take(
      ...words(`
        exactly | only | just | precisely | at least | at most | no more than | not more than | more than |
        no less than | not less than | no fewer than | not fewer than | less than | fewer than
      `),
    );
    const fixed = cursor.take("once", "twice", "thrice");
    if (fixed) {
      const n = fixed === "once" ? 1 : fixed === "twice" ? 2 : 3;
      if (operator === "more than") return { op: "gt", n };
      if (operator === "less than" || operator === "fewer than") return { op: "lt", n };
      if (operator === "at most" || /^no.* more than$/.test(operator ?? "")) return { op: "le", n };
      if (/^no.* (?:less|fewer) than$/.test(operator ?? "")) return { op: "ge", n };
      if (operator === "at least" || (operator === null && n === 1 && cursor.take("or more")))
        return { op: "ge", n };
      // "mentions it once" leaves open if twice would do; "exactly once" does not.
      return operator === null && n === 1 ? { op: "ge", n } : { op: "eq", n };
    }
    if (operator) cursor.at -= operator.split(" ").length;
    const amount = quantity(cursor);
    if (!amount || !cursor.take("times", "time", "occurrences", "occurrence", "instances")) return null;
    const { op, n, hi } = amount;
    if (cursor.take("or more") && op === "eq") return { op: "ge", n };
    if (cursor.take("or less", "or fewer") && op === "eq") return { op: "le", n };
    return hi === undefined ? { op, n } : { op, n, hi };
  });
}
