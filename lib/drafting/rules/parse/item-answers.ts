/** An answer to one item of a checklist that was answered in one call. */
export type ItemAnswer = "yes" | "no" | "na";

/**
 * Answers by item number, in the order of the items: keys may be "1", 1 or "item_1". Null when their number
 * is not that of the items, or one cannot be parsed: they cannot be assigned to items then.
 */
export const itemAnswers = (answers: Readonly<Record<string, unknown>>, items: number) =>
  byItemNumber(answers, items, itemAnswer);

/** Such answers, each read by `read`, which gives null for one that cannot be parsed. */
export function byItemNumber<T>(
  answers: Readonly<Record<string, unknown>>,
  items: number,
  read: (answer: unknown) => T | null,
): T[] | null {
  const entries = Object.entries(answers);
  if (entries.length !== items) return null;
  const found = new Map<number, T>();
  for (const [key, value] of entries) {
    const number = Number(/^\D{0,20}(\d{1,4})\D{0,3}$/.exec(key)?.[1]);
    const answer = read(value);
    if (!(number >= 1 && number <= items) || answer === null || found.has(number)) return null;
    found.set(number, answer);
  }
  return Array.from({ length: items }, (_, at) => found.get(at + 1) as T);
}

/**
 * The answer in a value of JSON: true and false, or the word in any case, with any signs around it. Null for anything else:
 * a sentence is not searched for a word.
 */
export function itemAnswer(value: unknown): ItemAnswer | null {
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value !== "string" || value.length > 40) return null;
  const word = value.toLowerCase().replace(/[^a-z]/g, "");
  if (word === "yes" || word === "no") return word;
  return word === "na" || word === "notapplicable" ? "na" : null;
}
