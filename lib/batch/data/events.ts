import "server-only";
import { inDesign, ofDesign } from "@/lib/batch/data/release";
import type { Tx } from "@/lib/database/db";
import { env } from "@/lib/env";
import { emit, retract } from "@/lib/events/emit";
import { mailIsOn } from "@/lib/mail/data";
import { adminsOf, notify, retractNotices } from "@/lib/notice/data";

/** Longer than a submission can be undone, in milliseconds. */
const UNDO_WINDOW_MS = 11_000;

/**
 * Emits the event that a batch has finished, if all its assignments are submitted. The caller must just have
 * submitted an assignment and locked the batch's row, so that of several simultaneous last submissions the
 * last one emits it. The event is delivered once the submission cannot be undone any more.
 */
export async function emitIfFinished(tx: Tx, batchId: string): Promise<void> {
  const about = async (projectId: string) => {
    const [left] = await tx.$queryRaw<unknown[]>`
      SELECT 1 FROM "Slot" s LEFT JOIN "Assignment" a ON a."id" = s."assignmentId"
      WHERE s."batchId" = ${batchId}::uuid AND a."state" IS DISTINCT FROM 'submitted' LIMIT 1`;
    return left ? null : payloadOf(tx, projectId, batchId);
  };
  await emit(tx, "batch.finished", { table: "Batch", id: batchId }, about, { delay: UNDO_WINDOW_MS });
  if (mailIsOn()) await notifyIfFinished(tx, batchId);
}

/** Notifies the admins of a batch whose assignments are all submitted. */
async function notifyIfFinished(tx: Tx, batchId: string): Promise<void> {
  const [finished] = await tx.$queryRaw<{ projectId: string; name: string }[]>`
    SELECT b."projectId", b."name" FROM "Batch" b WHERE b."id" = ${batchId}::uuid AND NOT EXISTS (
      SELECT FROM "Slot" s LEFT JOIN "Assignment" a ON a."id" = s."assignmentId"
      WHERE s."batchId" = b."id" AND a."state" IS DISTINCT FROM 'submitted')`;
  if (!finished) return;
  const { projectId, name } = finished;
  const path = `/projects/${projectId}/batches/${batchId}`;
  const notice = { kind: "batch-finished", projectId, subjectId: batchId, name, path } as const;
  await notify(tx, notice, adminsOf(projectId));
}

/** Cancels the event that a batch has finished, unless it was delivered already. */
export async function retractFinished(tx: Tx, batchId: string): Promise<void> {
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
    page: `${env().APP_URL}/projects/${projectId}/batches/${batchId}`,
  };
  return { project: projectId, batch: batchId, ...counts, links };
}
