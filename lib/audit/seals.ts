import "server-only";
import { HASH, ROW } from "@/lib/audit/check-seals";
import { pool } from "@/lib/database/db";

/** Maximum number of rows per seal. */
const MOST = 10_000;

/** Longer than any transaction: no row older than this can still appear. */
const SEAL_DELAY_MINUTES = 15;

/**
 * Seals the entries of the audit log since the last seal that no new rows can precede any more. Returns how
 * many. Concurrent calls are serialised.
 */
export async function sealAuditLog(delayMinutes = SEAL_DELAY_MINUTES): Promise<number> {
  let sealed = 0;
  for (;;) {
    const rows = await sealNext(delayMinutes);
    sealed += rows;
    if (rows < MOST) return sealed;
  }
}

async function sealNext(delayMinutes: number): Promise<number> {
  const client = await pool.connect();
  try {
    await client.query("BEGIN");
    await client.query("SELECT pg_advisory_xact_lock(hashtext('audit seals'))");
    const { rows } = await client.query<{ rows: number }>(
      `WITH last AS (
        SELECT coalesce(max(s."n"), 0) AS "n", coalesce(max(s."throughId"), 0) AS "id",
          coalesce((SELECT s."hash" FROM "AuditSeal" s ORDER BY s."n" DESC LIMIT 1), '') AS "before" FROM "AuditSeal" s
      ), young AS (
        SELECT min(l."id") AS "id" FROM "AuditLog" l, last
        WHERE l."id" > last."id" AND l."at" >= now() - make_interval(mins => $1::int)
      ), part AS (
        SELECT l."id", ${ROW} AS "text", last."before", last."n"
        FROM "AuditLog" l, last, young WHERE l."id" > last."id" AND (young."id" IS NULL OR l."id" < young."id")
        ORDER BY l."id" LIMIT ${MOST}
      )
      INSERT INTO "AuditSeal" ("n", "throughId", "rows", "hash")
      SELECT part."n" + 1, max(part."id"), count(*), ${HASH} FROM part GROUP BY part."n", part."before"
      RETURNING "rows"`,
      [delayMinutes],
    );
    await client.query("COMMIT");
    return rows[0]?.rows ?? 0;
  } catch (error) {
    await client.query("ROLLBACK");
    throw error;
  } finally {
    client.release();
  }
}
