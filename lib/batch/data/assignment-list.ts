import "server-only";
import { actAs, type Member, memberOf, memberOfSql } from "@/lib/auth/actor";
import { inBatchCondition, isPrefetched, ofDesign } from "@/lib/batch/data/release";
import { responsesOf } from "@/lib/batch/data/subjects";
import type { WorkFilter, WorkQuery } from "@/lib/batch/schema";
import { db } from "@/lib/database/db";
import { type AssignmentState, Prisma } from "@/prisma/generated/client/client";

export type WorkRow = {
  id: string;
  state: AssignmentState;
  /** The pseudonym, and for admins the name. */
  code: string;
  name: string | null;
  subject: string;
  title: string;
  /** The admin's note, if it was sent back and not submitted again yet; empty if its annotator reopened it. */
  reopened: string | null;
  /** When the assignment last changed. */
  at: Date;
};

const PAGE = 50;

/**
 * A page of a batch's assignments that are in progress, sent back or submitted, latest first. Null when the
 * batch is not the researcher's; `next` is the cursor of the next page.
 */
export async function listWork(
  researcher: Member<"researcher">,
  batchId: string,
  { filter, q, after }: WorkQuery,
): Promise<{ rows: WorkRow[]; next: string | null } | null> {
  const batch = await db.batch.findFirst({
    where: { id: batchId, project: memberOf(researcher) },
    select: { id: true, projectId: true },
  });
  if (!batch) return null;
  const words = q.trim();
  const within = (column: Prisma.Sql) => Prisma.sql`strpos(lower(${column}), lower(${words})) > 0`;
  const names = memberOfSql(actAs(researcher, "admin"), Prisma.sql`${batch.projectId}::uuid`);
  const conditions = [
    Prisma.sql`${inBatchCondition(batchId)} AND ${ofDesign} AND ${WORK[filter]}`,
    ...(words
      ? [
          Prisma.sql`(${within(Prisma.sql`t."instruction"`)} OR lower(t."key") = lower(${words})
            OR lower(r."code") = lower(${words}) OR (${names} AND ${within(Prisma.sql`u."name"`)}))`,
        ]
      : []),
  ];
  const at = (a: Prisma.Sql) =>
    Prisma.sql`coalesce(${a}."submittedAt", ${a}."reopenedAt", ${a}."openedAt", ${a}."createdAt")`;
  const from = after
    ? Prisma.sql`AND (${at(Prisma.sql`a`)}, a."id") < (
        SELECT ${at(Prisma.sql`z`)}, z."id" FROM "Assignment" z WHERE z."id" = ${after}::uuid)`
    : Prisma.empty;
  const found = await db.$queryRaw<WorkRow[]>`
    SELECT a."id", a."state"::text AS "state", r."code", CASE WHEN ${names} THEN u."name" END AS "name",
      coalesce(shown."key", t."key") AS "subject", left(t."instruction", 240) AS "title",
      o."note" AS "reopened", ${at(Prisma.sql`a`)} AS "at"
    FROM "Assignment" a JOIN "Subject" s ON s."id" = a."subjectId" JOIN "Task" t ON t."id" = s."taskId"
    LEFT JOIN ${responsesOf(Prisma.sql`s`)} shown ON TRUE
    JOIN "Rater" r ON r."id" = a."raterId" LEFT JOIN "Membership" m ON m."raterId" = r."id"
    LEFT JOIN "User" u ON u."id" = m."userId"
    LEFT JOIN "Reopening" o ON o."assignmentId" = a."id" AND o."endedAt" IS NULL
    WHERE ${Prisma.join(conditions, " AND ")} ${from}
    ORDER BY ${at(Prisma.sql`a`)} DESC, a."id" DESC LIMIT ${PAGE + 1}`;
  const rows = found.slice(0, PAGE);
  return { rows, next: found.length > PAGE ? (rows.at(-1)?.id ?? null) : null };
}

const WORK: Record<WorkFilter, Prisma.Sql> = {
  submitted: Prisma.sql`a."state" = 'submitted'`,
  "in-progress": Prisma.sql`a."state" IN ('open', 'reserved') AND a."reopenedAt" IS NULL AND NOT ${isPrefetched}`,
  "sent-back": Prisma.sql`a."reopenedAt" IS NOT NULL`,
};

export const only = (id: string) => Prisma.sql`a."id" = ${id}::uuid`;

export const about = (batch: { projectId: string }, id: string) => ({
  projectId: batch.projectId,
  subject: ["Assignment", id] as const,
});
