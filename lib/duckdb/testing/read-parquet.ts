import { writeFileSync } from "node:fs";
import path from "node:path";
import { openEngine } from "@/lib/duckdb/engine";

/** The rows of a Parquet file, the types of its columns by their names, and how it is compressed. */
export async function readParquet(bytes: Buffer) {
  const { connection, folder, close } = await openEngine();
  try {
    const file = path.join(folder, "file.parquet");
    writeFileSync(file, bytes);
    const found = await connection.runAndReadAll(`SELECT * FROM read_parquet('${file}')`);
    const columns = await connection.runAndReadAll(
      `SELECT DISTINCT compression FROM parquet_metadata('${file}')`,
    );
    const types = found.columnNames().map((name, at) => [name, String(found.columnTypes()[at])]);
    const rows = found.getRowObjectsJS();
    return {
      rows,
      /** Its cells as CSV has them. */
      texts: rows.map((row) => Object.values(row).map(textOf)),
      types: Object.fromEntries(types) as Record<string, string>,
      compression: columns.getRows().flat(),
    };
  } finally {
    await close();
  }
}

function textOf(value: unknown): string {
  if (value === null) return "";
  return value instanceof Date ? value.toISOString() : String(value);
}
