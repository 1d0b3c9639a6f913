/* The intended answers of each assignment, derived from the topic number in its instruction: the simulated
   annotator reads it from the page, and the check reads it from the database. Answers stored under another
   assignment would not match. */

export type Choice = "accept" | "remove" | "yes" | "no" | number;

/** Items in the checklist, and lines per draft. */
export const ITEMS = 2;
export const LINES = 2;

export const onItem = (topic: number, item: number): Choice =>
  (topic + item) % 3 === 0 ? "remove" : "accept";

/** Lines of the overall score's draft count as those of one more item. */
export const onLine = (topic: number, item: number, line: number): Choice =>
  (topic + 2 * item + line) % 4 === 0 ? "remove" : "accept";

export const answerTo = (topic: number, item: number): Choice =>
  (3 * topic + item) % 2 === 0 ? "yes" : "no";

export const scoreOf = (topic: number): Choice => (topic % 5) + 1;

/** All intended answers, in page order. */
export function allIntended(topic: number): Choice[] {
  const items = Array.from({ length: ITEMS }, (_, item) => item);
  const lines = (item: number) => Array.from({ length: LINES }, (_, line) => onLine(topic, item, line));
  return [
    ...items.map((item) => onItem(topic, item)),
    ...items.flatMap((item) => [...lines(item), answerTo(topic, item)]),
    ...lines(ITEMS),
    scoreOf(topic),
  ];
}
