import "server-only";
import { type Member, memberOf } from "@/lib/auth/actor";
import { audit } from "@/lib/auth/audit";
import { endAutomatic } from "@/lib/batch/data/end-automatic";
import { insertSubjects, newSubjects, refusalToGrow } from "@/lib/batch/data/grow";
import { type Admin, type Locked, lockBatch, lockOwn } from "@/lib/batch/data/lock-batch";
import { inDesign } from "@/lib/batch/data/release";
import type { Intake, IntakeView } from "@/lib/batch/schema/intake";
import { db, type Tx } from "@/lib/database/db";
import { type Refusal, refuse } from "@/lib/http/refusals";
import { aboutError, log } from "@/lib/log";
import { Prisma } from "@/prisma/generated/client/client";

const PATIENT = { timeout: 300_000 };

/** How a batch takes new subjects by itself; null inside when it does not. Null when it is not the researcher's. */
export async function findIntake(
  researcher: Member<"researcher">,
  id: string,
): Promise<{ intake: IntakeView | null } | null> {
  const batch = await db.batch.findFirst({
    where: { id, project: memberOf(researcher) },
    select: { intake: true },
  });
  return batch && { intake: await viewOf(db, id) };
}

/**
 * Lets an active batch take new subjects by itself, or changes how. What came until now is decided on under the
 * earlier settings; the new ones are for what comes from now on. Null when the batch is not the admin's.
 */
export function startIntake(
  admin: Admin,
  id: string,
  { limit, rate }: Intake,
): Promise<{ intake: IntakeView | null } | Refusal | null> {
  return db.$transaction(async (tx) => {
    const batch = await lockBatch(tx, admin, id);
    if (!batch) return null;
    const refused = refusalToGrow(batch);
    if (refused) return refused;
    if (batch.quality.reserve || batch.quality.planted) return refuse("intake-with-shares");
    const before = await tx.batchIntake.findUnique({ where: { batchId: id } });
    if (before?.limit === limit && before.rate === rate) return { intake: await viewOf(tx, id) };
    if (before) await takeNew(tx, batch);
    const after = await lastPosition(tx, batch.datasetId);
    const settings = { limit, rate, after, seenVersion: null, startedBy: admin.userId };
    await tx.batchIntake.upsert({
      where: { batchId: id },
      create: { batchId: id, ...settings },
      update: settings,
    });
    await audit(tx, admin, {
      action: "batch.intake-started",
      projectId: batch.projectId,
      subject: ["Batch", id],
      detail: { limit, rate },
    });
    return { intake: await viewOf(tx, id) };
  }, PATIENT);
}

/** Ends it: what was taken stays. Null when the batch is not the admin's. */
export function endIntake(admin: Admin, id: string): Promise<{ intake: null } | Refusal | null> {
  return endAutomatic(admin, id, {
    remove: (tx) => tx.batchIntake.deleteMany({ where: { batchId: id } }),
    action: "batch.intake-ended",
    answer: { intake: null },
  });
}

/**
 * Gives every open batch that takes new subjects by itself what its dataset got since it was last looked at, each in a
 * transaction of its own. May be called at any time, by several workers at once.
 */
export async function takeNewSubjects(): Promise<void> {
  const due = await db.$queryRaw<{ id: string }[]>`
    SELECT b."id" FROM "BatchIntake" i JOIN "Batch" b ON b."id" = i."batchId" JOIN "Dataset" d ON d."id" = b."datasetId"
    JOIN "Project" p ON p."id" = b."projectId"
    WHERE b."state" = 'open' AND p."archivedAt" IS NULL AND i."seenVersion" IS DISTINCT FROM d."dataVersion"
    ORDER BY b."id"`;
  for (const { id } of due) {
    // A failure does not delay the others; it is retried within a minute.
    await db
      .$transaction(async (tx) => {
        const batch = await lockOwn(tx, id);
        if (batch?.state === "open" && !batch.archivedAt) await takeNew(tx, batch);
      }, PATIENT)
      .catch((error) => log("error", "intake-failed", aboutError(error)));
  }
}

/**
 * Adds what came since to a locked batch, each subject with the chance of the rate and up to the limit, with all its
 * assignments. Whether a subject is drawn depends on the batch's seed and its ids in files alone: asked again, the lot
 * falls the same.
 */
async function takeNew(tx: Tx, batch: Locked): Promise<void> {
  const intake = await tx.batchIntake.findUnique({ where: { batchId: batch.id } });
  if (!intake) return;
  // Read first: what is committed from here on has a later version, and is looked at again.
  const { dataVersion } = await tx.dataset.findUniqueOrThrow({
    where: { id: batch.datasetId },
    select: { dataVersion: true },
  });
  const arms = await tx.arm.findMany({ where: { batchId: batch.id }, select: { protocol: true } });
  const subjects = await tx.subject.count({
    where: { batchId: batch.id, use: { in: ["work", "check"] } },
  });
  const room = Math.max(0, intake.limit - subjects);
  const candidates = newSubjects({ ...batch, arms }, batch.selection.filter);
  const drawn = Prisma.sql`
    SELECT f."taskId", f."responseId", f."responseBId", f."position", ${intake.rate}::float8 AS "probability"
    FROM (${candidates}) f JOIN "Task" t ON t."id" = f."taskId"
    LEFT JOIN "Response" a ON a."id" = f."responseId" LEFT JOIN "Response" b ON b."id" = f."responseBId"
    WHERE greatest(t."position", a."position", b."position") > ${intake.after}
      AND ('x' || left(md5(concat_ws(':', ${batch.seed}::int, 'intake', t."key", a."key", b."key")), 8))::bit(32)::bigint
        < ${intake.rate}::float8 * 4294967296
    ORDER BY f."position" LIMIT ${room}`;
  const added = room === 0 ? null : await insertSubjects(tx, { ...batch, arms }, drawn);
  const took = (added?.subjects ?? 0) > 0;
  await tx.batchIntake.update({
    where: { batchId: batch.id },
    data: {
      seenVersion: dataVersion,
      ...(added && took && { tookAt: new Date(), taken: { increment: added.subjects } }),
    },
  });
  if (!added || !took) return;
  await audit(tx, null, {
    action: "batch.subjects-taken",
    projectId: batch.projectId,
    subject: ["Batch", batch.id],
    detail: { ...added, rate: intake.rate },
  });
}

/** The last position of any record of a dataset. */
async function lastPosition(tx: Tx, datasetId: string): Promise<number> {
  const [{ last }] = await tx.$queryRaw<[{ last: number }]>`
    SELECT greatest((SELECT max("position") FROM "Task" WHERE "datasetId" = ${datasetId}::uuid),
      (SELECT max("position") FROM "Response" WHERE "datasetId" = ${datasetId}::uuid), 0) AS "last"`;
  return last;
}

async function viewOf(tx: Pick<Tx, "$queryRaw">, id: string): Promise<IntakeView | null> {
  const [view] = await tx.$queryRaw<IntakeView[]>`
    SELECT i."limit", i."rate", i."startedAt", i."tookAt", i."taken",
      (SELECT count(*)::int FROM "Subject" s WHERE s."batchId" = i."batchId" AND ${inDesign}) AS "subjects"
    FROM "BatchIntake" i WHERE i."batchId" = ${id}::uuid`;
  return view ?? null;
}
