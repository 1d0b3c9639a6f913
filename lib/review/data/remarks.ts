import "server-only";
import { actAs, type Member, memberOf, memberOfSql } from "@/lib/auth/actor";
import { audit } from "@/lib/auth/audit";
import { db, type Tx } from "@/lib/database/db";
import type { NewestCursor } from "@/lib/http/cursor";
import { type Refusal, refuse } from "@/lib/http/refusals";
import type { LockedAssignment } from "@/lib/review/data/assignment-lock";
import type { Remark, RemarkFilter } from "@/lib/review/schema";
import type { ReviewDocument } from "@/lib/review/schema/document";
import { Prisma } from "@/prisma/generated/client/client";

/**
 * Stores the flags and the note of a document as rows for the batch's admins, when operations changed them.
 */
export async function recordRemarks(
  tx: Tx,
  { id, batchId, now }: Pick<LockedAssignment, "id" | "batchId" | "now">,
  before: ReviewDocument,
  after: ReviewDocument,
): Promise<void> {
  if (before.note !== after.note) {
    const note = after.note.trim() ? after.note : null;
    await tx.assignment.update({ where: { id }, data: { note, notedAt: note === null ? null : now } });
  }
  const changed = (code: string, one: ReviewDocument, other: ReviewDocument) =>
    !Object.hasOwn(other.flags, code) || other.flags[code] !== one.flags[code];
  const gone = Object.keys(before.flags).filter((code) => changed(code, before, after));
  const raised = Object.entries(after.flags).filter(([code]) => changed(code, after, before));
  if (gone.length > 0) {
    await tx.flag.updateMany({
      where: { assignmentId: id, code: { in: gone }, withdrawnAt: null },
      data: { withdrawnAt: now },
    });
  }
  if (raised.length > 0) {
    await tx.flag.createMany({
      data: raised.map(([code, note]) => ({ batchId, assignmentId: id, code, note, raisedAt: now })),
    });
  }
}

/**
 * Resolves a flag with a note on what was done. Null when the admin may not see it; refused when it is
 * resolved already.
 */
export function resolveFlag(
  admin: Member<"admin">,
  id: string,
  resolution: string,
): Promise<{ resolvedAt: Date } | Refusal | null> {
  return db.$transaction(async (tx) => {
    const flag = await tx.flag.findFirst({
      where: { id, batch: { project: memberOf(admin) } },
      select: { batchId: true, code: true, batch: { select: { projectId: true } } },
    });
    if (!flag) return null;
    const resolvedAt = new Date();
    const { count } = await tx.flag.updateMany({
      where: { id, resolvedAt: null, withdrawnAt: null },
      data: { resolvedAt, resolvedBy: admin.userId, resolution },
    });
    if (count === 0) return refuse("flag-settled");
    await audit(tx, admin, {
      action: "flag.resolved",
      projectId: flag.batch.projectId,
      subject: ["Flag", id],
      detail: { batch: flag.batchId },
    });
    return { resolvedAt };
  });
}

const PAGE = 50;

/** Number of remarks of each kind a batch has; null when the researcher may not read it. */
export async function countRemarks(researcher: Member<"researcher">, batchId: string) {
  const [counts] = await db.$queryRaw<Record<RemarkFilter, number>[]>`
    SELECT
      (SELECT count(*)::int FROM "Flag" f WHERE f."batchId" = b."id"
        AND f."withdrawnAt" IS NULL AND f."resolvedAt" IS NULL) AS "flags",
      (SELECT count(*)::int FROM "Flag" f WHERE f."batchId" = b."id"
        AND f."withdrawnAt" IS NULL AND f."resolvedAt" IS NOT NULL) AS "resolved",
      (SELECT count(*)::int FROM "Assignment" a
        WHERE a."batchId" = b."id" AND a."state" = 'skipped' AND a."skippedAt" IS NOT NULL) AS "skips",
      (SELECT count(*)::int FROM "Assignment" a
        WHERE a."batchId" = b."id" AND a."note" IS NOT NULL) AS "notes"
    FROM "Batch" b WHERE b."id" = ${batchId}::uuid AND ${memberOfSql(researcher, Prisma.sql`b."projectId"`)}`;
  return counts ?? null;
}

