import { createReadStream } from "node:fs";
import path from "node:path";
import { openEngine } from "./engine";
import type { Cell, Column } from "./schema";
import { TableWriter } from "./table-writer";

/** Rows that a reader of the file gets at a time. */
const GROUP = 100_000;

/**
 * A table as Apache Parquet, compressed by Zstandard, in the order of its rows. The rows wait in the engine's own memory
 * and temporary folder until the last of them is there, since a Parquet file ends with its table of contents.
 */
export async function* parquet(
  columns: readonly Column[],
  rows: AsyncIterable<Readonly<Record<string, Cell>>>,
): AsyncGenerator<Uint8Array> {
  const engine = await openEngine();
  try {
    const { quotedString } = await import("@duckdb/node-api");
    const table = await TableWriter.create(engine, "rows", columns);
    for await (const row of rows) table.add(row);
    table.close();
    const file = path.join(engine.folder, "rows.parquet");
    await engine.connection.run(
      `COPY rows TO ${quotedString(file)} (FORMAT parquet, COMPRESSION zstd, ROW_GROUP_SIZE ${GROUP})`,
    );
    yield* createReadStream(file);
  } finally {
    await engine.close();
  }
}
