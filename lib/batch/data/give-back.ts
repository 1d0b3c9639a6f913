import "server-only";
import type { Tx } from "@/lib/db";
import { Prisma } from "@/prisma/generated/client/client";

/**
 * Takes work in progress out of annotators' hands and says how many slots that frees. Operations stay with their
 * assignments. A reopened submission keeps its slot, for it is its annotator's to do again: it waits once more.
 *
 * `whose` is a condition on "Assignment" a. Rows are locked in the order in which the worker locks them.
 */
export function giveBack(tx: Tx, whose: Prisma.Sql): Promise<number> {
  return tx.$executeRaw`
    WITH held AS (
      SELECT a."id", a."reopenedAt" IS NOT NULL AS "again" FROM "Assignment" a
      WHERE ${whose} AND a."state" IN ('open', 'reserved') ORDER BY a."id" FOR UPDATE
    ), back AS (
      UPDATE "Assignment" a SET "lease" = NULL, "leaseUntil" = NULL, "reservedNo" = NULL,
        "state" = CASE WHEN held."again" THEN 'reopened' ELSE 'returned' END::"AssignmentState"
      FROM held WHERE a."id" = held."id"
      RETURNING a."id", held."again"
    )
    UPDATE "Slot" s SET "assignmentId" = NULL FROM back WHERE s."assignmentId" = back."id" AND NOT back."again"`;
}

/**
 * Ends the reopening of submissions that are in nobody's hands: what was submitted stands as it was, whatever was
 * done since. Says how many.
 */
export function letStand(tx: Tx, whose: Prisma.Sql): Promise<number> {
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

export const inBatch = (id: string): Prisma.Sql => Prisma.sql`a."batchId" = ${id}::uuid`;
