import "server-only";
import { ofDesign } from "@/lib/batch/data/release";
import { db } from "@/lib/database/db";
import { type Annotator, ownedBy } from "@/lib/review/data/assignment-lock";
import type { SubmittedWork } from "@/lib/review/rules/day-of-work";

/** Most submissions listed for one annotator in two days. */
const MOST = 5000;

/** An annotator's submissions of the last two days, newest first: covers the current day in any time zone. */
export async function listLatestWork(annotator: Annotator): Promise<SubmittedWork[]> {
  const rows = await db.assignment.findMany({
    where: {
      ...ownedBy(annotator),
      state: "submitted",
      submittedAt: { gte: new Date(Date.now() - 48 * 3_600_000) },
    },
    select: { submittedAt: true, activeMs: true },
    orderBy: { submittedAt: "desc" },
    take: MOST,
  });
  return rows.flatMap(({ submittedAt, activeMs }) =>
    submittedAt ? [{ at: submittedAt.toISOString(), activeMs }] : [],
  );
}

/** An annotator's total work in a batch, without training and exam. */
export interface BatchWork {
  batch: string;
  project: string;
  submitted: number;
  skipped: number;
  /** Active work of all submissions, in milliseconds. */
  activeMs: number;
  firstAt: Date | null;
  lastAt: Date | null;
}

/** Null for a batch that the annotator is not in and never had an assignment of. */
export async function findBatchWork(annotator: Annotator, batchId: string): Promise<BatchWork | null> {
  const [row] = await db.$queryRaw<BatchWork[]>`
    SELECT b."name" AS "batch", p."name" AS "project",
      count(*) FILTER (WHERE a."state" = 'submitted' AND ${ofDesign})::int AS "submitted",
      count(*) FILTER (WHERE a."state" = 'skipped')::int AS "skipped",
      coalesce(sum(a."activeMs") FILTER (WHERE a."state" = 'submitted' AND ${ofDesign}), 0)::float8 AS "activeMs",
      min(a."submittedAt") FILTER (WHERE a."state" = 'submitted') AS "firstAt",
      max(a."submittedAt") FILTER (WHERE a."state" = 'submitted') AS "lastAt"
    FROM "Batch" b JOIN "Project" p ON p."id" = b."projectId"
    JOIN "Membership" m ON m."projectId" = p."id" AND m."userId" = ${annotator.userId}::uuid AND m."disabledAt" IS NULL
    JOIN "User" u ON u."id" = m."userId" AND u."disabledAt" IS NULL
    LEFT JOIN "Assignment" a ON a."batchId" = b."id" AND a."raterId" = m."raterId"
    WHERE b."id" = ${batchId}::uuid AND (a."id" IS NOT NULL OR EXISTS (
      SELECT FROM "BatchAnnotator" ba WHERE ba."batchId" = b."id" AND ba."membershipId" = m."id"))
    GROUP BY b."id", p."id"`;
  return row ?? null;
}
