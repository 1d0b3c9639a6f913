import "server-only";
import type { Snapshot } from "@/lib/database/snapshot";
import type { Scale } from "@/lib/judgement/schema";

/**
 * The scale of a batch's overall scores; undefined if no step has one, or two use scales with different ends.
 * The names of points are ignored.
 */
export async function findOverallScale(
  snapshot: Snapshot,
  batchId: string | null,
): Promise<Scale | undefined> {
  if (batchId === null) return undefined;
  const [ends, ...more] = await snapshot.rows<{ min: number; max: number }>(
    `SELECT DISTINCT (step -> 'scale' ->> 'min')::float8 AS "min", (step -> 'scale' ->> 'max')::float8 AS "max"
     FROM "Arm" AS m CROSS JOIN LATERAL jsonb_array_elements(m."protocol" -> 'steps') AS step
     WHERE m."batchId" = $1 AND step ->> 'type' = 'score'`,
    [batchId],
  );
  return ends && more.length === 0 ? { type: "points", ...ends } : undefined;
}
