/**
 * The type of a column. Every cell may be missing. `texts`: a list of texts; `count`: a whole number; `integer`: one
 * below 2³¹; `time`: a timestamp in ISO 8601.
 */
export type ColumnType = "text" | "texts" | "number" | "count" | "integer" | "boolean" | "time";

export interface Column {
  name: string;
  type: ColumnType;
}

/** A number or a truth value in a column of texts is written as the text it prints as. */
export type Cell = string | number | boolean | readonly string[] | null | undefined;
