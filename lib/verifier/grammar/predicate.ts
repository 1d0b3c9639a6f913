import type { Check } from "../types";
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
    cannot | can't | may not | weren't | hasn't | haven't | not ever | never ever | under no circumstances | at no point |
    at no time | in no case | not once | not allowed to | not permitted to | forbidden to | forbidden from |
    prohibited from
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

/** Verbs that open a clause of their own behind "and". */
const VERBS = new Set(
  "contain include have use feature incorporate employ mention provide present list give make comprise consist write say output generate add produce insert create stay remain keep fall start begin open end finish conclude close answer respond reply follow satisfy repeat arrange sort avoid exclude omit lack refrain be".split(
    " ",
  ),
);
const GERUND =
  /^(?:contain|includ|hav|us|featur|incorporat|employ|mention|provid|writ|start|begin|end|add|insert|say|mak)\w*ing$/;
const FINITE =
  /^(?:is|are|has|does|must|should|will|(?:contain|include|use|feature|incorporate|employ|mention|provide|start|begin|end|finish|conclude|consist|comprise|stay|remain|keep|avoid|exclude|omit|lack|refrain)s)$/;

/** Prepositions that open a phrase of their own: "without commas and in French". */
const PREPOSITIONS = new Set("in with within under as at".split(" "));
const FILLERS = new Set("also either else then".split(" "));

type Negated = "not" | "avoid" | null;

/** A clause with the kind of negation that it has. */
interface Signed {
  said: ParsedQuestion;
  denied: Negated;
}

/** Clauses joined by "and", or the one safe form of "or": contain X or not contain Y. */
export function predicate(cursor: Cursor): ParsedQuestion | null {
  const first = signed(cursor);
  if (!first) return null;
  const found: ParsedQuestion[] = [first.said];
  let joined: "and" | "or" | null = null;
  let last = first;
  let unclear = false;
  for (;;) {
    const next = cursor.try(() => {
      const word = cursor.take(
        ...words(`
          , and | and | , but | but | , or | or | , | as well as | , while | while | ; and | ; | nor | , nor
        `),
      );
      if (!word || (word.endsWith("nor") && last.denied === null)) return null;
      const denial = denialFor(cursor, word, last.denied);
      const how = word.endsWith("or") && !(denial === "not" || denial === "avoid") ? "or" : "and";
      if (joined !== null && joined !== how) return null;
      cursor.skip(
        ...words(`
          does | is | it | the response | the output | also | should | must | has | are | that | do |
          else | either | will | then | be
        `),
      );
      const clause = signed(cursor, denial === "unclear" ? null : denial);
      unclear = clause !== null && denial === "unclear";
      return clause && { how, clause };
    });
    if (unclear) return null;
    if (!next) break;
    joined = next.how as "and" | "or";
    last = next.clause;
    found.push(shared(first.said, last.said));
  }
  if (found.length === 1 || joined === null) return first.said;
  if (joined === "or" && !charOrNot(found)) return null;
  // "in French and then in English" has a part in each.
  if (found.filter(({ check }) => check.kind === "language").length > 1) return null;
  return {
    check: { kind: joined, of: found.map(({ check }) => check) },
    flags: found.flatMap(({ flags }) => flags),
  };
}

/**
 * The negation that also applies to the clause behind a conjunction: "avoid commas and emojis". In "not use commas
 * and use emojis" it may or may not.
 */
function denialFor(cursor: Cursor, conjunction: string, before: Negated): Negated | "unclear" {
  if (before === null || /but|while|;/.test(conjunction)) return null;
  if (conjunction.endsWith("nor")) return before;
  const next = cursor.tokens
    .slice(cursor.at)
    .find((token) => token.type !== "word" || !FILLERS.has(token.text));
  const word = next?.type === "word" ? next.text : "";
  if (FINITE.test(word) || NEGATIONS.includes(word) || AVOIDING.includes(word)) return null;
  if (GERUND.test(word) || !(VERBS.has(word) || PREPOSITIONS.has(word))) return before;
  return before === "avoid" || conjunction.endsWith("or") ? null : "unclear";
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

/** One clause with its polarity, which may be that of the clause before. */
function signed(cursor: Cursor, inherited: Negated = null): Signed | null {
  let denied: Negated = inherited;
  let negations = 0;
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
      denied = "not";
      negations++;
    }
    if (cursor.take(...AVOIDING)) {
      denied = "avoid";
      negations++;
      cursor.skip(
        ...DOING,
        ...words(`
          ever | any | all | the use of | mention of | mentions of | both | use of | including
        `),
      );
    }
  }
  // "does not avoid": double negations are left to people.
  if (negations > 1) return null;
  const isInherited = inherited !== null && negations === 0;
  if (isInherited) cursor.skip(...DOING, "any");
  return cursor.try(() => {
    // "no capital letters" is about the letters, not about a text in capitals.
    const found = (denied === "avoid" ? signs(cursor) : null) ?? firstClause(cursor);
    if (!found) return null;
    // "the restriction of 5 words" may be a limit or an exact number.
    if (source !== null && !source.startsWith("the requirement") && found.flags.includes("bare_number"))
      return null;
    // "no commas and exactly 3 sentences": a number has no share in the negation before it.
    const own = isInherited && isNumber(found.check);
    const said = finish(found, denied !== null && !own);
    return said && { said, denied: own ? null : denied };
  });
}

const isNumber = (check: Check) =>
  (check.kind === "count" && !(check.op === "ge" && check.n === 1)) || check.kind === "charset";

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
