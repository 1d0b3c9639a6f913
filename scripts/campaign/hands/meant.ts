/*
 * What is meant to be said of each assignment, from the number of its topic alone, which stands in the instruction: whoever
 * works reads it off the page, and whoever compares reads it off the database. What lands under another assignment is not
 * what was meant there.
 */

export type Choice = "accept" | "remove" | "yes" | "no" | number;

/** Items of the checklist, and lines of each draft. */
export const ITEMS = 2;
export const LINES = 2;

export const onItem = (topic: number, item: number): Choice =>
  (topic + item) % 3 === 0 ? "remove" : "accept";

/** Lines of the overall score's draft are those of the item after the last. */
export const onLine = (topic: number, item: number, line: number): Choice =>
  (topic + 2 * item + line) % 4 === 0 ? "remove" : "accept";

export const answerTo = (topic: number, item: number): Choice =>
  (3 * topic + item) % 2 === 0 ? "yes" : "no";

export const scoreOf = (topic: number): Choice => (topic % 5) + 1;

/** Everything that is meant, in the order of the page. */
export function allMeant(topic: number): Choice[] {
  const items = Array.from({ length: ITEMS }, (_, item) => item);
  const lines = (item: number) => Array.from({ length: LINES }, (_, line) => onLine(topic, item, line));
  return [
    ...items.map((item) => onItem(topic, item)),
    ...items.flatMap((item) => [...lines(item), answerTo(topic, item)]),
    ...lines(ITEMS),
    scoreOf(topic),
  ];
}
