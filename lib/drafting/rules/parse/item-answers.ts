/** An answer to one item of a checklist that was answered in one call. */
export type ItemAnswer = "yes" | "no" | "na";

/**
 * Answers by item number, in the order of the items: keys may be "1", 1 or "item_1". Null when their number
 * is not that of the items, or one cannot be parsed: they cannot be assigned to items then.
 */
export function itemAnswers(answers: Readonly<Record<string, unknown>>, items: number): ItemAnswer[] | null {
  const entries = Object.entries(answers);
  if (entries.length !== items) return null;
  const found = new Array<ItemAnswer | undefined>(items).fill(undefined);
  for (const [key, value] of entries) {
    const number = Number(/^\D{0,20}(\d{1,4})\D{0,3}$/.exec(key)?.[1]);
    const answer = answerOf(value);
    if (!(number >= 1 && number <= items) || answer === null || found[number - 1] !== undefined) return null;
    found[number - 1] = answer;
  }
  return found as ItemAnswer[];
}

function answerOf(value: unknown): ItemAnswer | null {
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value !== "string" || value.length > 40) return null;
  const word = value.toLowerCase().replace(/[^a-z]/g, "");
  if (word === "yes" || word === "no") return word;
  return word === "na" || word === "notapplicable" ? "na" : null;
}
