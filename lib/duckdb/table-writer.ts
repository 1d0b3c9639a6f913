import type { DuckDBAppender, DuckDBDataChunk, DuckDBType, DuckDBValue } from "@duckdb/node-api";
import type { Engine } from "./engine";
import type { Cell, Column, ColumnType } from "./schema";

/** Rows per insert: the size of one block of the engine. */
const ROWS = 2048;

interface Typed {
  type: DuckDBType;
  of: (cell: Cell) => DuckDBValue;
}

/** Makes a table of the engine and fills it row by row. */
export class TableWriter {
  /** The values of the rows that are not written yet, by column. */
  private readonly pending: DuckDBValue[][];
  private rows = 0;

  private constructor(
    private readonly names: readonly string[],
    private readonly types: readonly Typed[],
    private readonly appender: DuckDBAppender,
    private readonly chunk: () => DuckDBDataChunk,
  ) {
    this.pending = types.map(() => []);
  }

  static async create(engine: Engine, table: string, columns: readonly Column[]): Promise<TableWriter> {
    const { DuckDBDataChunk, quotedIdentifier } = await import("@duckdb/node-api");
    const known = await knownTypes();
    const types = columns.map(({ type }) => known[type]);
    const declared = columns.map(({ name }, at) => `${quotedIdentifier(name)} ${types[at]?.type}`);
    const create = engine.tables === "temp" ? "CREATE TEMP TABLE" : "CREATE TABLE";
    await engine.connection.run(`${create} ${quotedIdentifier(table)} (${declared.join(", ")})`);
    const appender = await engine.connection.createAppender(table, "main", engine.tables);
    const names = columns.map(({ name }) => name);
    return new TableWriter(names, types, appender, () =>
      DuckDBDataChunk.create(types.map(({ type }) => type)),
    );
  }

  add(row: Readonly<Record<string, Cell>>): void {
    this.addCells(this.names.map((name) => row[name]));
  }

  /** Adds a row whose cells are in the order of the columns. */
  addCells(cells: readonly Cell[]): void {
    const { pending, types } = this;
    for (let at = 0; at < types.length; at++) pending[at]?.push((types[at] as Typed).of(cells[at]));
    if (++this.rows === ROWS) this.flush();
  }

  /** After the last row. */
  close(): void {
    if (this.rows > 0) this.flush();
    this.appender.closeSync();
  }

  private flush(): void {
    const chunk = this.chunk();
    chunk.setColumns(this.pending);
    this.appender.appendDataChunk(chunk);
    for (const column of this.pending) column.length = 0;
    this.rows = 0;
  }
}

/** The engine's type of each type of ours, and a cell as a value of it. */
async function knownTypes(): Promise<Record<ColumnType, Typed>> {
  const { BIGINT, BOOLEAN, DOUBLE, DuckDBTimestampTZValue, INTEGER, LIST, listValue, TIMESTAMPTZ, VARCHAR } =
    await import("@duckdb/node-api");
  const unlessMissing = (of: (cell: Exclude<Cell, null | undefined>) => DuckDBValue) => (cell: Cell) =>
    cell === null || cell === undefined ? null : of(cell);
  return {
    text: { type: VARCHAR, of: unlessMissing(String) },
    texts: { type: LIST(VARCHAR), of: unlessMissing((cell) => listValue([cell].flat().map(String))) },
    number: { type: DOUBLE, of: unlessMissing(Number) },
    count: { type: BIGINT, of: unlessMissing((cell) => BigInt(String(cell))) },
    integer: { type: INTEGER, of: unlessMissing(Number) },
    boolean: { type: BOOLEAN, of: unlessMissing((cell) => cell === true) },
    time: {
      type: TIMESTAMPTZ,
      of: unlessMissing((cell) => new DuckDBTimestampTZValue(1000n * BigInt(Date.parse(String(cell))))),
    },
  };
}
