/** What a column of a Parquet file holds. Every cell may be missing. */
export type ParquetType = "text" | "number" | "boolean";

export interface ParquetColumn {
  name: string;
  type: ParquetType;
}

type Cell = string | number | boolean | null | undefined;

/** Rows that are in memory at a time, and read at a time by whoever reads the file. */
const ROWS = 5000;

const MAGIC = new TextEncoder().encode("PAR1");
const PHYSICAL: Record<ParquetType, number> = { boolean: 0, number: 5, text: 6 };
const [PLAIN, RLE] = [0, 3];

/** Where a column of a row group lies. */
interface Chunk {
  at: number;
  bytes: number;
  values: number;
}

interface RowGroup {
  chunks: Chunk[];
  bytes: number;
  rows: number;
}

/**
 * A table as Apache Parquet, written row group by row group while it is read: one uncompressed page per column, numbers
 * as doubles, texts as UTF-8, every column optional. A number in a column of texts is written as the text it prints as.
 *
 * Apache Parquet format 2.11: parquet.thrift, Encodings.md.
 */
export async function* parquet(
  columns: readonly ParquetColumn[],
  rows: AsyncIterable<Readonly<Record<string, Cell>>>,
): AsyncGenerator<Uint8Array> {
  const groups: RowGroup[] = [];
  let offset = MAGIC.length;
  yield MAGIC;
  const write = (held: Readonly<Record<string, Cell>>[]) => {
    const group: RowGroup = { chunks: [], bytes: 0, rows: held.length };
    const pages = columns.map((column) => {
      const page = pageOf(
        column.type,
        held.map((row) => row[column.name]),
      );
      group.chunks.push({ at: offset, bytes: page.length, values: held.length });
      group.bytes += page.length;
      offset += page.length;
      return page;
    });
    groups.push(group);
    return Buffer.concat(pages);
  };
  let held: Readonly<Record<string, Cell>>[] = [];
  for await (const row of rows) {
    if (held.push(row) < ROWS) continue;
    yield write(held);
    held = [];
  }
  if (held.length > 0) yield write(held);
  const footer = footerOf(columns, groups);
  const length = Buffer.alloc(4);
  length.writeUInt32LE(footer.length);
  yield Buffer.concat([footer, length, MAGIC]);
}

/** A data page with its header: how long it is, which cells are there, and these. */
function pageOf(type: ParquetType, cells: readonly Cell[]): Buffer {
  const there = cells.map((cell) => cell !== null && cell !== undefined);
  const levels = bitPacked(there);
  const length = Buffer.alloc(4);
  length.writeUInt32LE(levels.length);
  const values = plain(
    type,
    cells.filter((cell) => cell !== null && cell !== undefined),
  );
  const body = Buffer.concat([length, levels, values]);
  const header = new Thrift()
    .i32(1, 0)
    .i32(2, body.length)
    .i32(3, body.length)
    .struct(5, (data) => data.i32(1, cells.length).i32(2, PLAIN).i32(3, RLE).i32(4, RLE))
    .end();
  return Buffer.concat([header, body]);
}

function plain(type: ParquetType, values: readonly (string | number | boolean)[]): Buffer {
  if (type === "boolean") return bits(values.map((value) => value === true));
  if (type === "number") {
    const bytes = Buffer.alloc(8 * values.length);
    for (const [at, value] of values.entries()) bytes.writeDoubleLE(Number(value), 8 * at);
    return bytes;
  }
  return Buffer.concat(
    values.flatMap((value) => {
      const text = Buffer.from(String(value));
      const length = Buffer.alloc(4);
      length.writeUInt32LE(text.length);
      return [length, text];
    }),
  );
}

/** Definition levels of width 1, as one bit-packed run. */
function bitPacked(there: readonly boolean[]): Buffer {
  const groups = Math.ceil(there.length / 8);
  return Buffer.concat([varint(BigInt((groups << 1) | 1)), bits(there)]);
}

