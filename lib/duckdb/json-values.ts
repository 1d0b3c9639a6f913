import {
  DuckDBBlobValue,
  DuckDBDecimalValue,
  DuckDBMapType,
  DuckDBMapValue,
  type DuckDBResult,
  DuckDBTypeId,
  type DuckDBValueConverter,
  JSDuckDBValueConverter,
  JsonDuckDBValueConverter,
} from "@duckdb/node-api";
import type { Json } from "@/lib/formats/json-value";

const JSON_TYPE = "JSON";

const MOMENTS = new Set<DuckDBTypeId>([
  DuckDBTypeId.TIMESTAMP,
  DuckDBTypeId.TIMESTAMP_S,
  DuckDBTypeId.TIMESTAMP_MS,
  DuckDBTypeId.TIMESTAMP_NS,
  DuckDBTypeId.TIMESTAMP_TZ,
]);

/**
 * A value of the engine as JSON: integers beyond the precision of a double become text, timestamps ISO 8601
 * in UTC, maps objects, NaN and infinity null, JSON its content, and bytes a text with their number.
 */
const jsonValue: DuckDBValueConverter<Json> = (value, type, converter) => {
  if (value === null || value === undefined) return null;
  if (typeof value === "string" && type.alias === JSON_TYPE) return parsed(value);
  if (typeof value === "bigint") {
    const number = Number(value);
    return Number.isSafeInteger(number) ? number : String(value);
  }
  if (typeof value === "number") return Number.isFinite(value) ? value : null;
  if (value instanceof DuckDBBlobValue) return `(${value.bytes.length} bytes)`;
  if (value instanceof DuckDBDecimalValue) return value.toDouble();
  if (value instanceof DuckDBMapValue && type instanceof DuckDBMapType)
    return Object.fromEntries(
      value.entries.map(({ key, value: entry }) => [
        String(converter(key, type.keyType, converter)),
        converter(entry, type.valueType, converter),
      ]),
    );
  if (MOMENTS.has(type.typeId)) {
    const moment = JSDuckDBValueConverter(value, type, JSDuckDBValueConverter);
    return moment instanceof Date ? moment.toISOString() : String(value);
  }
  return JsonDuckDBValueConverter(value, type, converter as typeof JsonDuckDBValueConverter) as Json;
};

/** The rows of a result, piece by piece as they come. */
export async function* jsonRows(result: DuckDBResult): AsyncGenerator<Json[][]> {
  // Only the logical type of a column tells whether its texts are JSON.
  const isJson = result.columnNames().map((_, at) => result.columnLogicalType(at).alias === JSON_TYPE);
  for await (const rows of result.yieldConvertedRows(jsonValue))
    yield rows.map((row) =>
      row.map((cell, at) => (isJson[at] && typeof cell === "string" ? parsed(cell) : cell)),
    );
}

/** The parsed content of a JSON cell; its text if it is not valid JSON. */
function parsed(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return text;
  }
}
