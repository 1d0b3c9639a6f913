import type { Json, JsonObject } from "@/lib/formats/json-value";

/** Fields of study file records for which null differs from a missing field, by record type. */
const NULLABLE: Record<string, string> = { rubric: "task", judgement: "value" };

/**
 * A row of a Parquet file as a line of JSON. In a Parquet file every row has every column, so null means that
 * the field is missing, also inside nested values. Exceptions are the fields of a study file in which null
 * has a meaning of its own.
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
