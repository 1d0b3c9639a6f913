import "server-only";
import { actAs, type Member, memberOf, memberOfSql } from "@/lib/auth/actor";
import { audit } from "@/lib/auth/audit";
import { findQualificationStage, qualify } from "@/lib/batch/data/checks/qualification";
import { lockBatch } from "@/lib/batch/data/lock-batch";
import { inBatchCondition, releaseAssignments } from "@/lib/batch/data/release";
import { db } from "@/lib/database/db";
import { type Refusal, refuse } from "@/lib/http/refusals";
import { hasStages, type QualificationProgress } from "@/lib/quality/rules/qualification";
import type { ExamOutcome, QualificationBody } from "@/lib/quality/schema";
import { Quality } from "@/lib/quality/schema";
import { Prisma, type QualifiedBy } from "@/prisma/generated/client/client";

export type QualificationRow = Omit<QualificationProgress, "results"> & {
  membershipId: string;
  code: string;
  /** For admins only. */
  name: string | null;
  /** The way in which the annotator qualified; null if not yet. */
  by: QualifiedBy | null;
  results: ExamOutcome[];
  grants: { kind: "attempt" | "admission"; note: string; at: string }[];
};

/**
 * Progress of all annotators of a batch in its training and exam. Notes of admins are for admins. Null when
 * the batch has neither, or is not the researcher's.
 */
export async function listQualifications(
  researcher: Member<"researcher">,
  batchId: string,
): Promise<{ rule: Quality; rows: QualificationRow[] } | null> {
  const batch = await db.batch.findFirst({
    where: { id: batchId, project: memberOf(researcher) },
    select: { projectId: true, quality: true },
  });
  const rule = batch && Quality.parse(batch.quality);
  if (!batch || !rule || !hasStages(rule)) return null;
  const isAdmin = memberOfSql(actAs(researcher, "admin"), Prisma.sql`${batch.projectId}::uuid`);
  const rows = await db.$queryRaw<QualificationRow[]>`
    SELECT m."id" AS "membershipId", r."code", CASE WHEN ${isAdmin} THEN u."name" END AS "name",
      q."by"::text AS "by", q."by" IS NOT NULL AS "qualified", ended."results", granted."n" AS "granted", granted."grants",
      count(a."id") FILTER (WHERE s."use" = 'training')::int AS "trained",
      count(a."id") FILTER (WHERE s."use" = 'exam' AND a."attempt" = ended."n" + 1)::int AS "examined"
    FROM "BatchAnnotator" ba JOIN "Membership" m ON m."id" = ba."membershipId"
    JOIN "User" u ON u."id" = m."userId" JOIN "Rater" r ON r."id" = m."raterId"
    LEFT JOIN "Qualification" q ON q."batchId" = ba."batchId" AND q."raterId" = r."id"
    CROSS JOIN LATERAL (
      SELECT count(*)::int AS "n", coalesce(jsonb_agg(jsonb_build_object('attempt', e."attempt", 'asked', e."asked", 'right', e."right",
        'passed', e."passed") ORDER BY e."attempt"), '[]') AS "results"
      FROM "ExamResult" e WHERE e."batchId" = ba."batchId" AND e."raterId" = r."id") ended
    CROSS JOIN LATERAL (
      SELECT count(*) FILTER (WHERE g."kind" = 'attempt')::int AS "n",
        coalesce(jsonb_agg(jsonb_build_object('kind', g."kind", 'note', g."note", 'at', g."at") ORDER BY g."at")
          FILTER (WHERE ${isAdmin}), '[]') AS "grants"
      FROM "QualificationGrant" g WHERE g."batchId" = ba."batchId" AND g."raterId" = r."id") granted
    LEFT JOIN "Assignment" a ON a."batchId" = ba."batchId" AND a."raterId" = r."id" AND a."attempt" > 0
      AND a."state" = 'submitted'
    LEFT JOIN "Subject" s ON s."id" = a."subjectId"
    WHERE ba."batchId" = ${batchId}::uuid
    GROUP BY m."id", r."id", u."name", q."by", ended."n", ended."results", granted."n", granted."grants"
    ORDER BY r."code"`;
  return { rule, rows };
}

/**
 * Grants an annotator who has not passed another attempt, or admits them whatever they have done, with a note
 * that is stored. Admission releases an unfinished training or exam assignment. A guest of a link regains
 * their place. Null when the batch is not the admin's, or the person does not work on it.
 */
export function grantQualification(
  admin: Member<"admin">,
  batchId: string,
  membership: string,
  { grant, note }: QualificationBody,
): Promise<{ granted: QualificationBody["grant"] } | Refusal | null> {
  return db.$transaction(async (tx) => {
    const batch = await lockBatch(tx, admin, batchId);
    if (!batch) return null;
    const named = await tx.batchAnnotator.findFirst({
      where: { batchId, membershipId: membership },
      select: { membership: { select: { raterId: true } } },
    });
    if (!named) return null;
    if (batch.archivedAt) return refuse("archived");
    if (batch.state !== "open" && batch.state !== "paused") return refuse("batch-closed");
    if (!hasStages(batch.quality)) return refuse("no-exam");
    const theirs = { batchId, raterId: named.membership.raterId };
    await tx.qualification.createMany({ data: [theirs], skipDuplicates: true });
    const { at } = await findQualificationStage(tx, theirs, batch.quality);
    if (at === "work") return refuse("qualified-already");
    if (grant === "attempt" && at !== "failed") return refuse("attempt-left");
    await tx.qualificationGrant.create({ data: { ...theirs, kind: grant, note, grantedBy: admin.userId } });
    if (grant === "admission") {
      await releaseAssignments(
        tx,
        Prisma.sql`${inBatchCondition(batchId)} AND a."raterId" = ${theirs.raterId}::uuid`,
      );
      await qualify(tx, theirs, "admin");
    }
    await tx.participation.updateMany({
      where: { batchId, screenedAt: { not: null }, participant: { membershipId: membership } },
      data: { leftAt: null, screenedAt: null, cameAt: new Date() },
    });
    await audit(tx, admin, {
      action: grant === "attempt" ? "qualification.attempt-granted" : "qualification.admitted",
      projectId: batch.projectId,
      subject: ["Batch", batchId],
      detail: { membership },
    });
    return { granted: grant };
  });
}
