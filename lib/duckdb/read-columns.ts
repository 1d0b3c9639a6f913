import type { DuckDBValue } from "@duckdb/node-api";
import type { Engine } from "./engine";

/** Takes the cells of a column of a result, in the order of its rows. */
interface ReadColumn {
  push(cell: never): unknown;
}

/** Reads the result of a query column by column and block by block, without an object for any row; returns the number of rows. */
export async function readColumns(
  engine: Engine,
  sql: string,
  columns: readonly ReadColumn[],
): Promise<number> {
  const result = await engine.connection.stream(sql);
  let read = 0;
  for (;;) {
    const chunk = await result.fetchChunk();
    const rows = chunk?.rowCount ?? 0;
    if (!chunk || rows === 0) return read;
    read += rows;
    for (const [at, column] of columns.entries()) {
      const vector = chunk.getColumnVector(at);
      const take = column as { push(cell: DuckDBValue): unknown };
      for (let row = 0; row < rows; row++) take.push(vector.getItem(row));
    }
  }
}