function bits(flags: readonly boolean[]): Buffer {
  const bytes = Buffer.alloc(Math.ceil(flags.length / 8));
  for (const [at, flag] of flags.entries()) {
    if (flag) bytes[at >> 3] = (bytes[at >> 3] ?? 0) | (1 << (at & 7));
  }
  return bytes;
}

function footerOf(columns: readonly ParquetColumn[], groups: readonly RowGroup[]): Buffer {
  const rows = groups.reduce((sum, group) => sum + group.rows, 0);
  const schema = [
    new Thrift().text(4, "table").i32(5, columns.length).end(),
    ...columns.map(({ name, type }) => {
      const element = new Thrift().i32(1, PHYSICAL[type]).i32(3, 1).text(4, name);
      // Converted type UTF8 and, for newer readers, logical type STRING.
      if (type === "text") element.i32(6, 0).struct(10, (logical) => logical.struct(1, (empty) => empty));
      return element.end();
    }),
  ];
  const written = groups.map((group) => {
    const chunks = group.chunks.map(({ at, bytes, values }, n) => {
      const { name, type } = columns[n] ?? { name: "", type: "text" };
      return new Thrift()
        .i64(2, at)
        .struct(3, (meta) =>
          meta
            .i32(1, PHYSICAL[type])
            .list(2, I32, [zigzag(PLAIN), zigzag(RLE)])
            .list(3, BINARY, [binary(name)])
            .i32(4, 0)
            .i64(5, values)
            .i64(6, bytes)
            .i64(7, bytes)
            .i64(9, at),
        )
        .end();
    });
    return new Thrift().list(1, STRUCT, chunks).i64(2, group.bytes).i64(3, group.rows).end();
  });
  return new Thrift()
    .i32(1, 1)
    .list(2, STRUCT, schema)
    .i64(3, rows)
    .list(4, STRUCT, written)
    .text(6, "countersign")
    .end();
}

const [I32, I64, BINARY, LIST, STRUCT] = [5, 6, 8, 9, 12];

/** A struct in Thrift's compact protocol: fields by ascending number. */
class Thrift {
  private readonly parts: Buffer[] = [];
  private last = 0;

  i32(field: number, value: number): this {
    return this.put(field, I32, zigzag(value));
  }

  i64(field: number, value: number): this {
    return this.put(field, I64, zigzag(value));
  }

  text(field: number, value: string): this {
    return this.put(field, BINARY, binary(value));
  }

  struct(field: number, fill: (inner: Thrift) => Thrift): this {
    return this.put(field, STRUCT, fill(new Thrift()).end());
  }

  list(field: number, type: number, items: readonly Buffer[]): this {
    const head =
      items.length < 15
        ? Buffer.of((items.length << 4) | type)
        : Buffer.concat([Buffer.of(0xf0 | type), varint(BigInt(items.length))]);
    return this.put(field, LIST, Buffer.concat([head, ...items]));
  }

  end(): Buffer {
    return Buffer.concat([...this.parts, Buffer.of(0)]);
  }

  private put(field: number, type: number, value: Buffer): this {
    this.parts.push(Buffer.of(((field - this.last) << 4) | type), value);
    this.last = field;
    return this;
  }
}

function binary(value: string): Buffer {
  const bytes = Buffer.from(value);
  return Buffer.concat([varint(BigInt(bytes.length)), bytes]);
}

/** Whole numbers with small magnitudes in few bytes, whatever their sign. */
function zigzag(value: number): Buffer {
  const whole = BigInt(value);
  return varint(whole < 0n ? -2n * whole - 1n : 2n * whole);
}

function varint(value: bigint): Buffer {
  const bytes: number[] = [];
  let rest = value;
  do {
    const low = Number(rest & 0x7fn);
    rest >>= 7n;
    bytes.push(rest > 0n ? low | 0x80 : low);
  } while (rest > 0n);
  return Buffer.from(bytes);
}
