import "server-only";
import { inDesign, ofDesign } from "@/lib/batch/data/release";
import type { Tx } from "@/lib/database/db";
import { env } from "@/lib/env";
import { enqueue } from "@/lib/queue/enqueue";
import type { Payload, WebhookEvent } from "@/lib/webhook/schema";
import { Prisma } from "@/prisma/generated/client/client";

/** Longer than a submission can be taken back. */
const UNTIL_IT_STANDS = 11_000;

/**
 * Tells the project's webhooks that a batch has finished, if every slot of it is submitted now. For whoever has just
 * submitted and holds the batch's row: of several last submissions the last one sees it. It is sent once the
 * submission cannot be taken back any more.
 */
export async function tellIfFinished(tx: Tx, batchId: string): Promise<void> {
  const listening = await findListening(tx, "batch.finished", { of: "Batch", id: batchId });
  if (!listening) return;
  const [left] = await tx.$queryRaw<unknown[]>`
    SELECT 1 FROM "Slot" s LEFT JOIN "Assignment" a ON a."id" = s."assignmentId"
    WHERE s."batchId" = ${batchId}::uuid AND a."state" IS DISTINCT FROM 'submitted' LIMIT 1`;
  if (left) return;
  await post(
    tx,
    listening,
    await aboutBatch(tx, "batch.finished", listening, batchId),
    batchId,
    UNTIL_IT_STANDS,
  );
}

/** Takes back what was said of a batch that is not finished after all, and was not sent yet. */
export async function untellFinished(tx: Tx, batchId: string): Promise<void> {
  await tx.webhookDelivery.deleteMany({
    where: { subjectId: batchId, event: "batch.finished", state: "waiting", attempts: 0 },
  });
}

/** Tells the project's webhooks that a batch was closed. */
export async function tellClosed(tx: Tx, batchId: string): Promise<void> {
  const listening = await findListening(tx, "batch.closed", { of: "Batch", id: batchId });
  if (listening) await post(tx, listening, await aboutBatch(tx, "batch.closed", listening, batchId), batchId);
}

/** Tells the project's webhooks that a run finished, or stopped before it did. */
export async function tellOfRun(tx: Tx, event: "run.finished" | "run.stopped", runId: string): Promise<void> {
  const listening = await findListening(tx, event, { of: "DraftRun", id: runId });
  if (listening) await post(tx, listening, await aboutRun(tx, event, listening, runId), runId);
}

interface Listening {
  projectId: string;
  webhooks: string[];
}

/**
 * The webhooks of the project of a batch or run that are told of an event; null when there is none, which is the usual
 * case. Nobody removes them until the transaction ends.
 */
async function findListening(
  tx: Tx,
  event: WebhookEvent,
  { of, id }: { of: "Batch" | "DraftRun"; id: string },
): Promise<Listening | null> {
  const rows = await tx.$queryRaw<{ id: string; projectId: string }[]>`
    SELECT w."id", w."projectId" FROM "Webhook" w
    WHERE w."projectId" = (SELECT s."projectId" FROM ${Prisma.raw(`"${of}"`)} s WHERE s."id" = ${id}::uuid)
      AND ${event} = ANY (w."events") AND w."pausedAt" IS NULL AND w."disabledAt" IS NULL
    FOR KEY SHARE`;
  const [first] = rows;
  return first ? { projectId: first.projectId, webhooks: rows.map((row) => row.id) } : null;
}

/** Writes one delivery for each of the webhooks, as part of the caller's transaction, and wakes the worker. */
async function post(
  tx: Tx,
  { webhooks }: Listening,
  payload: Payload,
  subjectId: string,
  wait = 0,
): Promise<void> {
  const nextAt = new Date(new Date(payload.timestamp).getTime() + wait);
  const body = JSON.stringify(payload);
  await tx.webhookDelivery.createMany({
    data: webhooks.map((webhookId) => ({ webhookId, event: payload.type, subjectId, body, nextAt })),
  });
  await wakeWorker(tx, wait === 0 ? undefined : nextAt);
}

/** Has a worker look for what is due, now or then. */
export async function wakeWorker(tx: Tx, at?: Date): Promise<void> {
  await enqueue(tx, "webhook-work", {}, { key: at ? "webhook-work-later" : "webhook-work", at });
}

async function aboutBatch(
  tx: Tx,
  type: "batch.finished" | "batch.closed",
  { projectId }: Listening,
  batchId: string,
): Promise<Payload> {
  const [batch] = await tx.$queryRaw<
    { state: string; subjects: number; slots: number; submitted: number; now: Date }[]
  >`
    SELECT b."state"::text AS "state", clock_timestamp() AS "now",
      (SELECT count(*)::int FROM "Subject" s WHERE s."batchId" = b."id" AND ${inDesign}) AS "subjects",
      (SELECT count(*)::int FROM "Slot" s WHERE s."batchId" = b."id") AS "slots",
      (SELECT count(*)::int FROM "Assignment" a
        WHERE a."batchId" = b."id" AND a."state" = 'submitted' AND ${ofDesign}) AS "submitted"
    FROM "Batch" b WHERE b."id" = ${batchId}::uuid`;
  if (!batch) throw new Error("a batch is told of that is not there");
  const { now, ...counts } = batch;
  const links = {
    api: `${env().APP_URL}/api/v1/batches/${batchId}`,
    page: `${env().APP_URL}/projects/${projectId}/batches/${batchId}`,
  };
  return {
    type,
    timestamp: now.toISOString(),
    data: { project: projectId, batch: batchId, ...counts, links },
  };
}

async function aboutRun(
  tx: Tx,
  type: "run.finished" | "run.stopped",
  { projectId }: Listening,
  runId: string,
): Promise<Payload> {
  const [run] = await tx.$queryRaw<
    {
      dataset: string;
      state: string;
      reason: string | null;
      units: number;
      done: number;
      failed: number;
      now: Date;
    }[]
  >`
    SELECT r."datasetId" AS "dataset", r."state"::text AS "state", r."pausedFor" AS "reason", r."units",
      clock_timestamp() AS "now",
      (SELECT count(*)::int FROM "DraftUnit" u WHERE u."runId" = r."id" AND u."state" = 'done') AS "done",
      (SELECT count(*)::int FROM "DraftUnit" u WHERE u."runId" = r."id" AND u."state" = 'failed') AS "failed"
    FROM "DraftRun" r WHERE r."id" = ${runId}::uuid`;
  if (!run) throw new Error("a run is told of that is not there");
  const { now, dataset, ...about } = run;
  const links = {
    api: `${env().APP_URL}/api/v1/runs/${runId}`,
    page: `${env().APP_URL}/projects/${projectId}/drafts/${runId}`,
  };
  return {
    type,
    timestamp: now.toISOString(),
    data: { project: projectId, dataset, run: runId, ...about, links },
  };
}
