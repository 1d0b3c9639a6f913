import type { Check } from "../types";
import { isNegative } from "./clause-context";
import { type Clause, HAVE } from "./clauses/clause";
import { counted } from "./clauses/count";
import { Cursor } from "./cursor";
import { firstClause } from "./predicate";
import { quantity, SIGNS } from "./quantity";
import { textOf } from "./tokens";

/** A verifiable part of a text that also says other things. */
interface Fragment {
  check: Check;
  start: number;
  end: number;
}

/** Maximum number of tokens searched; each position is tried once. */
const MOST_TOKENS = 400;

/**
 * Verifiable fragments of a question, the first at each position, in order and without overlap. Behind a negation
 * nothing is measured: "avoid, where possible, more than 3 emojis" asks for the opposite of its words.
 */
export function fragments(source: string): Fragment[] {
  const cursor = Cursor.over(source);
  const found: Fragment[] = [];
  const limit = Math.min(cursor.end, MOST_TOKENS);
  while (cursor.at < limit) {
    const start = cursor.at;
    const clause = cursor.try(() => specific(cursor) ?? listOfThings(cursor) ?? countOfThings(cursor));
    if (!clause || cursor.at === start) {
      if (isNegative(cursor.tokens[start])) break;
      cursor.at = start + 1;
      continue;
    }
    if (isOfParts(cursor, start)) continue;
    const first = cursor.tokens[start];
    const last = cursor.tokens[cursor.at - 1];
    if (first && last) found.push({ check: clause.check, start: first.start, end: last.end });
  }
  return found;
}

/** "lines of at most 5 words", "3 commas per sentence": a number that each part must have. */
const isOfParts = (cursor: Cursor, start: number) =>
  /^(?:sentence|paragraph|line|stanza|bullet|item|word|point|section|tip|verse)s$/.test(
    textOf(cursor.tokens[start - 1]),
  ) ||
  /^(?:per|each|every)$/.test(cursor.word()) ||
  (cursor.word() === "in" && /^(?:each|every|any)$/.test(cursor.word(1)));

/** A clause that is specific enough to be measured by itself. */
function specific(cursor: Cursor): Clause | null {
  const start = cursor.at;
  const found = firstClause(cursor);
  if (!found) return null;
  const words = cursor.at - start;
  const { check } = found;
  if (check.kind === "count" && found.flags.includes("bare_number") && words < 3) return null;
  if (check.kind === "language" && words < 2) return null;
  if (found.flags.includes("unquoted_value")) return null;
  if (forbidsAll(check)) return null;
  const some = check.kind === "count" && check.op === "ge" && check.n === 1;
  if ((some || check.kind === "not") && !HAVE.includes(textOf(cursor.tokens[start]))) return null;
  // "a synonym for the word 'sad'": a quoted word is checked only after a verb that requires it.
  if (check.kind === "contains" && !HAVE.includes(textOf(cursor.tokens[start]))) return null;
  if (check.kind === "repeat_prompt" || check.kind === "rephrase" || check.kind === "one_of") return null;
  return found;
}

/** "no word more than twice" does not forbid words. */
const forbidsAll = (check: Check) =>
  check.kind === "count" && check.op === "eq" && check.n === 0 && !SIGNS.has(check.unit);

/** "exactly three tips": the number of list items may be worth measuring. */
function countOfThings(cursor: Cursor): Clause | null {
  const whole = counted(cursor);
  if (whole) return forbidsAll(whole.check) ? null : whole;
  const amount = quantity(cursor);
  if (!amount || amount.presence || (amount.bare && amount.n < 2) || amount.n > 1000) return null;
  if (!isPlural(cursor.word())) return null;
  cursor.at++;
  const { bare: _bare, ...bound } = amount;
  return { check: { kind: "count", unit: "item", ...bound }, flags: [] };
}

/** "a list of 7 movie titles": attributes may stand before the plural. */
function listOfThings(cursor: Cursor): Clause | null {
  return cursor.try(() => {
    if (!cursor.take("list of", "list of the")) return null;
    const amount = quantity(cursor);
    if (!amount || amount.presence || amount.n < 2 || amount.n > 1000) return null;
    const { bare: _bare, ...bound } = amount;
    for (let read = 0; read < 3 && !JOINING.has(cursor.word()); read++) {
      const noun = cursor.word();
      cursor.at++;
      if (isPlural(noun)) return { check: { kind: "count", unit: "item", ...bound }, flags: [] };
    }
    return null;
  });
}

const JOINING = new Set([
  "",
  ..."of for in with to and or that which from by on at about as is are".split(" "),
]);

const isPlural = (noun: string) => noun.endsWith("s") && noun.length >= 4 && !UNLISTED.has(noun);

/** Plurals that are measures or times, never items of a list. */
const UNLISTED = new Set(
  "years days weeks months hours minutes seconds times dollars percent degrees miles kilometers meters feet inches pounds grams syllables cups people pages decades centuries euros this calories tablespoons teaspoons ounces liters does has was is".split(
    " ",
  ),
);
