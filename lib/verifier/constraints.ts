import { counted } from "./grammar/clauses/count";
import { Cursor, words } from "./grammar/cursor";
import { readItem } from "./grammar/item";
import { predicate } from "./grammar/predicate";
import { ARTEFACTS } from "./grammar/subject";
import { sentences } from "./text/sentences";
import type { Bound, Check } from "./types";

/** A verifiable requirement of an instruction, and its position. */
interface Constraint {
  check: Check;
  /** Its position in the instruction, in UTF-16 units. */
  start: number;
  end: number;
  text: string;
  flags: string[];
}

/** Longest part of an instruction that is searched for constraints. */
const MOST_READ = 20_000;
const MOST_CONSTRAINTS = 50;

/** Words that open a constraint on how something is written: "in under 15 words", "without …". */
const ADVERBIAL = [
  ...words(`
    in | using | without | within | under | limited to | avoid | avoiding | start with | begin with | end with |
    arrange | sort | sorted | use | include | keep it | and | but | only
  `),
];
/**
 * Words that open a constraint on the noun before them: on the response only if that noun is what is written.
 */
const ADNOMINAL = [
  ...words(`
    with | that | which | containing | consisting of | no | including | of | comprising | starting with |
    beginning with | ending with
  `),
];
/** Numbers open a constraint after the task's verb, and after a conjunction. */
const NUMERAL = ["exactly", "at least", "at most", "no more than"];
const BEFORE_NUMERAL = new Set(["to", "and", "but", "be", "use"]);
/** Relative clauses: what follows in the sentence may belong to them. */
const RELATIVE = new Set(["that", "which", "who", "whose", "whom", "where"]);
const NEGATIVE = new Set(
  "not don't never avoid avoiding without no refrain exclude excluding cannot can't shouldn't mustn't omit".split(
    " ",
  ),
);
/** Words that may follow a constraint without changing it. */
const FOLLOWERS = new Set(
  "about on describing explaining discussing regarding to that which summarizing in with using without based from why how what while when and but where".split(
    " ",
  ),
);
/** Sentences about a part of the response: their requirements do not apply to all of it. */
const PARTIAL =
  /\b(?:each|every|per|introduction|conclusion|first|second|third|another|respectively|title|heading|headline|if|unless|for example|e\.g\.)\b/i;

/** The verifiable requirements of an instruction, in order. Quoted and fenced input is not read. */
export function parseConstraints(instruction: string): Constraint[] {
  const masked = withoutInput(instruction.slice(0, MOST_READ));
  const found: Constraint[] = [];
  for (const { start, end, text } of sentences(masked)) {
    if (found.length >= MOST_CONSTRAINTS) break;
    if (text.length > 1000) continue;
    const whole = readItem(text);
    if (whole) {
      if (whole.scoped === undefined)
        found.push({ check: whole.check, start, end, text, flags: whole.flags });
      continue;
    }
    if (!PARTIAL.test(text)) found.push(...trailing(text, start));
  }
  return found;
}

