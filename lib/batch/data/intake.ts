import "server-only";
import { type Member, memberOf } from "@/lib/auth/actor";
import { audit } from "@/lib/auth/audit";
import { insertSubjects, newSubjects, refusalToGrow } from "@/lib/batch/data/add-subjects";
import { lastPosition } from "@/lib/batch/data/begin-intake";
import { endAutomatic } from "@/lib/batch/data/end-automatic";
import { type Admin, type Locked, lockBatch, lockBatchWithoutActor } from "@/lib/batch/data/lock-batch";
import { inDesign } from "@/lib/batch/data/release";
import { isDrawn } from "@/lib/batch/data/sampling";
import type { Intake, IntakeView } from "@/lib/batch/schema/intake";
import { db, type Tx } from "@/lib/database/db";
import { type Refusal, refuse } from "@/lib/http/refusals";
import { aboutError, log } from "@/lib/log";
import { annotatorsOf, notify } from "@/lib/notice/data/notify";
import { Prisma } from "@/prisma/generated/client/client";

const PATIENT = { timeout: 300_000 };

/**
 * A batch's automatic intake of new subjects; the value inside is null when it takes none. Null when the batch is not
 * the researcher's.
 */
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
 * earlier settings; the new ones are for what comes from now on, and for what waits because of the limit per day. Null
 * when the batch is not the admin's.
 */
export function startIntake(
  admin: Admin,
  id: string,
  { limit, rate, perDay }: Intake,
): Promise<{ intake: IntakeView | null } | Refusal | null> {
  return db.$transaction(async (tx) => {
    const batch = await lockBatch(tx, admin, id);
    if (!batch) return null;
    const refused = refusalToGrow(batch);
    if (refused) return refused;
    if (batch.quality.planted) return refuse("intake-with-shares");
    const before = await tx.batchIntake.findUnique({ where: { batchId: id } });
    if (before?.limit === limit && before.rate === rate && before.perDay === perDay)
      return { intake: await viewOf(tx, id) };
    // Read first: what is committed from here on is new under these settings too.
    const last = await lastPosition(tx, batch.datasetId);
    const waits = before && (await takeNew(tx, batch));
    const after = waits ? waits - 1 : last;
    const settings = { limit, rate, perDay, after, seenVersion: null, startedBy: admin.userId };
    await tx.batchIntake.upsert({
      where: { batchId: id },
      create: { batchId: id, ...settings, ...(await takenBefore(tx, id)) },
      update: settings,
    });
    if (waits) await takeNew(tx, batch);
    await audit(tx, admin, {
      action: "batch.intake-started",
      projectId: batch.projectId,
      subject: ["Batch", id],
      detail: { limit, rate, ...(perDay && { perDay }) },
    });
    return { intake: await viewOf(tx, id) };
  }, PATIENT);
}

