import "server-only";
import { isContested } from "@/lib/batch/rules/further-annotators";
import type { Tx } from "@/lib/database/db";
import { listValuesByUnit } from "@/lib/judgement/data/votes";
import { Overlap } from "@/lib/quality/schema";

interface PlaceRow {
  overlap: unknown;
  subjectId: string;
  armId: string;
  k: number;
}

interface SlotRow {
  id: string;
  replicate: number;
  isSubmitted: boolean;
  /** Nobody has it, or had it. */
  isUntouched: boolean;
}

/**
 * Asks for a further annotator on the subject of an assignment where all who had it in its arm have submitted and disagree,
 * up to the limit of the batch; takes the request back where they have not, or do not. Called in the transaction that
 * submits an assignment or undoes that, after its rows are written. The subject's row is locked, so that of two last
 * submissions at once the second sees the first.
 */
export async function requestFurtherAnnotators(tx: Tx, assignmentId: string): Promise<void> {
  const [place] = await tx.$queryRaw<PlaceRow[]>`
    SELECT b."quality" -> 'overlap' AS "overlap", s."id" AS "subjectId", m."id" AS "armId", m."k"
    FROM "Assignment" a JOIN "Batch" b ON b."id" = a."batchId" JOIN "Arm" m ON m."id" = a."armId"
    JOIN "Subject" s ON s."id" = a."subjectId"
    WHERE a."id" = ${assignmentId}::uuid AND a."slotId" IS NOT NULL AND s."use" = 'work' AND NOT m."reserved"
      AND jsonb_typeof(b."quality" -> 'overlap') = 'object'`;
  if (!place) return;
  const overlap = Overlap.parse(place.overlap);
  const { subjectId, armId, k } = place;
  await tx.$queryRaw`SELECT 1 FROM "Subject" WHERE "id" = ${subjectId}::uuid FOR NO KEY UPDATE`;
  const slots = await tx.$queryRaw<SlotRow[]>`
    SELECT s."id", s."replicate", coalesce(a."state" = 'submitted', FALSE) AS "isSubmitted",
      s."assignmentId" IS NULL AND NOT EXISTS (SELECT FROM "Assignment" had WHERE had."slotId" = s."id") AS "isUntouched"
    FROM "Slot" s LEFT JOIN "Assignment" a ON a."id" = s."assignmentId"
    WHERE s."subjectId" = ${subjectId}::uuid AND s."armId" = ${armId}::uuid ORDER BY s."replicate"`;
  const isFurther = ({ replicate }: SlotRow) => replicate > k;
  const waiting = slots.filter((slot) => isFurther(slot) && slot.isUntouched);
  const had = slots.filter((slot) => !waiting.includes(slot));
  const isWanted =
    had.every(({ isSubmitted }) => isSubmitted) &&
    had.filter(isFurther).length < overlap.most &&
    (await listValuesByUnit(tx, subjectId, armId)).some((values) => isContested(values, k, overlap));
  if (!isWanted) {
    await tx.slot.deleteMany({ where: { id: { in: waiting.map(({ id }) => id) }, assignmentId: null } });
    return;
  }
  if (waiting.length > 0) return;
  const replicate = Math.max(...slots.map((slot) => slot.replicate)) + 1;
  // In a fixed order beside the subject's other slots, otherwise by the seed, as when the batch opened.
  await tx.$executeRaw`
    INSERT INTO "Slot" ("id", "batchId", "subjectId", "armId", "replicate", "orderKey", "lane")
    SELECT gen_random_uuid(), b."id", s."id", m."id", ${replicate}::int,
      CASE b."subjectOrder" WHEN 'fixed' THEN (SELECT max(o."orderKey") FROM "Slot" o WHERE o."subjectId" = s."id")
        ELSE ('x' || left(md5(concat_ws(':', b."seed", s."position", m."position", ${replicate}::int)), 8))::bit(32)::int END,
      (s."position" + ${replicate}::int) % (SELECT sum(arm."k") FROM "Arm" arm
        WHERE arm."batchId" = b."id" AND NOT arm."reserved")
    FROM "Subject" s JOIN "Batch" b ON b."id" = s."batchId" JOIN "Arm" m ON m."id" = ${armId}::uuid
    WHERE s."id" = ${subjectId}::uuid`;
}
