import "server-only";
import type { AsOf } from "@/lib/batch/schema/as-of";
import type { Snapshot } from "@/lib/database/snapshot";

/**
 * Progress of a batch as of the snapshot's time; null for a draft and for a closed batch. The caller must have checked access.
 */
export async function findBatchProgressAsOf(snapshot: Snapshot, batchId: string): Promise<AsOf | null> {
  const [counted] = await snapshot.rows<Omit<AsOf, "at">>(COUNTED, [batchId]);
  return counted ? { at: snapshot.at.toISOString(), ...counted } : null;
}

const COUNTED = `
  SELECT
    (SELECT count(*)::int FROM "Subject" WHERE "batchId" = b."id" AND "use" = 'work') AS "subjects",
    (SELECT count(*)::int FROM "Subject" AS s WHERE s."batchId" = b."id" AND s."use" = 'work' AND NOT EXISTS (
      SELECT FROM "Slot" AS l LEFT JOIN "Assignment" AS a ON a."id" = l."assignmentId"
      WHERE l."subjectId" = s."id" AND a."state" IS DISTINCT FROM 'submitted')) AS "finished",
    (SELECT "rate" FROM "BatchIntake" WHERE "batchId" = b."id") AS "rate"
  FROM "Batch" AS b WHERE b."id" = $1 AND b."openedAt" IS NOT NULL AND b."closedAt" IS NULL`;
