import type { Check } from "../../types";
import { type Cursor, words } from "../cursor";
import { subject, withinClause } from "../subject";
import { type Clause, clause, HAVE } from "./clause";
import { values } from "./contains";

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
export function edges(cursor: Cursor): Clause | null {
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
export function asWord(cursor: Cursor): Clause | null {
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
    withinClause(cursor);
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
    withinClause(cursor);
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
