import type { DuckDBValue } from "@duckdb/node-api";
import type { Engine } from "./engine";

/** Takes the cells of a column of a result, in the order of its rows. */
type TakeCell = (cell: never, row: number) => void;

/** Reads the result of a query column by column and block by block, without an object for any row; returns the number of rows. */
export async function readColumns(
  engine: Engine,
  sql: string,
  columns: readonly TakeCell[],
): Promise<number> {
  const result = await engine.connection.stream(sql);
  let read = 0;
  for (;;) {
    const chunk = await result.fetchChunk();
    const rows = chunk?.rowCount ?? 0;
    if (!chunk || rows === 0) return read;
    for (const [at, column] of columns.entries()) {
      const vector = chunk.getColumnVector(at);
      const take = column as (cell: DuckDBValue, row: number) => void;
      for (let row = 0; row < rows; row++) take(vector.getItem(row), read + row);
    }
    read += rows;
  }
}
