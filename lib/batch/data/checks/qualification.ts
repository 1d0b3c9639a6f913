import "server-only";
import { ofDesign } from "@/lib/batch/data/release";
import { db, type Tx } from "@/lib/database/db";
import { type Refusal, refuse } from "@/lib/http/refusals";
import {
  hasStages,
  type QualificationProgress,
  type QualificationStage,
  qualificationStage,
} from "@/lib/quality/rules/qualification";
import { Quality } from "@/lib/quality/schema";
import { Prisma, type QualifiedBy } from "@/prisma/generated/client/client";

/**
 * Condition that membership `m` may get work of "Batch" b: the batch has no training or exam, or they have
 * qualified.
 */
export const isQualified = Prisma.sql`(
  coalesce(b."quality" ->> 'training', b."quality" ->> 'exam') IS NULL
  OR EXISTS (SELECT FROM "Qualification" q WHERE q."batchId" = b."id" AND q."raterId" = m."raterId"
    AND q."qualifiedAt" IS NOT NULL))`;

/** Identifies the training and exam of one annotator in one batch. */
export type BatchRater = { batchId: string; raterId: string };

/** An annotator's stage in a batch, and the subjects of its training and exam in order. */
type QualificationState = { where: QualificationStage; training: string[]; exam: string[]; granted: number };

export async function findQualificationProgress(
  from: Tx | typeof db,
  theirs: BatchRater,
  rule: Pick<Quality, "training" | "exam">,
): Promise<QualificationState> {
  const { batchId, raterId } = theirs;
  const subjects = await from.subject.findMany({
    where: { batchId, use: { in: ["training", "exam"] } },
    orderBy: { position: "asc" },
    select: { id: true, use: true },
  });
  const submitted = await from.assignment.findMany({
    where: { batchId, raterId, attempt: { gt: 0 }, state: "submitted" },
    select: { attempt: true, subject: { select: { use: true } } },
  });
  const own = await from.qualification.findUnique({
    where: { batchId_raterId: theirs },
    select: {
      qualifiedAt: true,
      exams: { orderBy: { attempt: "asc" }, select: { passed: true } },
      _count: { select: { grants: { where: { kind: "attempt" } } } },
    },
  });
  const of = (use: "training" | "exam") => subjects.filter((one) => one.use === use).map(({ id }) => id);
  const results = own?.exams ?? [];
  const granted = own?._count.grants ?? 0;
  const progress: QualificationProgress = {
    qualified: own !== null && own.qualifiedAt !== null,
    trained: submitted.filter(({ subject }) => subject.use === "training").length,
    examined: submitted.filter(
      ({ subject, attempt }) => subject.use === "exam" && attempt === results.length + 1,
    ).length,
    results,
    granted,
  };
  return { where: qualificationStage(progress, rule), training: of("training"), exam: of("exam"), granted };
}

/** The stage of an annotator in a batch: training, exam or work. */
export async function findQualificationStage(
  from: Tx | typeof db,
  theirs: BatchRater,
  rule: Pick<Quality, "training" | "exam">,
): Promise<QualificationStage> {
  if (!hasStages(rule)) return { at: "work", through: null };
  return (await findQualificationProgress(from, theirs, rule)).where;
}

type Taken = { id: string; lease: string; leaseUntil: Date; position: number };

/**
 * Opens the next assignment of an annotator's training or exam, which takes no slot. Null when there is none,
 * or another request of theirs was faster: then a claim tries again. Locks the batch as a claim does, against
 * everything that changes the stage.
 */
export function openNextStep(
  userId: string,
  batchId: string,
): Promise<Taken | Refusal<"exam-failed"> | null> {
  return db.$transaction(async (tx) => {
    const [me] = await tx.$queryRaw<{ raterId: string; quality: unknown }[]>`
      SELECT m."raterId", b."quality" FROM "Batch" b JOIN "BatchAnnotator" ba ON ba."batchId" = b."id"
      JOIN "Membership" m ON m."id" = ba."membershipId" AND m."disabledAt" IS NULL
      WHERE b."id" = ${batchId}::uuid AND b."state" = 'open' AND m."userId" = ${userId}::uuid
      FOR KEY SHARE OF b FOR NO KEY UPDATE OF ba`;
    if (!me) return null;
    const theirs = { batchId, raterId: me.raterId };
    const quality = Quality.parse(me.quality);
    await tx.qualification.createMany({ data: [theirs], skipDuplicates: true });
    if (!quality.askAgain && (await workedEarlier(tx, theirs))) {
      await qualify(tx, theirs, "earlier");
      return null;
    }
    const { where, training, exam } = await findQualificationProgress(tx, theirs, quality);
    switch (where.at) {
      case "failed":
        return refuse("exam-failed");
      case "work":
        if (where.through) await qualify(tx, theirs, where.through);
        return null;
      case "training":
        return open(tx, theirs, { subject: training[where.n - 1], attempt: 1, n: where.n });
      case "exam":
        return open(tx, theirs, { subject: exam[where.n - 1], attempt: where.attempt, n: where.n });
    }
  });
}

