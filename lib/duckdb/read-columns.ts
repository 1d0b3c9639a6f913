import type { DuckDBValue } from "@duckdb/node-api";
import type { Engine } from "./engine";

/** Takes the cells of a column of a result, in the order of its rows. */
export interface ReadColumn {
  push(cell: never): unknown;
}

/** Reads the result of a query column by column and block by block, without an object for any row; returns the number of rows. */
export async function readColumns(
  engine: Engine,
  sql: string,
  columns: readonly ReadColumn[],
): Promise<number> {
  const result = await engine.connection.stream(sql);
  let rows = 0;
  for (;;) {
    const chunk = await result.fetchChunk();
    if (!chunk || chunk.rowCount === 0) return rows;
    rows += chunk.rowCount;
    for (const [at, column] of columns.entries()) {
      const vector = chunk.getColumnVector(at);
      const take = column as { push(cell: DuckDBValue): unknown };
      for (let row = 0; row < chunk.rowCount; row++) take.push(vector.getItem(row));
    }
  }
}
