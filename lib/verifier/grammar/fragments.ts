import type { Check } from "../types";
import { type Clause, HAVE } from "./clauses/clause";
import { counted } from "./clauses/count";
import { Cursor } from "./cursor";
import { firstClause } from "./predicate";
import { quantity } from "./quantity";

/** A verifiable part of a text that also says other things. */
interface Fragment {
  check: Check;
  start: number;
  end: number;
}

/** Maximum number of tokens searched; each position is tried once. */
const MOST_TOKENS = 400;

/** Verifiable fragments of a question, the first at each position, in order and without overlap. */
export function fragments(source: string): Fragment[] {
  const cursor = Cursor.over(source);
  const found: Fragment[] = [];
  const limit = Math.min(cursor.end, MOST_TOKENS);
  while (cursor.at < limit) {
    const start = cursor.at;
    const clause = cursor.try(() => specific(cursor) ?? countOfThings(cursor));
    if (!clause || cursor.at === start) {
      cursor.at = start + 1;
      continue;
    }
    const first = cursor.tokens[start];
    const last = cursor.tokens[cursor.at - 1];
    if (first && last) found.push({ check: clause.check, start: first.start, end: last.end });
  }
  return found;
}

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
  const some = check.kind === "count" && check.op === "ge" && check.n === 1;
  if ((some || check.kind === "not") && !HAVE.includes(wordAt(cursor, start))) return null;
  // "a synonym for the word 'sad'": a quoted word is checked only after a verb that requires it.
  if (check.kind === "contains" && !HAVE.includes(wordAt(cursor, start))) return null;
  if (check.kind === "repeat_prompt" || check.kind === "rephrase" || check.kind === "one_of") return null;
  return found;
}

function wordAt(cursor: Cursor, at: number): string {
  const token = cursor.tokens[at];
  return token?.type === "word" ? token.text : "";
}

/** "exactly three tips": the number of list items may be worth measuring. */
function countOfThings(cursor: Cursor): Clause | null {
  const whole = counted(cursor);
  if (whole) return whole;
  const amount = quantity(cursor);
  if (!amount || amount.presence || (amount.bare && amount.n < 2) || amount.n > 1000) return null;
  const noun = cursor.word();
  if (!noun.endsWith("s") || noun.length < 4 || UNLISTED.has(noun)) return null;
  cursor.at++;
  const { bare: _bare, ...bound } = amount;
  return { check: { kind: "count", unit: "item", ...bound }, flags: [] };
}

/** Plurals that are measures or times, never items of a list. */
const UNLISTED = new Set(
  "years days weeks months hours minutes seconds times dollars percent degrees miles kilometers meters feet inches pounds grams syllables cups people pages decades centuries euros this calories tablespoons teaspoons ounces liters does has was is".split(
    " ",
  ),
);
