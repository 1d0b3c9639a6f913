import "server-only";
import { endReopening, inDesign, ofDesign } from "@/lib/batch/data/release";
import type { Tx } from "@/lib/database/db";
import { env } from "@/lib/env";
import { emit, listenedSql, retract } from "@/lib/events/emit";
import type { EventName } from "@/lib/events/schema";
import { adminsOf, notify, retractNotices } from "@/lib/notice/data/notify";
import { Prisma } from "@/prisma/generated/client/client";

/** Longer than a submission can be undone, in milliseconds. */
const DELIVERY_DELAY_MS = 11_000;

/**
 * Emits the event that a batch has finished, if all its assignments are submitted. The caller must just have
 * submitted an assignment and locked the batch's row, so that of several simultaneous last submissions the
 * last one emits it. The event is delivered once the submission cannot be undone any more.
 */
async function emitIfFinished(tx: Tx, batchId: string): Promise<void> {
  const about = async (projectId: string) =>
    (await isFinished(tx, batchId)) ? payloadOf(tx, projectId, batchId) : null;
  await emit(tx, "batch.finished", { table: "Batch", id: batchId }, about, { delay: DELIVERY_DELAY_MS });
}

/** The events that a submission can be or lead to. */
const OF_SUBMISSIONS = ["assignment.submitted", "subject.finished", "batch.finished"] as const;

/**
 * Emits what a submission means to webhooks: that it was made, that its subject has all its submissions, that the batch
 * has finished; the last also to its admins. The same conditions as for `emitIfFinished` apply.
 */
export async function emitSubmitted(tx: Tx, batchId: string, assignmentId: string): Promise<void> {
  const batch = { table: "Batch", id: batchId } as const;
  const [now] = await tx.$queryRaw<{ isFinished: boolean; heard: EventName[] }[]>`
    SELECT ${isFinishedSql(batchId)} AS "isFinished", ARRAY(${listenedSql(batch, OF_SUBMISSIONS)}) AS "heard"`;
  const heard = new Set(now?.heard);
  if (heard.has("assignment.submitted")) {
    const about = (projectId: string) => submissionOf(tx, projectId, batchId, assignmentId);
    await emit(tx, "assignment.submitted", { ...batch, part: assignmentId }, about, {
      delay: DELIVERY_DELAY_MS,
    });
  }
  if (heard.has("subject.finished")) await emitSubjectFinished(tx, batchId, assignmentId);
  if (!now?.isFinished) return;
  if (heard.has("batch.finished")) await emitIfFinished(tx, batchId);
  await notifyFinished(tx, batchId);
}

/**
 * Accepts submissions that were sent back and are not open, and emits the events of everything they finish. Returns
 * the number of submissions. `whose` is a condition on "Assignment" a.
 */
export async function acceptReopened(tx: Tx, batchId: string, whose: Prisma.Sql): Promise<number> {
  const waiting = await tx.$queryRaw<{ id: string }[]>`
    SELECT a."id" FROM "Assignment" a WHERE ${whose} AND a."state" = 'reopened' ORDER BY a."id"`;
  const standing = await endReopening(tx, whose);
  for (const { id } of waiting) await emitSubjectFinished(tx, batchId, id);
  if (standing > 0) {
    await emitIfFinished(tx, batchId);
    if (await isFinished(tx, batchId)) await notifyFinished(tx, batchId);
  }
  return standing;
}

/** Emits that the subject of an assignment is finished, if all its assignments are submitted. */
async function emitSubjectFinished(tx: Tx, batchId: string, assignmentId: string): Promise<void> {
  const { subjectId } = await tx.assignment.findUniqueOrThrow({
    where: { id: assignmentId },
    select: { subjectId: true },
  });
  const about = (projectId: string) => finishedSubjectOf(tx, projectId, batchId, subjectId);
  const subject = { table: "Batch", id: batchId, part: subjectId } as const;
  await emit(tx, "subject.finished", subject, about, { delay: DELIVERY_DELAY_MS });
}

/** Cancels what a submission meant to webhooks, as far as it was not delivered yet. */
export async function retractSubmitted(tx: Tx, batchId: string, assignmentId: string): Promise<void> {
  const { subjectId } = await tx.assignment.findUniqueOrThrow({
    where: { id: assignmentId },
    select: { subjectId: true },
  });
  const table = "Batch";
  await retract(tx, "assignment.submitted", { table, id: batchId, part: assignmentId });
  await retract(tx, "subject.finished", { table, id: batchId, part: subjectId });
  await retractFinished(tx, batchId);
}

