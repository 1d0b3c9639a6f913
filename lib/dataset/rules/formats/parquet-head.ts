import type { Json, JsonObject } from "@/lib/formats/json-value";
import { parquetLine } from "./parquet-line";

/** How many rows of a Parquet file are looked at to say what it is: what `detect` shows of any file. */
const ROWS = 51;

/**
 * The first rows of a Parquet file on the user's own machine, as lines of JSON; of the file only their part and its
 * table of contents, which stands at its end, are read. Throws where it cannot be read.
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

/** As the import reads them: see `jsonValue` of the engine. */
function jsonOf(value: unknown): Json {
  if (value === null || value === undefined) return null;
  if (typeof value === "bigint") return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
  if (typeof value === "number") return Number.isFinite(value) ? value : null;
  if (typeof value === "string" || typeof value === "boolean") return value;
  if (value instanceof Date) return value.toISOString();
  if (ArrayBuffer.isView(value)) return `(${value.byteLength} bytes)`;
  if (Array.isArray(value)) return value.map(jsonOf);
  return Object.fromEntries(Object.entries(value).map(([name, held]) => [name, jsonOf(held)]));
}
