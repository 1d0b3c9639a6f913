import type { CountedUnit } from "../../countable-units";
import type { Check } from "../../types";
import { type Cursor, words } from "../cursor";
import { type Quantity, quantity, SIGNS, unit } from "../quantity";
import { type Clause, clause, HAVE } from "./clause";

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
    keep your response | keep the response | keep your answer | keep the answer | keep your reply |
    respond | responds | reply | replies | kept | keep it
  `),
];

/** A number of units: "exactly 3 sentences", "in under 500 words", "100 words or fewer". */
export function countClause(cursor: Cursor): Clause | null {
  // Mentioning three words, or giving three lines, is not being that long.
  const named = /^(?:mention|list|give|show|say|display|exhibit)/.test(cursor.word());
  const limited = cursor.try(counted);
  if (limited) return limited;
  const aimed = cursor.take("aim for", "aim at", "aim to write", "strive for", "target") !== null;
  cursor.skip(...MEASURE);
  const found = cursor.try(counted) ?? (cursor.take("only", "a") ? counted(cursor) : null);
  // "Aim for 150 words" leaves open how near is near enough.
  if (aimed && found?.flags.includes("bare_number")) return null;
  return named && found?.check.kind === "count" && found.check.unit !== "item" ? null : found;
}

export function counted(cursor: Cursor): Clause | null {
  return cursor.try(() => {
    const amount = quantity(cursor);
    if (!amount) return null;
    // "5 different words" and "3 short paragraphs" ask for more than a number.
    cursor.skip("separate", "individual", "total", "markdown", "such");
    const of = unit(cursor);
    if (!of) return null;
    if (cursor.take("or more", "or above", "minimum", "at least") && amount.op === "eq") amount.op = "ge";
    else if (
      cursor.take("or fewer", "or less", "or under", "maximum", "max", "at most") &&
      amount.op === "eq"
    )
      amount.op = "le";
    else if (cursor.take("exactly", "precisely") && amount.op === "eq") delete amount.bare;
    if (amount.op !== "eq") delete amount.bare;
    cursor.skip(
      ...words(`
        long | each in length | in length | in total | total | altogether | only | overall | of text
      `),
    );
    if (cursor.take("or so")) {
      if (amount.op !== "eq" || !amount.bare) return null;
      delete amount.bare;
      amount.op = "approx";
    }
    const each = cursor.take("each");
    if (each) return null;
    return counting(cursor, amount, of);
  });
}

function counting(cursor: Cursor, amount: Quantity, of: CountedUnit): Clause | null {
  const { presence: _presence, bare, ...bound } = amount;
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

export function markerOf(cursor: Cursor): string | null {
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
    if (quoted) return quoted.replace(/\s+[XN]$|\s*(?:#|\d+)$/, "").trim() || null;
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
export function highlighted(cursor: Cursor): Clause | null {
  return cursor.try(() => {
    if (!cursor.take("highlight", "highlights", "highlighted", "emphasize", "emphasizes")) return null;
    const amount = quantity(cursor);
    if (
      !amount ||
      !cursor.take(
        ...words(`
          sections | section | parts | phrases | words | text sections | sections in your answer |
          sections in the response
        `),
      )
    )
      return null;
    starExample(cursor);
    const { presence: _presence, bare, ...bound } = amount;
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

/** "contains commas", "uses hashtags": at least one. */
export function presence(cursor: Cursor): Clause | null {
  return cursor.try(() => {
    // A text "consists of" everything in it, not of a part.
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
