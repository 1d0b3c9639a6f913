import type { CsvValue } from "@/lib/formats/csv";
import type { Value } from "@/lib/judgement/schema";
import { OVERALL, PREFERENCE } from "@/lib/judgement/schema/units";

/** The columns of the ratings table, in their order. */
export const RATING_COLUMNS = [
  "study",
  "batch",
  "arm",
  "protocol",
  "task_id",
  "response_id",
  "response_model",
  "unit",
  "item_id",
  "item_version",
  "item_text",
  "item_origin",
  "rater",
  "rater_kind",
  "exposure",
  "draft_value",
  "draft_rater",
  "draft_method",
  "initial_value",
  "final_value",
  "action",
  "reason_code",
  "reason_note",
  "explanation",
  "order_shown",
  "position_in_session",
  "active_ms",
  "idle_ms",
  "started_at",
  "submitted_at",
  "is_gold",
  "is_planted",
  "is_bulk",
  "guidelines_version",
  "app_version",
  "task_metadata",
  "response_metadata",
] as const;

/**
 * One row: a judgement, a decision on a drafted item, or the labels of something. Absent is null. Labels, the two
 * responses of a pair and the sides they were shown on are lists in JSON; metadata are objects, of a pair a list of two.
 */
export type Rating = Record<(typeof RATING_COLUMNS)[number], Exclude<CsvValue, undefined>>;

export interface ExplanationLine {
  action: "accept" | "revise" | "remove" | "add";
  /** What was drafted; null for an added line. */
  drafted: string | null;
  /** What the rater wrote instead. */
  text: string | null;
  reasonCode: string | null;
  reasonNote: string | null;
}

/**
 * What raters are compared on, as one word: `r1/c1.1`, `r1/overall`, `r1,r2/preference` (in the order of the ids,
 * whichever was shown as A), `t1/c1.2/decision` for a decision on a drafted item. Ids are percent-encoded, so no
 * two units share a word.
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

/** The same for what is labelled: `t1/labels/open-closed` for a task, `t1/c1.2/labels/capabilities` for an item. */
export function labelledName(unit: { task: string; item: string | null; question: string }): string {
  const words = unit.item === null ? [unit.task] : [unit.task, unit.item];
  return `${words.map(encodeURIComponent).join("/")}/labels/${unit.question}`;
}

/** What became of a drafted value: kept or changed. Null where no value was drafted, or none was given. */
export function actionOnValue(draft: Value | null, final: Value | null): "accept" | "revise" | null {
  if (draft === null || final === null) return null;
  return draft === final ? "accept" : "revise";
}

/**
 * The explanation the rater stands by, and their reasons, from what they did to its lines, and the one they gave for a
 * value that is not the drafted one.
 */
export function explanationOf(
  lines: readonly ExplanationLine[],
  own: Pick<ExplanationLine, "reasonCode" | "reasonNote"> = { reasonCode: null, reasonNote: null },
) {
  const kept = lines.flatMap(({ action, drafted, text }) => {
    if (action === "remove") return [];
    const words = action === "accept" ? drafted : (text ?? drafted);
    return words === null ? [] : [words];
  });
  const distinct = (words: (string | null)[]) => [...new Set(words.filter((word) => word !== null))];
  const codes = distinct([...lines, own].map((line) => line.reasonCode));
  const notes = distinct([...lines, own].map((line) => line.reasonNote));
  return {
    explanation: kept.length > 0 ? kept.join("\n") : null,
    reason_code: codes.length > 0 ? codes.join("; ") : null,
    reason_note: notes.length > 0 ? notes.join("\n") : null,
  };
}