/** The data about a submission that webhooks receive. */
async function submissionOf(tx: Tx, projectId: string, batchId: string, assignmentId: string) {
  const [found] = await tx.$queryRaw<
    { subject: string; arm: string; use: "work" | "check"; revision: number }[]
  >`
    SELECT a."subjectId" AS "subject", arm."name" AS "arm", s."use"::text AS "use",
      (SELECT count(*)::int FROM "Reopening" r WHERE r."assignmentId" = a."id") AS "revision"
    FROM "Assignment" a JOIN "Arm" arm ON arm."id" = a."armId" JOIN "Subject" s ON s."id" = a."subjectId"
    WHERE a."id" = ${assignmentId}::uuid AND ${inDesign}`;
  if (!found) return null;
  const links = {
    api: `${env().APP_URL}/api/v1/batches/${batchId}/assignments/${assignmentId}`,
    page: pageOf(projectId, batchId),
  };
  return { project: projectId, batch: batchId, assignment: assignmentId, ...found, links };
}

/** The data about a subject whose assignments are all submitted; null while any is not. */
async function finishedSubjectOf(tx: Tx, projectId: string, batchId: string, subjectId: string) {
  const [found] = await tx.$queryRaw<
    { task: string; response: string | null; responseB: string | null; submitted: number }[]
  >`
    SELECT s."taskId" AS "task", s."responseId" AS "response", s."responseBId" AS "responseB",
      count(*)::int AS "submitted"
    FROM "Subject" s JOIN "Slot" slot ON slot."subjectId" = s."id"
    LEFT JOIN "Assignment" a ON a."id" = slot."assignmentId"
    WHERE s."id" = ${subjectId}::uuid AND ${inDesign}
    GROUP BY s."id" HAVING bool_and(a."state" IS NOT DISTINCT FROM 'submitted')`;
  if (!found) return null;
  const links = {
    api: `${env().APP_URL}/api/v1/batches/${batchId}/slots?subject=${subjectId}`,
    page: pageOf(projectId, batchId),
  };
  return { project: projectId, batch: batchId, subject: subjectId, ...found, links };
}

const pageOf = (projectId: string, batchId: string) =>
  `${env().APP_URL}/projects/${projectId}/batches/${batchId}`;

/**
 * True if all assignments of a batch are submitted. Checked with every submission: what an index finds at once, a free slot
 * or work in progress, is looked for before all assignments are.
 */
const isFinishedSql = (batchId: string) => Prisma.sql`CASE
      WHEN EXISTS (SELECT FROM "Slot" s WHERE s."batchId" = ${batchId}::uuid AND s."assignmentId" IS NULL) THEN FALSE
      WHEN EXISTS (SELECT FROM "Assignment" a JOIN "Slot" s ON s."assignmentId" = a."id"
        WHERE a."batchId" = ${batchId}::uuid AND a."state" IN ('open', 'reserved')) THEN FALSE
      ELSE NOT EXISTS (SELECT FROM "Slot" s JOIN "Assignment" a ON a."id" = s."assignmentId"
        WHERE s."batchId" = ${batchId}::uuid AND a."state" <> 'submitted') END`;

async function isFinished(tx: Tx, batchId: string): Promise<boolean> {
  const [found] = await tx.$queryRaw<{ isFinished: boolean }[]>`
    SELECT ${isFinishedSql(batchId)} AS "isFinished"`;
  return found?.isFinished ?? false;
}

/** Notifies the admins of a batch whose assignments are all submitted. */
async function notifyFinished(tx: Tx, batchId: string): Promise<void> {
  const { projectId, name } = await tx.batch.findUniqueOrThrow({
    where: { id: batchId },
    select: { projectId: true, name: true },
  });
  const path = `/projects/${projectId}/batches/${batchId}`;
  const notice = { kind: "batch-finished", projectId, subjectId: batchId, name, path } as const;
  await notify(tx, notice, adminsOf(projectId));
}

/** Cancels the event that a batch has finished, unless it was delivered already. */
async function retractFinished(tx: Tx, batchId: string): Promise<void> {
  await retract(tx, "batch.finished", { table: "Batch", id: batchId });
  await retractNotices(tx, "batch-finished", batchId);
}

/** Emits that a batch was closed. */
export async function emitClosed(tx: Tx, batchId: string): Promise<void> {
  await emit(tx, "batch.closed", { table: "Batch", id: batchId }, (id) => payloadOf(tx, id, batchId));
}

/** The data about a batch that webhooks receive: ids, state, counts and links. */
async function payloadOf(tx: Tx, projectId: string, batchId: string) {
  const [counts] = await tx.$queryRaw<
    { state: string; subjects: number; slots: number; submitted: number }[]
  >`
    SELECT b."state"::text AS "state",
      (SELECT count(*)::int FROM "Subject" s WHERE s."batchId" = b."id" AND ${inDesign}) AS "subjects",
      (SELECT count(*)::int FROM "Slot" s WHERE s."batchId" = b."id") AS "slots",
      (SELECT count(*)::int FROM "Assignment" a
        WHERE a."batchId" = b."id" AND a."state" = 'submitted' AND ${ofDesign}) AS "submitted"
    FROM "Batch" b WHERE b."id" = ${batchId}::uuid`;
  if (!counts) throw new Error("there is no batch for the event");
  const links = {
    api: `${env().APP_URL}/api/v1/batches/${batchId}`,
    page: pageOf(projectId, batchId),
  };
  return { project: projectId, batch: batchId, ...counts, links };
}
