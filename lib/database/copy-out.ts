import "server-only";
import { Readable } from "node:stream";
import type { Connection, PoolClient, Submittable } from "pg";
import { takeCopiedRows } from "@/lib/database/copied-rows";

/**
 * One row in PostgreSQL's binary format, with the position of each field. The object is reused for the next
 * row.
 */
export interface Tuple {
  /** Everything that arrived with the row; must not be stored. */
  bytes: Buffer;
  /** The same bytes, for reading numbers. */
  view: DataView;
  start: Int32Array;
  /** -1 for null. */
  length: Int32Array;
}

/** Signature, flags, and the length of the header extension before the first row. */
const SIGNATURE = 11;
const HEADER = SIGNATURE + 4 + 4;

/**
 * Runs a query by COPY in binary format and passes each row to `take` as it arrives, without creating
 * objects. Ids arrive as 16 bytes, timestamps as microseconds since 2000.
 */
function copyOut(
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
        // The rest must still be read, or the connection cannot be reused.
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

/** Chunks buffered for a slow reader before the database has to wait. */
const AHEAD = 4;

/**
 * Copies rows out for a reader that may be slower than the database: yields the results of `take`, while the database
 * waits. A reader that requests nothing for `patience` milliseconds loses the connection, and reading on
 * throws.
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
      // Nothing is requested after the end, and the next response uses the same stream.
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

/**
 * Runs a query by COPY as CSV, and passes the bytes of each row to `take` as they arrive, with the end of its line. They
 * must not be kept.
 */
export function copyCsv(
  client: PoolClient,
  sql: string,
  take: (bytes: Buffer, from: number, end: number) => void,
): Promise<void> {
  const { promise, resolve, reject } = withResolvers();
  let failure: unknown = null;
  const query: Submittable & Handlers = {
    submit(line) {
      takeCopiedRows(line, (bytes, from, end) => {
        // The rest must still be read, or the connection cannot be reused.
        if (failure !== null) return;
        try {
          take(bytes, from, end);
        } catch (error) {
          failure = error;
        }
      });
      line.query(`COPY (${sql}) TO STDOUT (FORMAT csv)`);
    },
    handleCommandComplete() {},
    handleError: reject,
    handleReadyForQuery: () => (failure === null ? resolve() : reject(failure)),
  };
  client.query(query);
  return promise;
}

/** The methods that the driver calls on a custom query. */
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
