import type { Column, ColumnType } from "@/lib/duckdb/schema";
import type { CsvValue } from "@/lib/formats/csv";
import type { Value } from "@/lib/judgement/schema";
import type { DecidedLine } from "@/lib/judgement/schema/votes";

/** Adjacent columns of the ratings table that are made from the same fields, in order. */
export const RATING_PARTS = {
  design: ["study", "batch", "arm", "protocol"],
  unit: ["task_id", "response_id", "response_model", "unit", "item_id"],
  item: ["item_version", "item_text", "item_origin"],
  rater: ["rater", "rater_kind", "exposure"],
  value: [
    "draft_value",
    "draft_rater",
    "draft_method",
    "initial_value",
    "final_value",
    "action",
    "reason_code",
    "reason_note",
    "explanation",
    "initial_explanation",
  ],
  position: ["order_shown", "position_in_session"],
  time: ["active_ms", "idle_ms"],
  moments: ["started_at", "submitted_at"],
  use: ["is_gold", "is_planted", "is_bulk", "guidelines_version", "app_version"],
  metadata: ["task_metadata", "response_metadata"],
  sample: ["inclusion_probability"],
  signals: ["pastes", "pasted_characters", "times_away", "away_ms"],
} as const;

type RatingColumn = (typeof RATING_PARTS)[keyof typeof RATING_PARTS][number];

/** The columns of the ratings table, in order. */
export const RATING_COLUMNS: readonly RatingColumn[] = Object.values(RATING_PARTS).flat();

/** Columns that are not text. Values are words in one study and numbers in another, so they are text here. */
const TYPES: Partial<Record<RatingColumn, ColumnType>> = {
  item_version: "count",
  position_in_session: "count",
  active_ms: "count",
  idle_ms: "count",
  guidelines_version: "count",
  inclusion_probability: "number",
  pastes: "count",
  pasted_characters: "count",
  times_away: "count",
  away_ms: "count",
  started_at: "time",
  submitted_at: "time",
  is_gold: "boolean",
  is_planted: "boolean",
  is_bulk: "boolean",
};

/** The rating columns with their types in a Parquet file. */
export const RATING_TYPES = RATING_COLUMNS.map((name): Column => ({ name, type: TYPES[name] ?? "text" }));

/**
 * One row: a judgement, a decision on a drafted item, or labels. Missing is null. Labels, the two responses
 * of a pair and their displayed sides are lists in JSON; metadata are objects, for a pair a list of two.
 */
export type Rating = Record<RatingColumn, Exclude<CsvValue, undefined>>;

/** The action on a drafted value: accepted or revised. Null where no value was drafted, or none was given. */
export function actionOnValue(draft: Value | null, final: Value | null): "accept" | "revise" | null {
  if (draft === null || final === null) return null;
  return draft === final ? "accept" : "revise";
}

/**
 * The rater's final explanation and reasons: from the decisions on its lines, and the reason for a value that
 * differs from the draft.
 */
export function explanationOf(
  lines: readonly DecidedLine[],
  own: Pick<DecidedLine, "reasonCode" | "reasonNote"> = { reasonCode: null, reasonNote: null },
) {
  const before = lines.flatMap(({ initial, text }) => (initial && text !== null ? [text] : []));
  const remaining = lines.flatMap(({ action, drafted, text }) => {
    if (action === "remove") return [];
    const words = action === "accept" ? drafted : (text ?? drafted);
    return words === null ? [] : [words];
  });
  const distinct = (words: (string | null)[]) => [...new Set(words.filter((word) => word !== null))];
  const codes = distinct([...lines, own].map((line) => line.reasonCode));
  const notes = distinct([...lines, own].map((line) => line.reasonNote));
  return {
    explanation: remaining.length > 0 ? remaining.join("\n") : null,
    initial_explanation: before.length > 0 ? before.join("\n") : null,
    reason_code: codes.length > 0 ? codes.join("; ") : null,
    reason_note: notes.length > 0 ? notes.join("\n") : null,
  };
}
