import { positiveClauses } from "./clauses/all";
import { type Clause, DOING } from "./clauses/clause";
import { type Cursor, words } from "./cursor";
import { SIGNS, unit } from "./quantity";
import { finish, type ParsedQuestion } from "./reading";
import { ADVERBS, MODALS } from "./sentence-frame";

const FULFILLS = [
  ...words(`
    meet | meets | satisfy | satisfies | adhere to | adheres to | comply with | complies with | fulfill |
    fulfills | follow | follows | respect | respects
  `),
];
const FULFILLED = [
  ...words(`
    the requirement of | the constraint of | the instruction of | the instruction to | the requirement to |
    the condition of | the rule of | the restriction of
  `),
];
export const NEGATIONS = [
  ...words(`
    not | never | doesn't | isn't | aren't | don't | didn't | wasn't | won't | shouldn't | mustn't |
    cannot | can't | weren't | hasn't | haven't
  `),
];
const AVOIDING = [
  ...words(`
    avoid | avoids | avoiding | avoided | refrain from | refrains from | refraining from |
    refrained from | free of | free from | omit | omits | omitting | exclude | excludes | excluding |
    devoid of | without | lack | lacks | abstain from | abstains from | leave out | leaves out |
    contain no | contains no | include no | includes no | use no | uses no | has no | have no |
    containing no | make no use of | with no | no use of
  `),
];

/** Clauses joined by "and", or the one safe form of "or": contain X or not contain Y. */
export function predicate(cursor: Cursor): ParsedQuestion | null {
  const first = signed(cursor);
  if (!first) return null;
  const found: ParsedQuestion[] = [first];
  let joined: "and" | "or" | null = null;
  for (;;) {
    const next = cursor.try(() => {
      const word = cursor.take(
        ...words(`
          , and | and | , but | but | , or | or | , | as well as | , while | while | ; and | ;
        `),
      );
      if (!word) return null;
      const how = word.endsWith("or") ? "or" : "and";
      if (joined !== null && joined !== how) return null;
      cursor.skip(
        ...words(`
          does | is | it | the response | the output | also | should | must | has | are | that | do |
          else | either | will | then | be
        `),
      );
      const clause = signed(cursor);
      return clause ? { how, said: clause } : null;
    });
    if (!next) break;
    joined = next.how as "and" | "or";
    found.push(shared(first, next.said));
  }
  if (found.length === 1 || joined === null) return first;
  if (joined === "or" && !charOrNot(found)) return null;
  return {
    check: { kind: joined, of: found.map(({ check }) => check) },
    flags: found.flatMap(({ flags }) => flags),
  };
}

/** "at least one digit and one capital letter": the bound also applies to what follows without one. */
function shared(first: ParsedQuestion, next: ParsedQuestion): ParsedQuestion {
  if (first.check.kind !== "count" || next.check.kind !== "count" || !next.flags.includes("bare_number"))
    return next;
  if (first.flags.includes("bare_number") || first.check.op === "between") return next;
  return {
    check: { ...next.check, op: first.check.op },
    flags: next.flags.filter((flag) => flag !== "bare_number"),
  };
}

const charOrNot = (found: ParsedQuestion[]) =>
  found.length === 2 &&
  found.some(({ check }) => check.kind === "contains") &&
  found.some(({ check }) => check.kind === "not_contains");

/** One clause with its polarity. */
function signed(cursor: Cursor): ParsedQuestion | null {
  let denied = false;
  let negations = 0;
  let avoided = false;
  const source = cursor.try(() => {
    if (!cursor.take(...FULFILLS)) return null;
    const limited = cursor.at;
    if (!cursor.take("the limit of")) return cursor.take(...FULFILLED);
    // The number states the limit: "the limit of 5 words".
    cursor.at = limited;
    return "the limit of";
  });
  for (let before = -1; before !== cursor.at; ) {
    before = cursor.at;
    cursor.skip(...MODALS, "either", ...ADVERBS);
    if (cursor.take(...NEGATIONS)) {
      denied = !denied;
      negations++;
    }
    if (cursor.take(...AVOIDING)) {
      denied = !denied;
      negations++;
      avoided = true;
      cursor.skip(
        ...DOING,
        ...words(`
          any | all | the use of | mention of | mentions of | both | use of | including
        `),
      );
    }
  }
  // "does not avoid": double negations are left to people.
  if (negations > 1) return null;
  return cursor.try(() => {
    // "no capital letters" is about the letters, not about a text in capitals.
    const found = (avoided ? signs(cursor) : null) ?? firstClause(cursor);
    // "the restriction of 5 words" may be a limit or an exact number.
    const isUnclear =
      source !== null && !source.startsWith("the requirement") && found?.flags.includes("bare_number");
    return found && !isUnclear ? finish(found, denied) : null;
  });
}

function signs(cursor: Cursor): Clause | null {
  return cursor.try(() => {
    const of = unit(cursor);
    return of && SIGNS.has(of) ? { check: { kind: "count", unit: of, op: "ge", n: 1 }, flags: [] } : null;
  });
}

/** The reading that consumes the most words. */
export function firstClause(cursor: Cursor): Clause | null {
  const start = cursor.at;
  let best: { found: Clause; at: number } | null = null;
  for (const read of positiveClauses()) {
    cursor.at = start;
    const found = read(cursor);
    if (found && (best === null || cursor.at > best.at)) best = { found, at: cursor.at };
  }
  cursor.at = best?.at ?? start;
  return best?.found ?? null;
}
