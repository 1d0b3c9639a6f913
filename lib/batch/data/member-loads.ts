import "server-only";
import { type Member, memberOfSql } from "@/lib/auth/actor";
import { ofDesign } from "@/lib/batch/data/release";
import { db } from "@/lib/database/db";
import { Prisma } from "@/prisma/generated/client/client";

/** One member's share of the work in a project. */
interface Load {
  membershipId: string;
  /** Number of assignments that they began and did not submit: without those fetched ahead for them. */
  open: number;
  submitted: number;
  /**
   * Number of subjects they can still take: with a free slot in one of their open batches, and not done by
   * them.
   */
  available: number;
  /** When they last opened, saved or submitted an assignment in this project. */
  lastAt: Date | null;
}

/** The workload of all members of a project, whatever their role. */
export async function findLoads(admin: Member<"admin">, projectId: string): Promise<Map<string, Load>> {
  const rows = await db.$queryRaw<Load[]>`
    WITH running AS (
      SELECT b."id" FROM "Batch" b WHERE b."projectId" = ${projectId}::uuid AND b."state" = 'open'
    ), free AS (
      SELECT DISTINCT s."batchId", s."subjectId" FROM "Slot" s
      WHERE s."batchId" IN (SELECT "id" FROM running) AND s."assignmentId" IS NULL
    ), places AS (
      SELECT "batchId", count(*) AS "n" FROM free GROUP BY 1
    ), had AS (
      SELECT a."batchId", a."raterId", count(*) AS "n" FROM "Assignment" a
      JOIN free ON free."subjectId" = a."subjectId" AND free."batchId" = a."batchId"
      WHERE a."state" NOT IN ('expired', 'returned') GROUP BY 1, 2
    ), work AS (
      SELECT a."raterId",
        count(*) FILTER (WHERE a."state" IN ('open', 'reserved') AND a."openedAt" IS NOT NULL AND ${ofDesign})::int AS "open",
        count(*) FILTER (WHERE a."state" = 'submitted' AND ${ofDesign})::int AS "submitted",
        max(greatest(a."openedAt", a."submittedAt",
          a."leaseUntil" - make_interval(mins => b."leaseMinutes"))) FILTER (WHERE a."openedAt" IS NOT NULL) AS "lastAt"
      FROM "Assignment" a JOIN "Batch" b ON b."id" = a."batchId" WHERE b."projectId" = ${projectId}::uuid
      GROUP BY 1
    )
    SELECT m."id" AS "membershipId", coalesce(work."open", 0) AS "open",
      coalesce(work."submitted", 0) AS "submitted", work."lastAt",
      (SELECT coalesce(sum(places."n" - coalesce(had."n", 0)), 0)::int
        FROM "BatchAnnotator" ba JOIN places ON places."batchId" = ba."batchId"
        LEFT JOIN had ON had."batchId" = ba."batchId" AND had."raterId" = m."raterId"
        WHERE ba."membershipId" = m."id") AS "available"
    FROM "Membership" m LEFT JOIN work ON work."raterId" = m."raterId"
    WHERE m."projectId" = ${projectId}::uuid AND ${memberOfSql(admin, Prisma.sql`m."projectId"`)}`;
  return new Map(rows.map((row) => [row.membershipId, row]));
}