async function open(
  tx: Tx,
  { batchId, raterId }: BatchRater,
  { subject, attempt, n }: { subject: string | undefined; attempt: number; n: number },
): Promise<Taken | null> {
  if (subject === undefined)
    throw new Error(`batch ${batchId} has fewer subjects for training and exam than it says`);
  const [taken] = await tx.$queryRaw<Taken[]>`
    WITH batch AS (
      SELECT b."id", b."seed", now() + make_interval(mins => b."leaseMinutes") AS "leaseUntil",
        (SELECT arm."id" FROM "Arm" arm WHERE arm."batchId" = b."id" ORDER BY arm."position" LIMIT 1) AS "armId",
        coalesce((SELECT max(g."version") FROM "Guidelines" g WHERE g."batchId" = b."id"), 1) AS "guidelines"
      FROM "Batch" b WHERE b."id" = ${batchId}::uuid
    ), continued AS (
      UPDATE "Assignment" a SET "state" = 'open', "lease" = gen_random_uuid(), "leaseUntil" = batch."leaseUntil",
        "guidelinesVersion" = batch."guidelines"
      FROM batch WHERE a."subjectId" = ${subject}::uuid AND a."raterId" = ${raterId}::uuid
        AND a."attempt" = ${attempt} AND a."state" IN ('expired', 'returned')
      RETURNING a."id", a."lease", a."leaseUntil", a."position"
    ), opened AS (
      INSERT INTO "Assignment" ("id", "batchId", "subjectId", "armId", "raterId", "state", "attempt", "lease",
        "leaseUntil", "order", "position", "guidelinesVersion", "openedAt")
      SELECT gen_random_uuid(), batch."id", ${subject}::uuid, batch."armId", ${raterId}::uuid, 'open', ${attempt},
        gen_random_uuid(), batch."leaseUntil", jsonb_build_object('seed', batch."seed"), ${n}, batch."guidelines",
        now()
      FROM batch
      ON CONFLICT DO NOTHING
      RETURNING "id", "lease", "leaseUntil", "position"
    )
    SELECT * FROM continued UNION ALL SELECT * FROM opened`;
  return taken ?? null;
}

/** True if an annotator qualified in an earlier version of the batch, or worked in it. */
async function workedEarlier(tx: Tx, { batchId, raterId }: BatchRater): Promise<boolean> {
  const [row] = await tx.$queryRaw<{ worked: boolean }[]>`
    WITH RECURSIVE earlier AS (
      SELECT b."previousId" AS "id" FROM "Batch" b WHERE b."id" = ${batchId}::uuid
      UNION SELECT b."previousId" FROM "Batch" b JOIN earlier ON earlier."id" = b."id")
    SELECT EXISTS (
      SELECT FROM earlier e WHERE EXISTS (
          SELECT FROM "Qualification" q WHERE q."batchId" = e."id" AND q."raterId" = ${raterId}::uuid
            AND q."qualifiedAt" IS NOT NULL)
        OR EXISTS (SELECT FROM "Assignment" a WHERE a."batchId" = e."id" AND a."raterId" = ${raterId}::uuid
          AND a."state" = 'submitted' AND ${ofDesign})) AS "worked"`;
  return row?.worked ?? false;
}

/** Marks an annotator as qualified; the reason is recorded once and never changed. */
export async function qualify(tx: Tx, theirs: BatchRater, by: QualifiedBy): Promise<void> {
  await tx.qualification.updateMany({
    where: { ...theirs, qualifiedAt: null },
    data: { qualifiedAt: new Date(), by },
  });
}
