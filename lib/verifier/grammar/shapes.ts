import type { Check } from "../types";
import type { Clause } from "./clauses/clause";
import { containing, values } from "./clauses/contains";
import { counted } from "./clauses/count";
import { nthWords } from "./clauses/positions";
import { Cursor, words } from "./cursor";
import { firstClause, NEGATIONS } from "./predicate";
import { quantity, SIGNS, times, unit } from "./quantity";
import { about, finish, type ParsedQuestion } from "./reading";
import { ADVERBS, MODALS } from "./sentence-frame";
import { type QuestionSubject, subject, withinScope } from "./subject";

/*
 * Forms of questions that do not open with the response: "there are …", "the number of …", "the word 'x'
 * appears …".
 */

/** "there are exactly 3 paragraphs in the response". */
export function thereIs(cursor: Cursor): ParsedQuestion | null {
  cursor.skip("should", "must", "will");
  if (!cursor.take("there")) return null;
  cursor.skip(...MODALS, ...ADVERBS);
  const denied = cursor.take("not", "not any") !== null;
  const clause = counted(cursor) ?? anySign(cursor) ?? firstClause(cursor);
  if (!clause) return null;
  const found = finish(clause, denied);
  const place = withinScope(cursor);
  return found && about(place ?? { of: "whole" }, found);
}

function anySign(cursor: Cursor): Clause | null {
  return cursor.try(() => {
    if (!cursor.take("any", "a", "an", "some")) return null;
    const of = unit(cursor);
    return of && SIGNS.has(of) ? { check: { kind: "count", unit: of, op: "ge", n: 1 }, flags: [] } : null;
  });
}

/** "the number of sentences in the response is at least 5", "the word count is under 500". */
export function numberOf(cursor: Cursor): ParsedQuestion | null {
  cursor.skip("the", "your", "its", "total");
  let of: ReturnType<typeof unit>;
  if (cursor.take("number of", "total number of", "count of", "total count of")) of = unit(cursor);
  else {
    const name = cursor.take(
      ...words(`
        word count | sentence count | character count | paragraph count | total word count | line count |
        length
      `),
    );
    of =
      name === null
        ? null
        : name === "length"
          ? "character"
          : unit(Cursor.over(name.replace("total ", "").replace(" count", "")));
    if (name === "length") return lengthOf(cursor);
  }
  if (!of) return null;
  return boundOf(cursor, of);
}

/** "words in all capital letters appear fewer than 10 times". */
export function unitOccurs(cursor: Cursor): ParsedQuestion | null {
  cursor.skip("the");
  const of = unit(cursor);
  if (!of) return null;
  cursor.skip(...MODALS, ...ADVERBS);
  if (!cursor.take("appear", "appears", "used", "occur", "occurs", "present")) return null;
  const often = times(cursor);
  return often && { check: { kind: "count", unit: of, ...often }, flags: [] };
}

/** "the final answer is in bold": about a marked position in the response. */
export function finalAnswer(cursor: Cursor): ParsedQuestion | null {
  cursor.skip("the", "its", "your");
  if (!cursor.take("final answer", "last answer")) return null;
  cursor.skip(
    ...MODALS,
    ...ADVERBS,
    ...words(`
      given | put | presented | written | placed | formatted | provided | marked | highlighted |
      enclosed | wrapped | inside | within | in | as
    `),
  );
  if (cursor.take("bold", "bold text", "bold font", "bolded", "bold formatting", "boldface"))
    return { check: { kind: "format", format: "final_bold", details: {} }, flags: [] };
  if (cursor.take("\\boxed{}", "\\boxed", "a \\boxed{}", "boxed", "\\boxed{} notation"))
    return { check: { kind: "format", format: "boxed", details: {} }, flags: [] };
  return null;
}

function boundOf(cursor: Cursor, of: NonNullable<ReturnType<typeof unit>>): ParsedQuestion | null {
  cursor.skip("used", "contained");
  const place = withinScope(cursor) ?? { of: "whole" as const };
  cursor.skip(
    ...MODALS,
    ...ADVERBS,
    ...words(`
      equal to | equals | equal | stay | stays | remain | remains | fall | kept | falls | limited to
    `),
  );
  const denied = cursor.take("not") !== null;
  const amount = quantity(cursor);
  if (!amount) return null;
  const { bare: _bare, presence: _presence, ...bound } = amount;
  cursor.try(() => (unit(cursor) === of ? true : null));
  const found = finish({ check: { kind: "count", unit: of, ...bound }, flags: [] }, denied);
  return found && about(place, found);
}

