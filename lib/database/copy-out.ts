import "server-only";
import { Readable } from "node:stream";
import type { Connection, PoolClient, Submittable } from "pg";
import { takeCopiedRows } from "@/lib/database/copied-rows";

/** One row in PostgreSQL's own binary form: where each of its fields stands. It is reused for the next row. */
export interface Tuple {
  /** Everything that arrived with the row; not to be kept. */
  bytes: Buffer;
  /** The same bytes, for reading numbers from them. */
  view: DataView;
  start: Int32Array;
  /** -1 for null. */
  length: Int32Array;
}

/** The signature, the flags, and the length of what else stands before the first row. */
const SIGNATURE = 11;
const HEADER = SIGNATURE + 4 + 4;

/**
 * Reads the answer of a query of so many fields by COPY in binary form, row by row as it arrives: nothing is made of a
 * row but what `take` makes of it. Ids arrive as their 16 bytes, moments as microseconds since 2000.
 */
export function copyOut(
  client: PoolClient,
  sql: string,
  fields: number,
  take: (row: Tuple, line: Connection) => void,
): Promise<void> {
  const { promise, resolve, reject } = withResolvers();
  const start = new Int32Array(fields);
  const length = new Int32Array(fields);
  const row: Tuple = { ...seen(Buffer.alloc(0)), start, length };
  let isFirst = true;
  let failure: unknown = null;

  const read = (bytes: Buffer, from: number, end: number, line: Connection) => {
    if (row.bytes !== bytes) Object.assign(row, seen(bytes));
    const { view } = row;
    let at = isFirst ? from + HEADER + view.getInt32(from + SIGNATURE + 4) : from;
    isFirst = false;
    while (at < end) {
      const count = view.getInt16(at);
      at += 2;
      if (count === -1) return;
      if (count !== fields) throw new Error(`a row has ${count} fields instead of ${fields}`);
      for (let field = 0; field < fields; field++) {
        const size = view.getInt32(at);
        at += 4;
        start[field] = at;
        length[field] = size;
        if (size > 0) at += size;
      }
      take(row, line);
    }
  };

  const query: Submittable & Handlers = {
    submit(line) {
      takeCopiedRows(line, (bytes, from, end) => {
        // The rest still has to be taken off the line, or the connection cannot be used again.
        if (failure !== null) return;
        try {
          read(bytes, from, end, line);
        } catch (error) {
          failure = error;
        }
      });
      line.query(`COPY (${sql}) TO STDOUT (FORMAT binary)`);
    },
    handleCommandComplete() {},
    handleError: reject,
    handleReadyForQuery: () => (failure === null ? resolve() : reject(failure)),
  };
  client.query(query);
  return promise;
}

function seen(bytes: Buffer): Pick<Tuple, "bytes" | "view"> {
  return { bytes, view: new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength) };
}

/** How many pieces are made ahead of whoever reads them before the database has to wait. */
const AHEAD = 4;

/**
 * The same for whoever may read more slowly than the database sends: what `take` makes of rows is handed on, and the
 * database waits meanwhile. Nobody who has not asked for more in so many milliseconds is waited for: the connection is
 * given up, and reading on throws.
 */
export async function* copyInPieces<T>(
  client: PoolClient,
  sql: string,
  fields: number,
  take: (row: Tuple) => T | undefined,
  patience: number,
): AsyncGenerator<T> {
  let used: Connection | undefined;
  const pieces = new Readable({
    objectMode: true,
    highWaterMark: AHEAD,
    read: () => {
      used?.stream.resume();
    },
  });
  copyOut(client, sql, fields, (row, line) => {
    used = line;
    const piece = take(row);
    if (piece !== undefined && !pieces.push(piece)) line.stream.pause();
  }).then(
    () => {
      // Nobody asks for more after the end, and the next answer comes over the same line.
      used?.stream.resume();
      pieces.push(null);
    },
    (error) => {
      used?.stream.resume();
      pieces.destroy(error);
    },
  );
  for await (const piece of pieces) {
    const gone = setTimeout(() => used?.stream.destroy(), patience);
    try {
      yield piece;
    } finally {
      clearTimeout(gone);
    }
  }
}

/** What the driver calls on a query that is neither text nor one of its own. */
interface Handlers {
  submit(connection: Connection): void;
  handleCommandComplete(): void;
  handleError(error: unknown): void;
  handleReadyForQuery(): void;
}

function withResolvers() {
  let resolve: () => void = () => {};
  let reject: (error: unknown) => void = () => {};
  const promise = new Promise<void>((resolved, rejected) => {
    resolve = resolved;
    reject = rejected;
  });
  return { promise, resolve, reject };
}
