import "server-only";
import type { PoolClient } from "pg";
import { z } from "zod";
import { copyInPieces, copyOut, type Tuple } from "@/lib/database/copy-out";
import { pool } from "@/lib/database/db";

/** How many rows of a long answer are in memory at a time. */
const PAGE = 500;

/** How long somebody may take to ask for more before they have gone, in seconds. */
const PATIENCE = 60;

/** The database as it was at one moment, to be read from. */
export interface Snapshot {
  at: Date;
  rows<Row extends object>(sql: string, values: unknown[]): Promise<Row[]>;
  /** Row by row, fetched as they are used. */
  stream<Row extends object>(sql: string, values: unknown[]): AsyncGenerator<Row>;
  /**
   * Hands over so many fields of each row in binary form, as they arrive: for columns of numbers that a million rows
   * are turned into. Values are ids or null, because a COPY takes no parameters.
   */
  copy(sql: string, values: (string | null)[], fields: number, take: (row: Tuple) => void): Promise<void>;
  /** The same for what is handed on as it is made: whatever `take` returns. */
  pieces<T>(
    sql: string,
    values: (string | null)[],
    fields: number,
    take: (row: Tuple) => T | undefined,
  ): AsyncGenerator<T>;
}

/**
 * Reads several things that belong together, while others write: every query sees the same moment. Somebody who
 * stops reading loses the connection after a minute, so that slow readers do not use them up.
 */
export async function* fromSnapshot<T>(read: (snapshot: Snapshot) => AsyncIterable<T>): AsyncGenerator<T> {
  const client = await pool.connect();
  let held = true;
  const letGo = (broken: boolean) => {
    if (held) client.release(broken);
    held = false;
  };
  // Whatever is being read fails by itself, once somebody reads on; until then its place is somebody else's.
  const lost = () => letGo(true);
  client.on("error", lost);
  let sound = false;
  try {
    await client.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
    await client.query(`SET LOCAL idle_in_transaction_session_timeout = '${PATIENCE}s'`);
    // Every row is read, so the plan with the soonest first row is not the one that is wanted.
    await client.query("SET LOCAL cursor_tuple_fraction = 1");
    const { rows } = await client.query<{ at: Date }>("SELECT now() AS at");
    yield* read(snapshotOf(client, rows[0]?.at ?? new Date()));
    sound = true;
  } finally {
    // Ended early or failed: the transaction may be unusable, so the connection is not used again.
    if (sound) await client.query("COMMIT");
    if (sound) client.off("error", lost);
    letGo(!sound);
  }
}

/** The query with its ids written out. Nothing but a UUID is ever written into it. */
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
    copy: (sql, values, fields, take) => copyOut(client, withIds(sql, values), fields, take),
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
