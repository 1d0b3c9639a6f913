import type { DuckDBDataChunk } from "@duckdb/node-api";
import type { Engine } from "./engine";

/**
 * The columns of a query's result, each of type INTEGER and without a null: numbers are copied block by block, without
 * an object for any row.
 */
export async function integerColumns(engine: Engine, sql: string, columns: number): Promise<Int32Array[]> {
  const result = await engine.connection.stream(sql);
  const blocks = Array.from({ length: columns }, (): Int32Array[] => []);
  let rows = 0;
  for (;;) {
    const chunk = await result.fetchChunk();
    if (!chunk || chunk.rowCount === 0) break;
    rows += chunk.rowCount;
    for (const [at, own] of blocks.entries()) own.push(numbersOf(chunk, at));
  }
  return blocks.map((own) => joined(own, rows));
}

function numbersOf(chunk: DuckDBDataChunk, column: number): Int32Array {
  const vector = chunk.getColumnVector(column);
  const numbers = new Int32Array(vector.itemCount);
  for (let row = 0; row < numbers.length; row++) {
    const number = vector.getItem(row);
    if (typeof number !== "number") throw new Error(`column ${column} has a value that is no INTEGER`);
    numbers[row] = number;
  }
  return numbers;
}

function joined(blocks: readonly Int32Array[], rows: number): Int32Array {
  const column = new Int32Array(rows);
  let filled = 0;
  for (const block of blocks) {
    column.set(block, filled);
    filled += block.length;
  }
  return column;
}
