import type { Json, JsonObject } from "@/lib/formats/json-value";
import { parquetLine } from "./parquet-line";

/**
 * Number of rows of a Parquet file that are read to detect its format: as many as `detect` shows of any file.
 */
const ROWS = 51;

/**
 * The first rows of a Parquet file on the user's own machine, as lines of JSON; only their part of the file
 * and its table of contents at the end are read. Throws if the file cannot be read.
 */
export async function parquetHead(file: Blob): Promise<{ text: string; whole: boolean }> {
  const [{ parquetMetadataAsync, parquetReadObjects }, { compressors }] = await Promise.all([
    import("hyparquet"),
    import("hyparquet-compressors"),
  ]);
  const source = {
    byteLength: file.size,
    slice: (start: number, end?: number) => file.slice(start, end).arrayBuffer(),
  };
  const metadata = await parquetMetadataAsync(source);
  const rows = await parquetReadObjects({
    file: source,
    metadata,
    compressors,
    rowStart: 0,
    rowEnd: ROWS,
    utf8: false,
  });
  const lines = rows.map((row) => parquetLine(jsonOf(row) as JsonObject));
  return { text: lines.map((line) => `${line}\n`).join(""), whole: Number(metadata.num_rows) <= ROWS };
}

/** Converts a value as the import does; see `jsonValue` of the engine. */
function jsonOf(value: unknown): Json {
  if (value === null || value === undefined) return null;
  if (typeof value === "bigint") return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
  if (typeof value === "number") return Number.isFinite(value) ? value : null;
  if (typeof value === "string" || typeof value === "boolean") return value;
  if (value instanceof Date) return value.toISOString();
  if (ArrayBuffer.isView(value)) return `(${value.byteLength} bytes)`;
  if (Array.isArray(value)) return value.map(jsonOf);
  return Object.fromEntries(Object.entries(value).map(([name, cell]) => [name, jsonOf(cell)]));
}
