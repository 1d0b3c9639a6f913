import type { Check } from "../check";
import { positiveClauses } from "./clauses/all";
import { type Clause, DOING } from "./clauses/clause";
import { containing, values } from "./clauses/contains";
import { counted } from "./clauses/count";
import { nthWords } from "./clauses/places";
import { Cursor, words } from "./cursor";
import { quantity, SIGNS, times, unit } from "./quantity";
import { type Subject, subject, within, withinScope } from "./subject";

/** A question or an instruction that was understood to its last word. */
export interface Reading {
  check: Check;
  flags: string[];
  /** The artefact it is about, when that may be only a part of the response. */
  scoped?: string;
}

const ADVERBS = [
  ...words(`
    strictly | actually | correctly | successfully | explicitly | indeed | also | clearly | properly |
    fully | accurately | precisely | consistently | specifically | always | truly | entirely |
    completely | all | really | effectively | exclusively | overall | itself | immediately | ultimately |
    both
  `),
];
const MODALS = [
  ...words(`
    should | must | shall | will | needs to | need to | has to | have to | is to | can | be | is | are |
    does | do | did | was | were | been | to | supposed to | required to | ought to | that
  `),
];
const FRONT = [
  ...words(`
    does | do | did | is | are | was | were | has | have | can | will | should | must | make sure that |
    make sure | ensure that | ensure | please | please ensure that | please make sure that | check that |
    check whether | check if | verify that | whether | remember to | be sure to | be sure that |
    note that | importantly , | additionally , | also , | finally , | and | but | kindly | you must |
    you should | do you | is it true that | is it the case that | in your response , |
    in your entire response , | in the entire response , | throughout your response , |
    throughout the response , | in your entire reply , | in your reply , | in the response , |
    in your answer , | in the answer , | in the output , | in your output , | for your response , |
    try to | to | note :
  `),
];
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
const NEGATIONS = [
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

/** Reads a whole question; null when anything of it was not understood. */
export function readItem(source: string): Reading | null {
  const cursor = Cursor.over(source);
  skipNumbering(cursor);
  const read = readAll(cursor);
  return read && !isAboutUse(cursor, read.check) ? read : null;
}

const WELL = new Set("correctly properly accurately effectively precisely".split(" "));
const USING = new Set("use uses used using employ employs employed".split(" "));

/** "uses the word 'x' correctly" asks how a word is used, which is more than that it occurs. */
function isAboutUse({ tokens }: Cursor, check: Check): boolean {
  const has = (words: ReadonlySet<string>) =>
    tokens.some((token) => token.type === "word" && words.has(token.text));
  return check.kind === "contains" && check.what !== "char" && has(WELL) && has(USING);
}

function skipNumbering(cursor: Cursor): void {
  cursor.try(() => (cursor.number() !== null && cursor.take(".", ")") ? true : null));
  cursor.skip("-", "*", "•");
}

function readAll(cursor: Cursor): Reading | null {
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

/** Whether nothing is left but phrases that say where the requirement comes from. */
export function atEnd(cursor: Cursor): boolean {
  for (let before = -1; before !== cursor.at; ) {
    before = cursor.at;
    tail(cursor);
  }
  return cursor.done;
}

const SOURCES = [
  ...words(`
    as per | as required by | as requested in | as specified in | in accordance with | in line with |
    in compliance with | adhering to | in response to | as instructed by | per | according to |
    following | as requested by | as stated in | as specified by | as mentioned in | as described in |
    as outlined in | as stipulated in | as stipulated by | as instructed in | consistent with |
    complying with | in adherence to | in adherence with | as asked in | as asked by | as dictated by |
    as directed by | thereby adhering to | thus adhering to | to meet | to satisfy | to comply with |
    meeting | satisfying | as indicated in | as the | as defined in | as demanded by | to fulfill |
    fulfilling | as set by | as set in | as laid out in | as given in | as prescribed in |
    as prescribed by | based on
  `),
];
const SOURCE_WORDS = new Set(
  "the a user's user users primary main given first specific instruction instructions prompt requirement requirements priority task constraint constraints of by in user's request guidelines guideline original and with specified stated requested required above instructed requests set its second provided secondary question asks asked for specifies".split(
    " ",
  ),
);
const SOURCE_ENDS = new Set(
  "instruction instructions prompt requirement requirements priority task constraint constraints request guidelines guideline requested specified instructed required stated user asked above question specifies asks requests provided".split(
    " ",
  ),
);
const SIMPLE_TAILS = [
  ...words(`
    as instructed | as requested | as required | as specified | as asked | as stated | as directed |
    as indicated | as mentioned | as needed | as described | as stipulated | as expected | in total |
    in length | at all | entirely | completely | in its entirety | in their entirety | in its response |
    throughout | throughout the entire response | or not | total | long | overall | anywhere |
    at any point | exactly as requested | please | correctly | successfully | accurately | properly |
    explicitly | at any time
  `),
];

function tail(cursor: Cursor): void {
  cursor.skip("?", ".", "!", ",", ";");
  if (within(cursor)) return;
  const sourced = cursor.try(() => {
    if (!cursor.take(...SOURCES)) return null;
    let last = "";
    while (SOURCE_WORDS.has(cursor.word())) {
      last = cursor.word();
      cursor.at++;
    }
    return SOURCE_ENDS.has(last) ? true : null;
  });
  if (sourced) return;
  cursor.take(...SIMPLE_TAILS);
}

/** "there are exactly 3 paragraphs in the response". */
function thereIs(cursor: Cursor): Reading | null {
  cursor.skip("should", "must", "will");
  if (!cursor.take("there")) return null;
  cursor.skip(...MODALS, ...ADVERBS);
  const denied = cursor.take("not", "not any") !== null;
  const asked = counted(cursor) ?? anySign(cursor) ?? firstClause(cursor);
  if (!asked) return null;
  const found = finish(asked, denied);
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
function numberOf(cursor: Cursor): Reading | null {
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
function unitOccurs(cursor: Cursor): Reading | null {
  cursor.skip("the");
  const of = unit(cursor);
  if (!of) return null;
  cursor.skip(...MODALS, ...ADVERBS);
  if (!cursor.take("appear", "appears", "used", "occur", "occurs", "present")) return null;
  const often = times(cursor);
  return often && { check: { kind: "count", unit: of, ...often }, flags: [] };
}

/** "the final answer is in bold": about a place in the response that marks itself. */
function finalAnswer(cursor: Cursor): Reading | null {
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

function boundOf(cursor: Cursor, of: NonNullable<ReturnType<typeof unit>>): Reading | null {
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
  const asked = quantity(cursor);
  if (!asked) return null;
  const { bare: _bare, presence: _presence, ...bound } = asked;
  cursor.try(() => (unit(cursor) === of ? true : null));
  const found = finish({ check: { kind: "count", unit: of, ...bound }, flags: [] }, denied);
  return found && about(place, found);
}

/** "the length of the response is under 100 words". */
function lengthOf(cursor: Cursor): Reading | null {
  const place = withinScope(cursor) ?? { of: "whole" as const };
  cursor.skip(...MODALS, ...ADVERBS, "stay", "remain", "kept", "limited to");
  const denied = cursor.take("not") !== null;
  const asked = counted(cursor);
  const found = asked && finish(asked, denied);
  return found && about(place, found);
}

/** "the word 'x' appears at least twice in the response". */
function valueOccurs(cursor: Cursor): Reading | null {
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
function valueIs(cursor: Cursor): Reading | null {
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

function withinPlace(cursor: Cursor): Subject | null {
  return cursor.try(() => {
    if (!cursor.take("in", "within", "throughout", "inside", "anywhere in", "anywhere within", "from"))
      return null;
    return subject(cursor);
  });
}

/** "the last word of the response is 'x'". */
function wordIs(cursor: Cursor): Reading | null {
  const found = nthWords(cursor);
  return found && about({ of: "whole" }, { check: found.check, flags: found.flags });
}

/** Anything said about a subject, one clause or several. */
function subjectPredicate(cursor: Cursor): Reading | null {
  const whom = listSubject(cursor) ?? subject(cursor);
  if (!whom) return null;
  const said = predicate(cursor);
  return said && about(whom, said);
}

/** "the items", "the list items": checks of items find them by themselves. */
function listSubject(cursor: Cursor): Subject | null {
  return cursor.try(() => {
    cursor.skip("the", "all", "all the", "all of the", "its");
    return cursor.take("items in the list", "list items", "items", "entries", "items of the list")
      ? { of: "whole" as const }
      : null;
  });
}

function bareClause(cursor: Cursor): Reading | null {
  const said = predicate(cursor);
  if (!said) return null;
  return { check: said.check, flags: said.flags };
}

/** Clauses joined by "and", or the one form of "or" that is safe: contain X or not contain Y. */
export function predicate(cursor: Cursor): Reading | null {
  const first = signed(cursor);
  if (!first) return null;
  const found: Reading[] = [first];
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
      const said = signed(cursor);
      return said ? { how, said } : null;
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

/** "at least one digit and one capital letter": the bound holds for what follows without one. */
function shared(first: Reading, next: Reading): Reading {
  if (first.check.kind !== "count" || next.check.kind !== "count" || !next.flags.includes("bare_number"))
    return next;
  if (first.flags.includes("bare_number") || first.check.op === "between") return next;
  return {
    check: { ...next.check, op: first.check.op },
    flags: next.flags.filter((flag) => flag !== "bare_number"),
  };
}

const charOrNot = (found: Reading[]) =>
  found.length === 2 &&
  found.some(({ check }) => check.kind === "contains") &&
  found.some(({ check }) => check.kind === "not_contains");

/** One clause with its polarity. */
function signed(cursor: Cursor): Reading | null {
  let denied = false;
  let negations = 0;
  let avoided = false;
  const source = cursor.try(() => {
    if (!cursor.take(...FULFILLS)) return null;
    const limited = cursor.at;
    if (!cursor.take("the limit of")) return cursor.take(...FULFILLED);
    // What is a limit is said with the number: "the limit of 5 words".
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
  // "does not avoid": what two negations mean is left to people.
  if (negations > 1) return null;
  return cursor.try(() => {
    // "no capital letters" is about the letters, not about a text in capitals.
    const found = (avoided ? signs(cursor) : null) ?? firstClause(cursor);
    // "the restriction of 5 words" may be a limit or the very number.
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

/** The reading that takes the most words. */
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

/** A clause said or denied. */
function finish({ check, flags }: Clause, denied: boolean): Reading | null {
  if (!denied) return { check, flags };
  const none = negation(check);
  return none && { check: none, flags };
}

function negation(check: Check): Check | null {
  if (check.kind === "contains" && !check.times) return { ...check, kind: "not_contains", mode: "any" };
  if (check.kind === "not") return check.of;
  if (check.kind === "count" && check.op === "ge" && check.n === 1) {
    if (check.unit === "comma") return { kind: "charset", set: "no_comma" };
    if (check.unit === "digit") return { kind: "charset", set: "no_digits" };
    if (check.unit === "uppercase_letter") return { kind: "case", mode: "lower" };
    if (check.unit === "lowercase_letter") return { kind: "case", mode: "upper" };
    return { ...check, op: "eq", n: 0 };
  }
  if (check.kind === "count" && check.op === "gt") return { ...check, op: "le" };
  if (check.kind === "count" && check.op === "lt") return { ...check, op: "ge" };
  if (
    check.kind === "case" ||
    check.kind === "order" ||
    check.kind === "and" ||
    check.kind === "or" ||
    check.kind === "one_of"
  )
    return null;
  return { kind: "not", of: check };
}

function about(whom: Subject, { check, flags }: Reading): Reading {
  if (whom.of === "whole") return { check, flags };
  if (whom.of === "scoped") return { check, flags, scoped: whom.noun };
  if (whom.of === "part") return { check: { kind: "part", part: whom.part, n: whom.n, of: check }, flags };
  return { check: { kind: "each", part: whom.part, of: check }, flags };
}
