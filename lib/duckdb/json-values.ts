import {
  DuckDBDecimalValue,
  DuckDBMapType,
  DuckDBMapValue,
  DuckDBTypeId,
  type DuckDBValueConverter,
  JSDuckDBValueConverter,
  JsonDuckDBValueConverter,
} from "@duckdb/node-api";
import type { Json } from "@/lib/formats/json-value";

const MOMENTS = new Set<DuckDBTypeId>([
  DuckDBTypeId.TIMESTAMP,
  DuckDBTypeId.TIMESTAMP_S,
  DuckDBTypeId.TIMESTAMP_MS,
  DuckDBTypeId.TIMESTAMP_NS,
  DuckDBTypeId.TIMESTAMP_TZ,
]);

/**
 * A value of the engine as JSON has it: numbers are numbers, whole ones beyond what a double holds their digits as text,
 * moments ISO 8601 in UTC, maps objects, and what is no number (NaN, infinite) null.
 */
export const jsonValue: DuckDBValueConverter<Json> = (value, type, converter) => {
  if (value === null || value === undefined) return null;
  if (typeof value === "bigint") {
    const number = Number(value);
    return Number.isSafeInteger(number) ? number : String(value);
  }
  if (typeof value === "number") return Number.isFinite(value) ? value : null;
  if (value instanceof DuckDBDecimalValue) return value.toDouble();
  if (value instanceof DuckDBMapValue && type instanceof DuckDBMapType)
    return Object.fromEntries(
      value.entries.map(({ key, value: held }) => [
        String(converter(key, type.keyType, converter)),
        converter(held, type.valueType, converter),
      ]),
    );
  if (MOMENTS.has(type.typeId)) {
    const moment = JSDuckDBValueConverter(value, type, JSDuckDBValueConverter);
    return moment instanceof Date ? moment.toISOString() : String(value);
  }
  return JsonDuckDBValueConverter(value, type, converter as typeof JsonDuckDBValueConverter) as Json;
};
