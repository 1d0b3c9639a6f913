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
  private pending: Readonly<Record<string, Cell>>[] = [];

  private constructor(
    private readonly names: readonly string[],
    private readonly types: readonly Typed[],
    private readonly appender: DuckDBAppender,
    private readonly chunk: () => DuckDBDataChunk,
  ) {}

  static async create(engine: Engine, table: string, columns: readonly Column[]): Promise<TableWriter> {
    const { DuckDBDataChunk, quotedIdentifier } = await import("@duckdb/node-api");
    const known = await knownTypes();
    const types = columns.map(({ type }) => known[type]);
    const declared = columns.map(({ name }, at) => `${quotedIdentifier(name)} ${types[at]?.type}`);
    await engine.connection.run(`CREATE TABLE ${quotedIdentifier(table)} (${declared.join(", ")})`);
    const appender = await engine.connection.createAppender(table);
    const names = columns.map(({ name }) => name);
    return new TableWriter(names, types, appender, () =>
      DuckDBDataChunk.create(types.map(({ type }) => type)),
    );
  }

  add(row: Readonly<Record<string, Cell>>): void {
    if (this.pending.push(row) === ROWS) this.flush();
  }

  /** After the last row. */
  close(): void {
    if (this.pending.length > 0) this.flush();
    this.appender.closeSync();
  }

  private flush(): void {
    const { pending, names, types } = this;
    const chunk = this.chunk();
    chunk.setColumns(types.map(({ of }, at) => pending.map((row) => of(row[names[at] as string]))));
    this.appender.appendDataChunk(chunk);
    this.pending = [];
  }
}

/** The engine's type of each type of ours, and a cell as a value of it. */
async function knownTypes(): Promise<Record<ColumnType, Typed>> {
  const { BIGINT, BOOLEAN, DOUBLE, DuckDBTimestampTZValue, LIST, listValue, TIMESTAMPTZ, VARCHAR } =
    await import("@duckdb/node-api");
  const unlessMissing = (of: (cell: Exclude<Cell, null | undefined>) => DuckDBValue) => (cell: Cell) =>
    cell === null || cell === undefined ? null : of(cell);
  return {
    text: { type: VARCHAR, of: unlessMissing(String) },
    texts: { type: LIST(VARCHAR), of: unlessMissing((cell) => listValue([cell].flat().map(String))) },
    number: { type: DOUBLE, of: unlessMissing(Number) },
    count: { type: BIGINT, of: unlessMissing((cell) => BigInt(String(cell))) },
    boolean: { type: BOOLEAN, of: unlessMissing((cell) => cell === true) },
    time: {
      type: TIMESTAMPTZ,
      of: unlessMissing((cell) => new DuckDBTimestampTZValue(1000n * BigInt(Date.parse(String(cell))))),
    },
  };
}
