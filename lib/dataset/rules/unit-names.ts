import { OVERALL, PREFERENCE } from "@/lib/judgement/schema/units";

/**
 * The name of a unit, on which raters are compared, as one word: `r1/c1.1`, `r1/overall`, `r1,r2/preference` (in the
 * order of the ids, whichever was shown as A), `t1/c1.2/decision` for a decision on a drafted item. Ids are
 * percent-encoded, so no two units share a word.
 */
export function unitName(unit: {
  task: string;
  response: string | null;
  responseB: string | null;
  item: string;
  decision: boolean;
}): string {
  const word = encodeURIComponent;
  if (unit.decision) return `${word(unit.task)}/${word(unit.item)}/decision`;
  if (unit.item === PREFERENCE && unit.response !== null && unit.responseB !== null) {
    return `${[unit.response, unit.responseB].sort().map(word).join(",")}/${PREFERENCE}`;
  }
  return `${word(unit.response ?? unit.task)}/${unit.item === OVERALL ? OVERALL : word(unit.item)}`;
}

/**
 * The name of the unit of an `ask` step: `r1/ask/ease` for a response, `a,b/ask/ease` for a pair, otherwise
 * `t1/ask/ease`.
 */
export function questionUnitName(unit: {
  task: string;
  responses: readonly string[];
  question: string;
}): string {
  const { task, responses, question } = unit;
  const about = responses.length === 0 ? [task] : [...responses].sort();
  return `${about.map(encodeURIComponent).join(",")}/ask/${encodeURIComponent(question)}`;
}

/**
 * The name of a labelled unit: `t1/labels/open-closed` for a task, `r1/labels/error-type` for a response,
 * `t1/c1.2/labels/capabilities` for an item.
 */
export function labelledName(unit: {
  task: string;
  response: string | null;
  item: string | null;
  question: string;
}): string {
  const whole = unit.response ?? unit.task;
  const words = unit.item === null ? [whole] : [whole, unit.item];
  return `${words.map(encodeURIComponent).join("/")}/labels/${unit.question}`;
}