/** Ends it: what was taken stays. Null when the batch is not the admin's. */
export function endIntake(admin: Admin, id: string): Promise<{ intake: null } | Refusal | null> {
  return endAutomatic(admin, id, {
    remove: (tx) => tx.batchIntake.deleteMany({ where: { batchId: id } }),
    // A draft's is part of its design, and changed with that.
    refusalTo: ({ state }) => (state === "draft" ? refuse("batch-state-changed") : null),
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
    WHERE b."state" = 'open' AND p."archivedAt" IS NULL AND (i."seenVersion" IS DISTINCT FROM d."dataVersion" OR i."waitsUntil" <= now())
    ORDER BY b."id"`;
  for (const { id } of due) {
    // A failure does not delay the others; it is retried within a minute.
    await db
      .$transaction(async (tx) => {
        const batch = await lockBatchWithoutActor(tx, id);
        if (batch?.state === "open" && !batch.archivedAt) await takeNew(tx, batch);
      }, PATIENT)
      .catch((error) => log("error", "intake-failed", aboutError(error)));
  }
}

/**
 * Adds what came since to a locked batch, each subject with the chance of the rate and up to the limits, with all its
 * assignments. Whether a subject is drawn depends on the batch's seed and its ids in files alone: asked again, the lot
 * falls the same. Returns where the first of those came that wait for another day; null when none waits.
 */
async function takeNew(tx: Tx, batch: Locked): Promise<number | null> {
  const intake = await tx.batchIntake.findUnique({ where: { batchId: batch.id } });
  if (!intake) return null;
  // Read first: what is committed from here on has a later version, and is looked at again.
  const { dataVersion } = await tx.dataset.findUniqueOrThrow({
    where: { id: batch.datasetId },
    select: { dataVersion: true },
  });
  const arms = await tx.arm.findMany({ where: { batchId: batch.id }, select: { protocol: true } });
  const subjects = await tx.subject.count({
    where: { batchId: batch.id, use: { in: ["work", "check"] } },
  });
  const today = await dayOf(tx);
  const takenToday = intake.day?.getTime() === today.getTime() ? intake.takenOnDay : 0;
  const room = Math.max(0, intake.limit - subjects);
  const roomToday = intake.perDay === null ? room : Math.max(0, Math.min(room, intake.perDay - takenToday));
  const free = await tx.slot.findFirst({
    where: { batchId: batch.id, assignmentId: null },
    select: { id: true },
  });
  const drawn = drawnFrom(batch, newSubjects({ ...batch, arms }, batch.selection.filter), intake);
  const added =
    roomToday === 0
      ? { subjects: 0, slots: 0 }
      : await insertSubjects(
          tx,
          { ...batch, arms },
          Prisma.sql`SELECT * FROM (${drawn}) d ORDER BY "came", "position" LIMIT ${roomToday}`,
          "chance",
        );
  // Nothing waits while the day has room, and a full batch takes nothing on any day.
  const roomLater = added.subjects < roomToday ? 0 : room - added.subjects;
  const { waiting, first } = await countWaiting(tx, drawn, intake.perDay ? roomLater : 0);
  const took = added.subjects > 0;
  await tx.batchIntake.update({
    where: { batchId: batch.id },
    data: {
      seenVersion: dataVersion,
      waiting,
      waitsUntil: waiting > 0 ? new Date(today.getTime() + DAY) : null,
      ...(took && {
        ...{ tookAt: new Date(), taken: { increment: added.subjects } },
        ...{ day: today, takenOnDay: takenToday + added.subjects },
      }),
    },
  });
  if (!took) return first;
  await audit(tx, null, {
    action: "batch.subjects-taken",
    projectId: batch.projectId,
    subject: ["Batch", batch.id],
    detail: { ...added, rate: intake.rate, ...(waiting > 0 && { waiting }) },
  });
  // Annotators who still find work in it need no notice.
  const about = { projectId: batch.projectId, subjectId: batch.id, name: batch.name, path: "/annotate" };
  if (!free) await notify(tx, { kind: "new-work", ...about }, annotatorsOf(batch.id));
  return first;
}

const DAY = 86_400_000;

/** The number that an ended intake of the batch took today: starting it again does not begin the day anew. */
async function takenBefore(tx: Tx, batchId: string): Promise<{ day: Date; takenOnDay: number }> {
  const day = await dayOf(tx);
  const [{ taken }] = await tx.$queryRaw<[{ taken: number }]>`
    SELECT coalesce(sum(("detail"->>'subjects')::int), 0)::int AS "taken" FROM "AuditLog"
    WHERE "action" = 'batch.subjects-taken' AND "subjectId" = ${batchId} AND "at" >= ${day}`;
  return { day, takenOnDay: taken };
}

/**
 * The day of UTC that it is for the database, as its first moment. Not that on which the transaction began: it may have
 * waited over midnight for the batch, and the day never goes back.
 */
async function dayOf(tx: Tx): Promise<Date> {
  const [{ today }] = await tx.$queryRaw<
    [{ today: Date }]
  >`SELECT (clock_timestamp() AT TIME ZONE 'UTC')::date AS "today"`;
  return today;
}

/** The candidates that are new and drawn. `came` is the place in the dataset of a candidate's newest record. */
function drawnFrom(
  { seed }: Locked,
  candidates: Prisma.Sql,
  { rate, after }: { rate: number; after: number },
): Prisma.Sql {
  return Prisma.sql`
    SELECT f."taskId", f."responseId", f."responseBId", f."position", ${rate}::float8 AS "probability",
      greatest(t."position", a."position", b."position") AS "came"
    FROM (${candidates}) f JOIN "Task" t ON t."id" = f."taskId"
    LEFT JOIN "Response" a ON a."id" = f."responseId" LEFT JOIN "Response" b ON b."id" = f."responseBId"
    WHERE greatest(t."position", a."position", b."position") > ${after}
      AND ${isDrawn(rate, Prisma.sql`${seed}::int, 'intake', t."key", a."key", b."key"`)}`;
}

/** The number of drawn candidates that are still to be taken, at most `room`, and the place of the first. */
async function countWaiting(
  tx: Tx,
  drawn: Prisma.Sql,
  room: number,
): Promise<{ waiting: number; first: number | null }> {
  if (room === 0) return { waiting: 0, first: null };
  const [counted] = await tx.$queryRaw<{ waiting: number; first: number | null }[]>`
    SELECT least(count(*), ${room})::int AS "waiting", min("came")::int AS "first" FROM (${drawn}) d`;
  return counted ?? { waiting: 0, first: null };
}

async function viewOf(tx: Pick<Tx, "$queryRaw">, id: string): Promise<IntakeView | null> {
  const [view] = await tx.$queryRaw<IntakeView[]>`
    SELECT i."limit", i."rate", i."perDay", i."startedAt", i."tookAt", i."taken", i."waiting",
      i."waitsUntil",
      CASE WHEN i."day" = (clock_timestamp() AT TIME ZONE 'UTC')::date THEN i."takenOnDay" ELSE 0 END AS "takenToday",
      (SELECT count(*)::int FROM "Subject" s WHERE s."batchId" = i."batchId" AND ${inDesign}) AS "subjects"
    FROM "BatchIntake" i WHERE i."batchId" = ${id}::uuid`;
  return view ?? null;
}
