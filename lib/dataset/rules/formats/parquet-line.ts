import type { Json, JsonObject } from "@/lib/formats/json-value";

/** Fields of the study file that may be null and not left out, by the record that has them. */
const NULLABLE: Record<string, string> = { rubric: "task", judgement: "value" };

/**
 * A row of a Parquet file as a line of JSON. There every row has every column, so what is null counts as left out, also
 * inside of nested values; but for the two fields of a study file that say something by being null.
 */
export function parquetLine(row: JsonObject): string {
  const filled = withoutNulls(row) as JsonObject;
  const nullable = typeof row.type === "string" ? NULLABLE[row.type] : undefined;
  return JSON.stringify(
    nullable === undefined || nullable in filled ? filled : { ...filled, [nullable]: null },
  );
}

function withoutNulls(value: Json): Json {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (value === null || typeof value !== "object") return value;
  const entries = Object.entries(value).filter(([, cell]) => cell !== null);
  return Object.fromEntries(entries.map(([name, cell]) => [name, withoutNulls(cell)]));
}
