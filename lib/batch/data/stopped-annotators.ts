import "server-only";
import { findQualificationStage } from "@/lib/batch/data/checks/qualification";
import { STOPPED_DAYS } from "@/lib/batch/rules/attention";
import { db } from "@/lib/database/db";
import { aboutError, log } from "@/lib/log";
import { adminsOf, notify } from "@/lib/notice/data/notify";
import { Quality } from "@/lib/quality/schema";
import { Prisma } from "@/prisma/generated/client/client";

/**
 * A query for the memberships of annotators of an open batch who began, were last at work more than `STOPPED_DAYS` ago,
 * and could go on: with work in progress, or with a free slot of a subject that they have not had. Participants who came
 * through a link are left out: their places have deadlines of their own.
 */
export const stoppedIn = (id: string): Prisma.Sql => Prisma.sql`
  SELECT m."id" FROM "BatchAnnotator" ba JOIN "Batch" b ON b."id" = ba."batchId" AND b."state" = 'open'
  JOIN "Membership" m ON m."id" = ba."membershipId" AND m."disabledAt" IS NULL
  JOIN "User" u ON u."id" = m."userId" AND u."disabledAt" IS NULL
  CROSS JOIN LATERAL (
    SELECT max(greatest(a."openedAt", a."submittedAt", a."skippedAt",
        a."leaseUntil" - make_interval(mins => b."leaseMinutes"))) FILTER (WHERE a."openedAt" IS NOT NULL) AS "at",
      coalesce(bool_or(a."state" IN ('open', 'reserved', 'reopened')), FALSE) AS "holds"
    FROM "Assignment" a WHERE a."batchId" = b."id" AND a."raterId" = m."raterId") last
  WHERE ba."batchId" = ${id}::uuid AND last."at" < now() - make_interval(days => ${STOPPED_DAYS}::int)
    AND NOT EXISTS (SELECT FROM "Participant" p WHERE p."membershipId" = m."id")
    AND (last."holds" OR EXISTS (SELECT FROM "Slot" s
      WHERE s."batchId" = b."id" AND s."assignmentId" IS NULL AND NOT EXISTS (SELECT FROM "Assignment" own
        WHERE own."subjectId" = s."subjectId" AND own."raterId" = m."raterId"
          AND own."state" NOT IN ('expired', 'returned'))))`;

/**
 * Notifies the admins of open batches in which an annotator has stopped; of each annotator of a batch once. Annotators
 * without an attempt left at the exam cannot go on and do not count.
 */
export async function notifyOfStopped(): Promise<void> {
  const batches = await db.$queryRaw<Stopping[]>`
    SELECT b."id", b."projectId", b."name", b."quality" FROM "Batch" b
    JOIN "Project" p ON p."id" = b."projectId" AND p."archivedAt" IS NULL AND p."deletedAt" IS NULL
    WHERE b."state" = 'open' AND b."openedAt" < now() - make_interval(days => ${STOPPED_DAYS}::int)
      AND EXISTS (SELECT FROM "BatchAnnotator" ba WHERE ba."batchId" = b."id" AND ba."stoppedAt" IS NULL)
    ORDER BY b."id"`;
  for (const batch of batches) {
    // A failure does not delay the others; it is retried within the hour.
    await notifyOfStoppedIn(batch).catch((error) => log("error", "stopped-not-notified", aboutError(error)));
  }
}

interface Stopping {
  id: string;
  projectId: string;
  name: string;
  quality: unknown;
}

async function notifyOfStoppedIn({ id, projectId, name, quality }: Stopping): Promise<void> {
  const stopped = await db.$queryRaw<{ membershipId: string; raterId: string }[]>`
    SELECT m."id" AS "membershipId", m."raterId" FROM "BatchAnnotator" ba JOIN "Membership" m ON m."id" = ba."membershipId"
    WHERE ba."batchId" = ${id}::uuid AND ba."stoppedAt" IS NULL AND m."id" IN (${stoppedIn(id)})`;
  const rule = Quality.parse(quality);
  const able: string[] = [];
  for (const { membershipId, raterId } of stopped) {
    const { at } = await findQualificationStage(db, { batchId: id, raterId }, rule);
    if (at !== "failed") able.push(membershipId);
  }
  if (able.length === 0) return;
  await db.$transaction(async (tx) => {
    const { count } = await tx.batchAnnotator.updateMany({
      where: { batchId: id, membershipId: { in: able }, stoppedAt: null },
      data: { stoppedAt: new Date() },
    });
    if (count === 0) return;
    const path = `/projects/${projectId}/batches/${id}`;
    const notice = { kind: "annotator-stopped", projectId, subjectId: id, name, path } as const;
    await notify(tx, notice, adminsOf(projectId));
  });
}