/** "the length of the response is under 100 words". */
function lengthOf(cursor: Cursor): ParsedQuestion | null {
  const place = withinScope(cursor) ?? { of: "whole" as const };
  cursor.skip(...MODALS, ...ADVERBS, "stay", "remain", "kept", "limited to");
  const denied = cursor.take("not") !== null;
  const amount = counted(cursor);
  const found = amount && finish(amount, denied);
  return found && about(place, found);
}

/** "the word 'x' appears at least twice in the response". */
export function valueOccurs(cursor: Cursor): ParsedQuestion | null {
  cursor.skip("all of", "all");
  const found = values(cursor);
  if (!found) return null;
  const verbs = [
    ...words(`
      appear | appears | appearing | included | present | used | mentioned | found | occur | occurs |
      contained | incorporated | exist | exists | featured | employed | there | written | show up |
      included verbatim | mentioned explicitly | in
    `),
  ];
  let denied = false;
  cursor.skip(...MODALS, ...ADVERBS);
  if (cursor.take(...NEGATIONS)) denied = true;
  cursor.skip(...MODALS, ...ADVERBS);
  const absent = cursor.take(
    ...words(`
      absent from | excluded from | avoided | omitted | omitted from | avoided in | absent | excluded |
      missing from
    `),
  );
  if (absent) {
    if (denied) return null;
    if (absent.endsWith("from") || absent.endsWith("in")) cursor.at--;
    denied = true;
  } else {
    const verb = cursor.take(...verbs);
    if (!verb) return null;
    if (verb === "in") cursor.at--;
  }
  cursor.skip("anywhere", ...ADVERBS);
  const early = withinPlace(cursor);
  const often = times(cursor);
  cursor.skip("anywhere");
  const place = early ?? withinPlace(cursor);
  const asEdge =
    early || place
      ? null
      : cursor.try(() =>
          cursor.take("as the last word", "as the final word")
            ? "last"
            : cursor.take("as the first word")
              ? "first"
              : null,
        );
  if (asEdge) {
    const [value, ...others] = found.values;
    if (value === undefined || others.length > 0) return null;
    const read = finish(
      {
        check: { kind: asEdge === "first" ? "starts_with" : "ends_with", what: "word", value },
        flags: found.flags,
      },
      denied,
    );
    return read && about({ of: "whole" }, read);
  }
  const read = finish({ check: containing(found, often), flags: found.flags }, denied);
  return read && about(place ?? { of: "whole" }, read);
}

/** "'x' is the last word of the response". */
export function valueIs(cursor: Cursor): ParsedQuestion | null {
  cursor.skip("the", "word", "term");
  const value = cursor.quote();
  if (value === null || value.trim() === "") return null;
  cursor.skip(...MODALS, ...ADVERBS);
  const denied = cursor.take(...NEGATIONS) !== null;
  cursor.skip(
    ...words(`
      used as | placed as | located as | as | indeed | the | its | very | used | placed | found
    `),
  );
  const n = cursor.ordinal();
  if (n === null || !cursor.take("word")) return null;
  const check: Check =
    n === 1 || n === -1
      ? { kind: n === 1 ? "starts_with" : "ends_with", what: "word", value }
      : { kind: "nth_words", pos: [n], values: [value] };
  return finish({ check, flags: [] }, denied);
}

function withinPlace(cursor: Cursor): QuestionSubject | null {
  return cursor.try(() => {
    if (!cursor.take("in", "within", "throughout", "inside", "anywhere in", "anywhere within", "from"))
      return null;
    return subject(cursor);
  });
}

/** "the last word of the response is 'x'". */
export function wordIs(cursor: Cursor): ParsedQuestion | null {
  const found = nthWords(cursor);
  return found && about({ of: "whole" }, { check: found.check, flags: found.flags });
}
