import "server-only";
import type { Tx } from "@/lib/database/db";
import { Prisma } from "@/prisma/generated/client/client";

/** Condition that "Assignment" a is only prefetched: its annotator has never opened it. */
export const isPrefetched = Prisma.sql`(a."state" = 'reserved' AND a."openedAt" IS NULL)`;

/** Condition that "Assignment" a has a slot of the design: it is neither training nor exam. */
export const ofDesign = Prisma.sql`(a."slotId" IS NOT NULL)`;

/** Condition that "Subject" s is worked on in slots of the design: it is neither training nor exam. */
export const inDesign = Prisma.sql`s."use" IN ('work', 'check')`;

/**
 * Deletes prefetched assignments that match a condition; they have no operations. Returns the number of slots
 * freed.
 *
 * @param page deletes only what this page of the annotator has prefetched
 */
export function deletePrefetched(
  tx: Pick<Tx, "$executeRaw">,
  whose: Prisma.Sql,
  page?: string,
): Promise<number> {
  const ofPage = page ? Prisma.sql`AND a."lease" = ${page}::uuid` : Prisma.empty;
  return tx.$executeRaw`
    DELETE FROM "Assignment" a WHERE a."id" IN (
      SELECT a."id" FROM "Assignment" a WHERE ${whose} AND ${isPrefetched} ${ofPage} ORDER BY a."id" FOR UPDATE)`;
}

/**
 * Releases assignments in progress; returns how many slots that frees. Operations stay with their
 * assignments; prefetched ones are deleted. A reopened submission keeps its slot, because its annotator has
 * to redo it, and waits again.
 *
 * `whose` is a condition on "Assignment" a. Rows are locked in the order in which the worker locks them.
 */
export function releaseAssignments(tx: Tx, whose: Prisma.Sql): Promise<number> {
  return tx.$executeRaw`
    WITH held AS (
      SELECT a."id", a."reopenedAt" IS NOT NULL AS "again", ${isPrefetched} AS "ahead" FROM "Assignment" a
      WHERE ${whose} AND a."state" IN ('open', 'reserved') ORDER BY a."id" FOR UPDATE
    ), dropped AS (
      DELETE FROM "Assignment" a USING held WHERE a."id" = held."id" AND held."ahead"
    ), back AS (
      UPDATE "Assignment" a SET "lease" = NULL, "leaseUntil" = NULL, "reservedNo" = NULL,
        "state" = CASE WHEN held."again" THEN 'reopened' ELSE 'returned' END::"AssignmentState"
      FROM held WHERE a."id" = held."id" AND NOT held."ahead"
    )
    UPDATE "Slot" s SET "assignmentId" = NULL FROM held WHERE s."assignmentId" = held."id" AND NOT held."again"`;
}

/**
 * Ends the reopening of submissions that are not open: the earlier submission counts, whatever the annotator has
 * changed since. Returns the number of submissions.
 */
export function endReopening(tx: Tx, whose: Prisma.Sql): Promise<number> {
  return tx.$executeRaw`
    WITH waiting AS (
      SELECT a."id" FROM "Assignment" a WHERE ${whose} AND a."state" = 'reopened' ORDER BY a."id" FOR UPDATE
    ), ended AS (
      UPDATE "Reopening" r SET "endedAt" = now() FROM waiting
      WHERE r."assignmentId" = waiting."id" AND r."endedAt" IS NULL
      RETURNING r."assignmentId", r."submittedAt"
    )
    UPDATE "Assignment" a SET "state" = 'submitted', "submittedAt" = ended."submittedAt", "reopenedAt" = NULL
    FROM ended WHERE a."id" = ended."assignmentId"`;
}

export const inBatchCondition = (id: string): Prisma.Sql => Prisma.sql`a."batchId" = ${id}::uuid`;
