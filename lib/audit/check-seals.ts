import type { Client } from "pg";

/** A row of the log as the text that is sealed: all its fields in a fixed format. */
export const ROW = `jsonb_build_array(l."id", extract(epoch FROM l."at"), l."actorId", l."projectId", l."action",
  l."subjectType", l."subjectId", l."detail")::text`;

/** The hash of a range of rows together with the previous hash. */
export const HASH = `encode(sha256(convert_to(part."before" || string_agg(part."text", E'\\n' ORDER BY part."id"), 'UTF8')), 'hex')`;

/**
 * The result of checking the seals: their number, the last hash, and the first seal that does not match the
 * log.
 */
type SealsChecked = { seals: number; rows: number; hash: string | null; broken: number | null };

/** Recomputes all seals from the log and compares them. */
export async function checkAuditLog(client: Pick<Client, "query">): Promise<SealsChecked> {
  const { rows: seals } = await client.query<{ n: number; throughId: string; rows: number; hash: string }>(
    'SELECT "n", "throughId", "rows", "hash" FROM "AuditSeal" ORDER BY "n"',
  );
  let [before, from, rows] = ["", "0", 0];
  for (const [at, seal] of seals.entries()) {
    const { rows: made } = await client.query<{ rows: number; hash: string }>(
      `SELECT count(*)::int AS "rows", ${HASH} AS "hash" FROM (
        SELECT l."id", ${ROW} AS "text", $1::text AS "before" FROM "AuditLog" l
        WHERE l."id" > $2::bigint AND l."id" <= $3::bigint) part GROUP BY part."before"`,
      [before, from, seal.throughId],
    );
    if (seal.n !== at + 1 || made[0]?.hash !== seal.hash || made[0].rows !== seal.rows)
      return { seals: seals.length, rows, hash: seal.hash, broken: seal.n };
    [before, from, rows] = [seal.hash, seal.throughId, rows + seal.rows];
  }
  return { seals: seals.length, rows, hash: seals.at(-1)?.hash ?? null, broken: null };
}
