import "server-only";
import { closeSync, openSync, writeSync } from "node:fs";
import type { PoolClient } from "pg";
import { z } from "zod";
import { copyCsv, copyInPieces, type Tuple } from "@/lib/database/copy-out";
import { pool } from "@/lib/database/db";

/** Rows of a long result in memory at a time. */
const PAGE = 500;

/** The longest time a reader may pause before the connection is closed, in seconds. */
const PATIENCE = 60;

/** The database at one point in time, for reading. */
export interface Snapshot {
  at: Date;
  rows<Row extends object>(sql: string, values: unknown[]): Promise<Row[]>;
  /** Row by row, fetched as they are consumed. */
  stream<Row extends object>(sql: string, values: unknown[]): AsyncGenerator<Row>;
  /**
   * Writes the rows to a new file as CSV, as they arrive: for millions that another engine reads. Values are ids or
   * null, because COPY takes no parameters.
   */
  copyToFile(sql: string, values: (string | null)[], file: string): Promise<void>;
  /**
   * Passes the fields of each row in binary format, and yields the results of `take`, so that they can be passed on.
   */
  pieces<T>(
    sql: string,
    values: (string | null)[],
    fields: number,
    take: (row: Tuple) => T | undefined,
  ): AsyncGenerator<T>;
}

/**
 * Runs several reads that belong together while others write: all queries see the same point in time. A
 * reader that stops loses the connection after a minute, so that slow readers do not use them up.
 */
export async function* fromSnapshot<T>(read: (snapshot: Snapshot) => AsyncIterable<T>): AsyncGenerator<T> {
  const client = await pool.connect();
  let isHeld = true;
  const letGo = (broken: boolean) => {
    if (isHeld) client.release(broken);
    isHeld = false;
  };
  // Pending reads fail by themselves when continued; the connection is released for others meanwhile.
  const lost = () => letGo(true);
  client.on("error", lost);
  let sound = false;
  try {
    await client.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
    await client.query(`SET LOCAL idle_in_transaction_session_timeout = '${PATIENCE}s'`);
    // All rows are read, so do not prefer the plan with the fastest first row.
    await client.query("SET LOCAL cursor_tuple_fraction = 1");
    const { rows } = await client.query<{ at: Date }>("SELECT now() AS at");
    yield* read(snapshotOf(client, rows[0]?.at ?? new Date()));
    sound = true;
  } finally {
    // Ended early or failed: the transaction may be unusable, so the connection is not reused.
    if (sound) await client.query("COMMIT");
    if (sound) client.off("error", lost);
    letGo(!sound);
  }
}

/** Rows are written to files in blocks of this many bytes. */
const BLOCK = 1 << 20;

/** Writes rows to a new file. It is on the disk of this machine, so that a block is written before the next is read. */
async function writeRows(
  file: string,
  read: (take: (bytes: Buffer, from: number, end: number) => void) => Promise<void>,
): Promise<void> {
  const out = openSync(file, "wx", 0o600);
  try {
    const block = Buffer.allocUnsafe(BLOCK);
    let length = 0;
    const write = (bytes: Buffer, from: number, end: number) => {
      for (let at = from; at < end; ) at += writeSync(out, bytes, at, end - at);
    };
    const flush = () => {
      write(block, 0, length);
      length = 0;
    };
    await read((bytes, from, end) => {
      if (length + end - from > BLOCK) flush();
      if (end - from > BLOCK) write(bytes, from, end);
      else length += bytes.copy(block, length, from, end);
    });
    flush();
  } finally {
    closeSync(out);
  }
}

/** The query with its ids inserted. Only UUIDs are ever inserted. */
function withIds(sql: string, values: readonly (string | null)[]): string {
  return sql.replace(/\$(\d+)/g, (_, place) => {
    const id = values[Number(place) - 1] ?? null;
    return id === null ? "NULL" : `'${z.uuid().parse(id)}'::uuid`;
  });
}

function snapshotOf(client: PoolClient, at: Date): Snapshot {
  let cursors = 0;
  return {
    at,
    rows: async (sql, values) => (await client.query(sql, values)).rows,
    copyToFile: (sql, values, file) => writeRows(file, (take) => copyCsv(client, withIds(sql, values), take)),
    pieces: (sql, values, fields, take) =>
      copyInPieces(client, withIds(sql, values), fields, take, PATIENCE * 1000),
    async *stream(sql, values) {
      const cursor = `c${++cursors}`;
      await client.query(`DECLARE ${cursor} NO SCROLL CURSOR FOR ${sql}`, values);
      for (;;) {
        const { rows } = await client.query(`FETCH ${PAGE} FROM ${cursor}`);
        yield* rows;
        if (rows.length < PAGE) break;
      }
      await client.query(`CLOSE ${cursor}`);
    },
  };
}
