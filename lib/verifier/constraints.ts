import { isTurning } from "./grammar/clause-context";
import { constraintPhrases } from "./grammar/constraint-phrases";
import { Cursor } from "./grammar/cursor";
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

/** The verifiable requirements of an instruction, in order. Quoted and fenced input is not read. */
export function parseConstraints(instruction: string): Constraint[] {
  const masked = withoutInput(instruction.slice(0, MOST_READ));
  const found: Constraint[] = [];
  let isTurned = false;
  for (const { start, text, heading, listed } of sentences(masked)) {
    if (found.length >= MOST_CONSTRAINTS) break;
    if (text.length > 1000) continue;
    // "Avoid the following:" turns every line of the list below it.
    if (!listed) isTurned = heading && isTurning(text);
    else if (isTurned) continue;
    for (const phrase of constraintPhrases(text))
      found.push({
        check: phrase.check,
        start: start + phrase.start,
        end: start + phrase.end,
        text: text.slice(phrase.start, phrase.end),
        flags: phrase.flags,
      });
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
