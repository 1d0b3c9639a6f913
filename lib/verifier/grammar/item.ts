import type { Check } from "../types";
import { Cursor } from "./cursor";
import { predicate } from "./predicate";
import { about, type ParsedQuestion } from "./reading";
import { ADVERBS, atEnd, FRONT, skipNumbering } from "./sentence-frame";
import { finalAnswer, numberOf, thereIs, unitOccurs, valueIs, valueOccurs, wordIs } from "./shapes";
import { type QuestionSubject, subject } from "./subject";

/** Parses a whole question; null unless all of it was understood. */
export function readItem(source: string): ParsedQuestion | null {
  const cursor = Cursor.over(source);
  skipNumbering(cursor);
  const read = readAll(cursor);
  return read && !isAboutUse(cursor, read.check) ? read : null;
}

const WELL = new Set("correctly properly accurately effectively precisely".split(" "));
const USING = new Set("use uses used using employ employs employed".split(" "));

/** "uses the word 'x' correctly" is about how a word is used, not only that it occurs. */
function isAboutUse({ tokens }: Cursor, check: Check): boolean {
  const has = (words: ReadonlySet<string>) =>
    tokens.some((token) => token.type === "word" && words.has(token.text));
  return check.kind === "contains" && check.what !== "char" && has(WELL) && has(USING);
}

function readAll(cursor: Cursor): ParsedQuestion | null {
  cursor.skip(...FRONT, ...ADVERBS);
  for (const shape of [
    finalAnswer,
    thereIs,
    numberOf,
    unitOccurs,
    valueOccurs,
    valueIs,
    wordIs,
    subjectPredicate,
    bareClause,
  ]) {
    const found = cursor.try(() => {
      const reading = shape(cursor);
      return reading && atEnd(cursor) ? reading : null;
    });
    if (found) return found;
  }
  return null;
}

/** One clause or several about a subject. */
function subjectPredicate(cursor: Cursor): ParsedQuestion | null {
  const whom = listSubject(cursor) ?? subject(cursor);
  if (!whom) return null;
  const clause = predicate(cursor);
  return clause && about(whom, clause);
}

/** "the items", "the list items": checks of items find them by themselves. */
function listSubject(cursor: Cursor): QuestionSubject | null {
  return cursor.try(() => {
    cursor.skip("the", "all", "all the", "all of the", "its");
    return cursor.take("items in the list", "list items", "items", "entries", "items of the list")
      ? { of: "whole" as const }
      : null;
  });
}

function bareClause(cursor: Cursor): ParsedQuestion | null {
  const clause = predicate(cursor);
  if (!clause) return null;
  return { check: clause.check, flags: clause.flags };
}