/** Blanks out code and long quotations, so that positions are unchanged. */
function withoutInput(text: string): string {
  const blank = (piece: string) => piece.replace(/[^\n]/g, " ");
  return text
    .replace(/```[^`]*```/g, blank)
    .replace(/"[^"\n]{80,4000}"|\u201c[^\u201d\n]{80,4000}\u201d/g, blank)
    .replace(/https?:\/\/\S+/g, blank)
    .replace(/\n(?:input|passage|text|article|context|document|paragraph|story)\s*:[\s\S]*$/i, blank);
}

/** Constraint phrases after a task: "Write a poem | in exactly 3 stanzas | without using commas". */
function trailing(text: string, offset: number): Constraint[] {
  const cursor = Cursor.over(text);
  const found: Constraint[] = [];
  const limit = Math.min(cursor.end, 300);
  // "Do not describe it in more than 50 words" requires none of it.
  if ([0, 1, 2].some((ahead) => NEGATIVE.has(cursor.word(ahead)))) return [];
  const written = writes(cursor);
  cursor.at = 1;
  while (cursor.at < limit) {
    const start = cursor.at;
    const word = cursor.word();
    const read = cursor.try(() => adjective(cursor) ?? opened(cursor, written));
    const last = cursor.tokens[cursor.at - 1];
    const first = cursor.tokens[start];
    if (!read || !first || !last || cursor.at === start) {
      if (RELATIVE.has(word)) break;
      cursor.at = start + 1;
      continue;
    }
    const [from, to] = [first.start, last.end];
    found.push({
      check: read.check,
      start: offset + from,
      end: offset + to,
      text: text.slice(from, to),
      flags: read.flags,
    });
  }
  return found;
}

/** True if the first object of a sentence is what is to be written: "Tell me a short joke …". */
function writes(cursor: Cursor): boolean {
  for (let ahead = 0; ahead < 8; ahead++) {
    if (!["a", "an", "one", "the", "your", "my"].includes(cursor.word(ahead)) && ahead < 7) continue;
    for (let i = ahead + 1; i < ahead + 5; i++) {
      if (isWritten(cursor.word(i))) return true;
      if (["of", "for", "about", "to", "in", "with", "that", ""].includes(cursor.word(i))) return false;
    }
    return false;
  }
  return false;
}

const isWritten = (noun: string) =>
  ARTEFACTS.has(noun) || ["response", "answer", "output", "reply", "text", "piece", "message"].includes(noun);

function opened(cursor: Cursor, written: boolean): { check: Check; flags: string[] } | null {
  const before = cursor.tokens[cursor.at - 1];
  const word = before?.type === "word" ? before.text : "";
  const numeral = cursor.try(() => cursor.take(...NUMERAL));
  if (numeral && cursor.at - numeral.split(" ").length > 1 && !BEFORE_NUMERAL.has(word)) return null;
  const adnominal = numeral ? null : cursor.take(...ADNOMINAL);
  if (adnominal) {
    const denied = cursor.tokens
      .slice(0, cursor.at - 1)
      .some((token) => token.type === "word" && NEGATIVE.has(token.text));
    if (!written || denied) return null;
    if (adnominal === "of" && !ARTEFACTS.has(word)) return null;
    const relative = RELATIVE.has(adnominal);
    if (relative && !SINGULAR.has(cursor.word())) return null;
    // "a poem about words with 5 letters": a plural is rarely the response.
    if (!relative && !isWritten(word) && /[^s]s$/.test(word)) return null;
  }
  const opener = numeral ?? adnominal ?? cursor.take(...ADVERBIAL);
  if (!opener) return null;
  if (!["and", "but", "that", "which"].includes(opener)) cursor.at -= opener.split(" ").length;
  const start = cursor.at;
  const parsed = predicate(cursor);
  if (!parsed || cursor.at === start || !bounded(cursor)) return null;
  // "in French" and the like need more than one word to be a requirement; "in two words" may be an idiom.
  if (parsed.check.kind === "count" && parsed.check.unit === "item") return null;
  return { check: parsed.check, flags: parsed.flags };
}

/** Singular verbs after "that", as for a response. */
const SINGULAR = new Set(
  "contains does doesn't is isn't has hasn't starts begins opens ends finishes concludes closes includes uses mentions avoids consists comprises excludes omits must should never not can will repeats stays exceeds lacks features refrains".split(
    " ",
  ),
);

/** "a 500-word essay": a number and a unit before the artefact. */
function adjective(cursor: Cursor): { check: Check; flags: string[] } | null {
  if (!cursor.take("a", "an")) return null;
  const found = counted(cursor);
  if (found?.check.kind !== "count") return null;
  if (!["word", "sentence", "paragraph", "line", "character"].includes(found.check.unit)) return null;
  const noun = cursor.word();
  if (!ARTEFACTS.has(noun) && !["response", "answer", "text", "piece", "description"].includes(noun))
    return null;
  cursor.at++;
  return { check: found.check, flags: found.flags };
}

function bounded(cursor: Cursor): boolean {
  if (cursor.done) return true;
  const next = cursor.peek();
  if (next?.type === "sign") return [".", ",", ";", "!", "?", ")"].includes(next.text);
  return next?.type === "word" && FOLLOWERS.has(next.text);
}

/** The elementary checks in a check, with their polarity. */
function flat(check: Check): { check: Check; denied: boolean }[] {
  if (check.kind === "and") return check.of.flatMap(flat);
  if (check.kind === "not") return flat(check.of).map((one) => ({ check: one.check, denied: !one.denied }));
  return [{ check, denied: false }];
}

/**
 * Contradictions between a question and the instruction it was made from: `polarity_conflict`,
 * `bound_conflict`.
 */
export function conflictsOf(check: Check, instruction: string): string[] {
  if (instruction.trim() === "") return [];
  const required = parseConstraints(instruction).flatMap((constraint) => flat(constraint.check));
  const flags = new Set<string>();
  for (const mine of flat(check)) {
    for (const theirs of required) {
      if (opposed(mine.check, mine.denied, theirs.check, theirs.denied)) flags.add("polarity_conflict");
      else if (!mine.denied && !theirs.denied && incompatible(mine.check, theirs.check))
        flags.add("bound_conflict");
    }
  }
  return [...flags];
}

const simple = (values: string[]) => values.map((value) => value.toLowerCase().trim());

function opposed(mine: Check, minesDenied: boolean, theirs: Check, theirsDenied: boolean): boolean {
  if (
    (mine.kind === "contains" || mine.kind === "not_contains") &&
    (theirs.kind === "contains" || theirs.kind === "not_contains")
  ) {
    const shared = simple(mine.values).some((value) => simple(theirs.values).includes(value));
    const forbids = (mine.kind === "not_contains") !== minesDenied;
    const forbade = (theirs.kind === "not_contains") !== theirsDenied;
    return (
      shared &&
      forbids !== forbade &&
      !(mine.kind === "contains" && mine.times) &&
      !(theirs.kind === "contains" && theirs.times)
    );
  }
  const presence = presenceOf(mine, minesDenied);
  const required = presenceOf(theirs, theirsDenied);
  if (presence && required) return presence.what === required.what && presence.there !== required.there;
  return minesDenied !== theirsDenied && JSON.stringify(mine) === JSON.stringify(theirs);
}

/**
 * "contains commas", "no commas", "all lowercase" as the same kind of check: whether certain characters may
 * occur.
 */
function presenceOf(check: Check, denied: boolean): { what: string; there: boolean } | null {
  if (check.kind === "charset" && check.set === "no_comma") return { what: "comma", there: denied };
  if (check.kind === "charset" && check.set === "no_digits") return { what: "digit", there: denied };
  if (check.kind === "case" && check.mode === "lower") return { what: "uppercase_letter", there: denied };
  if (check.kind !== "count") return null;
  if (check.op === "ge" && check.n === 1) return { what: check.unit, there: !denied };
  if ((check.op === "eq" || check.op === "le") && check.n === 0) return { what: check.unit, there: denied };
  return null;
}

function incompatible(mine: Check, theirs: Check): boolean {
  if (mine.kind !== "count" || theirs.kind !== "count" || mine.unit !== theirs.unit) return false;
  const [low, high] = rangeOf(mine);
  const [least, most] = rangeOf(theirs);
  return low > most || least > high;
}

function rangeOf({ op, n, hi = n, tol = 0.1 }: Bound): [number, number] {
  switch (op) {
    case "eq":
      return [n, n];
    case "ge":
      return [n, Number.POSITIVE_INFINITY];
    case "gt":
      return [n + 1, Number.POSITIVE_INFINITY];
    case "le":
      return [0, n];
    case "lt":
      return [0, n - 1];
    case "between":
      return [n, hi];
    case "approx":
      return [n * (1 - tol), n * (1 + tol)];
  }
}

/** Requirements of the instruction that none of the checks covers, conflicting or not. */
export function uncovered(instruction: string, checks: Check[]): Constraint[] {
  const mine = checks.flatMap((check) => flat(check).map((one) => subjectOf(one.check)));
  return parseConstraints(instruction).filter(
    ({ check }) => !flat(check).every((one) => mine.includes(subjectOf(one.check))),
  );
}

/** The subject of a check, without its number and polarity. */
function subjectOf(check: Check): string {
  if (check.kind === "count") return `count ${check.unit}`;
  if (check.kind === "contains" || check.kind === "not_contains")
    return `contains ${simple(check.values).sort().join("|")}`;
  if (check.kind === "charset" && check.set === "no_comma") return "count comma";
  if (check.kind === "charset" && check.set === "no_digits") return "count digit";
  if (check.kind === "starts_with" || check.kind === "ends_with")
    return `${check.kind} ${check.value.toLowerCase()}`;
  if (check.kind === "format") return `format ${check.format}`;
  return JSON.stringify(check);
}

/** The only artefact an instruction asks for, or null when that is unclear. */
export function mainArtefact(instruction: string): string | null {
  const cursor = Cursor.over(instruction.slice(0, 300));
  cursor.skip(
    "please",
    "can you",
    "could you",
    "i want you to",
    "you are asked to",
    "your task is to",
    "you must",
    "you should",
    "kindly",
    "help me",
  );
  if (
    !cursor.take(
      "write",
      "compose",
      "create",
      "generate",
      "draft",
      "produce",
      "give me",
      "give",
      "make",
      "output",
      "provide",
      "craft",
      "come up with",
      "suggest",
      "write me",
      "design",
      "prepare",
    )
  )
    return null;
  cursor.skip("me", "up", "us");
  for (let i = 0; i < 8; i++) {
    const word = cursor.word();
    if (ARTEFACTS.has(word)) {
      const next = cursor.word(1);
      const noun = (word === "blog" || word === "product") && ARTEFACTS.has(next) ? next : word;
      return alone(instruction, noun, word) ? noun : null;
    }
    if (cursor.peek()?.type === "sign" || ["of", "for", "about", "that", "with", "and"].includes(word))
      return null;
    cursor.at++;
  }
  return null;
}

/** True if no second artefact is asked for: "a poem and a title". */
function alone(instruction: string, ...nouns: string[]): boolean {
  const cursor = Cursor.over(instruction.slice(0, 2000));
  for (; !cursor.done; cursor.at++) {
    if (
      !cursor.take(
        "and a",
        "and an",
        "and the",
        "and then write a",
        "and write a",
        "and give it a",
        "with a",
        "with an",
      )
    )
      continue;
    for (let ahead = 0; ahead < 3; ahead++) {
      const word = cursor.word(ahead);
      if (ARTEFACTS.has(word) && !nouns.includes(word)) return false;
    }
    cursor.at--;
  }
  return true;
}
