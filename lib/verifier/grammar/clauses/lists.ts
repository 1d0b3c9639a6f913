import type { Check } from "../../types";
import { type Cursor, words } from "../cursor";
import { type Clause, clause, HAVE } from "./clause";

export function order(cursor: Cursor): Clause | null {
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
export function options(cursor: Cursor): Clause | null {
  return cursor.try(() => {
    cursor.skip(
      ...words(`
        answer with | answers with | respond with | responds with | be | reply with | replies with | use |
        uses | choose | consist of | consists of | answer | say | exactly match | match |
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

export function repeat(cursor: Cursor): Clause | null {
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

export function distinctClause(cursor: Cursor): Clause | null {
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
  const noun = cursor.take(
    ...words(`
      items | item | list items | list item | entries | entry | lines | line | words | word |
      bullet points | items in the list
    `),
  );
  if (!noun) return null;
  return noun.startsWith("line") ? "lines" : noun.startsWith("word") ? "words" : "items";
}