/**
 * One page of annotators' remarks on a batch's material, newest first: flags, skips with reasons, notes.
 * Admins read names, researchers pseudonyms.
 */
export async function listRemarks(
  researcher: Member<"researcher">,
  batchId: string,
  filter: RemarkFilter,
  { rater, after }: { rater?: string | null; after?: NewestCursor | null } = {},
): Promise<{ rows: Remark[]; more: boolean }> {
  const source = SOURCES[filter];
  const from = after ? Prisma.sql`AND (x."at", x."id") < (${after.at}, ${after.id}::uuid)` : Prisma.empty;
  const by = rater ? Prisma.sql`AND r."code" = ${rater}` : Prisma.empty;
  const found = await db.$queryRaw<Remark[]>`
    SELECT x."id", x."at", x."code", x."text", x."resolvedAt", x."resolution", a."state"::text AS "state",
      CASE WHEN a."submittedVersion" IS NOT NULL AND a."slotId" IS NOT NULL THEN a."id" END AS "submission",
      r."code" AS "rater",
      CASE WHEN ${memberOfSql(actAs(researcher, "admin"), Prisma.sql`b."projectId"`)} THEN u."name" END AS "name",
      t."key" AS "task", rs."key" AS "response", left(t."instruction", 240) AS "title"
    FROM "Batch" b CROSS JOIN LATERAL (${source}) x
    JOIN "Assignment" a ON a."id" = x."assignmentId" JOIN "Rater" r ON r."id" = a."raterId"
    LEFT JOIN "Membership" m ON m."raterId" = r."id" LEFT JOIN "User" u ON u."id" = m."userId"
    JOIN "Subject" s ON s."id" = a."subjectId" JOIN "Task" t ON t."id" = s."taskId"
    LEFT JOIN "Response" rs ON rs."id" = s."responseId"
    WHERE b."id" = ${batchId}::uuid AND ${memberOfSql(researcher, Prisma.sql`b."projectId"`)} ${by} ${from}
    ORDER BY x."at" DESC, x."id" DESC LIMIT ${PAGE + 1}`;
  return { rows: found.slice(0, PAGE), more: found.length > PAGE };
}

const flags = (condition: Prisma.Sql) => Prisma.sql`
  SELECT f."id", f."assignmentId", f."raisedAt" AS "at", f."code", f."note" AS "text", f."resolvedAt", f."resolution"
  FROM "Flag" f WHERE f."batchId" = b."id" AND f."withdrawnAt" IS NULL AND f."resolvedAt" ${condition}`;

const ofAssignments = (at: Prisma.Sql, text: Prisma.Sql, which: Prisma.Sql) => Prisma.sql`
  SELECT e."id", e."id" AS "assignmentId", ${at} AS "at", NULL::text AS "code", ${text} AS "text",
    NULL::timestamptz AS "resolvedAt", NULL::text AS "resolution"
  FROM "Assignment" e WHERE e."batchId" = b."id" AND ${which}`;

const SOURCES: Record<RemarkFilter, Prisma.Sql> = {
  flags: flags(Prisma.sql`IS NULL`),
  resolved: flags(Prisma.sql`IS NOT NULL`),
  skips: ofAssignments(
    Prisma.sql`e."skippedAt"`,
    Prisma.sql`coalesce(e."skipReason", '')`,
    Prisma.sql`e."state" = 'skipped' AND e."skippedAt" IS NOT NULL`,
  ),
  notes: ofAssignments(Prisma.sql`e."notedAt"`, Prisma.sql`e."note"`, Prisma.sql`e."note" IS NOT NULL`),
};
