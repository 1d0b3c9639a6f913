import "server-only";
import { type Member, memberOf, memberOfSql } from "@/lib/auth/actor";
import { audit } from "@/lib/auth/audit";
import { endAutomatic } from "@/lib/batch/data/end-automatic";
import { type Admin, lockBatch, lockBatchWithoutActor } from "@/lib/batch/data/lock-batch";
import { OPENING, openLocked, refusalToOpen } from "@/lib/batch/data/open-batch";
import type { AwaitableRun } from "@/lib/batch/schema/views";
import { canStillFinish, type Wait } from "@/lib/batch/wait-state";
import { db } from "@/lib/database/db";
import type { RunState } from "@/lib/drafting/schema/runs";
import { explain, isRefusal, type Refusal, refuse } from "@/lib/http/refusals";
import { aboutError, log } from "@/lib/log";
import { Prisma } from "@/prisma/generated/client/client";

/**
 * Opens a draft batch automatically once a run over its dataset has drafted everything; replaces an earlier
 * wait. The design must be complete when the wait begins, and cannot change while it lasts. Whether the batch
 * has subjects is checked when it opens, because subjects may need the run's drafts. Null when the batch is
 * not the admin's.
 */
export function waitForRun(
  admin: Admin,
  id: string,
  { run: runId }: { run: string },
): Promise<{ id: string; run: string } | Refusal | null> {
  return db.$transaction(async (tx) => {
    // Lock the run before the batch, as when a run ends: a concurrent end either comes first, and the run is
    // over, or comes after and sees the wait.
    const [run] = await tx.$queryRaw<{ datasetId: string; state: RunState }[]>`
      SELECT r."datasetId", r."state"::text AS "state" FROM "DraftRun" r
      WHERE r."id" = ${runId}::uuid AND ${memberOfSql(admin, Prisma.sql`r."projectId"`)} FOR SHARE`;
    const batch = await lockBatch(tx, admin, id);
    if (!batch) return null;
    const refused = await refusalToOpen(tx, batch);
    if (refused) return refused;
    if (run?.datasetId !== batch.datasetId) return refuse("no-such-run");
    if (!canStillFinish(run.state)) return refuse("run-over");
    const wait = {
      runId,
      datasetId: batch.datasetId,
      requestedBy: admin.userId,
      requestedAt: new Date(),
      refused: null,
    };
    await tx.batchWait.upsert({ where: { batchId: id }, create: { batchId: id, ...wait }, update: wait });
    await audit(tx, admin, {
      action: "batch.waits",
      projectId: batch.projectId,
      subject: ["Batch", id],
      detail: { run: runId },
    });
    return { id, run: runId };
  });
}

/** Cancels a draft's wait for a run: it stays a draft. Null when the batch is not the admin's. */
export function stopWaiting(admin: Admin, id: string): Promise<{ id: string } | Refusal | null> {
  return endAutomatic(admin, id, {
    remove: (tx) => tx.batchWait.deleteMany({ where: { batchId: id } }),
    action: "batch.waits-no-longer",
    answer: { id },
  });
}

/** Condition on `"BatchWait" AS w`: its run is done without failures, and opening was not refused before. */
const DUE = Prisma.sql`w."refused" IS NULL AND EXISTS (
  SELECT FROM "DraftRun" r WHERE r."id" = w."runId" AND r."state" = 'done'
    AND NOT EXISTS (SELECT FROM "DraftUnit" u WHERE u."runId" = r."id" AND u."state" <> 'done'))`;

/**
 * Opens every draft batch whose run has drafted everything, each in its own transaction. Each opens once,
 * however many workers try or are killed. If a batch cannot be opened, the reason is stored for an admin to
 * see.
 */
export async function openWaiting(): Promise<void> {
  const due = await db.$queryRaw<{ id: string }[]>`
    SELECT w."batchId" AS "id" FROM "BatchWait" w WHERE ${DUE} ORDER BY w."requestedAt", w."batchId"`;
  for (const { id } of due) {
    // A failure does not delay the others; it is retried within a minute.
    await openIfDue(id).catch((error) => log("error", "batch-not-opened", aboutError(error)));
  }
}

function openIfDue(id: string): Promise<void> {
  return db.$transaction(async (tx) => {
    const batch = await lockBatchWithoutActor(tx, id);
    const [wait] = await tx.$queryRaw<{ runId: string }[]>`
      SELECT w."runId" FROM "BatchWait" w WHERE w."batchId" = ${id}::uuid AND ${DUE}`;
    if (!batch || !wait) return;
    const outcome = await openLocked(tx, null, batch, wait.runId);
    if (!isRefusal(outcome)) return;
    await tx.batchWait.update({ where: { batchId: id }, data: { refused: outcome.refused } });
    await audit(tx, null, {
      action: "batch.not-opened",
      projectId: batch.projectId,
      subject: ["Batch", id],
      detail: { run: wait.runId, refused: outcome.refused },
    });
  }, OPENING);
}

// ---------------------------------------------------------------- what waits for what

/** The run a draft waits for. Null when it waits for none, or the batch is not the researcher's. */
export async function findWait(researcher: Member<"researcher">, batchId: string): Promise<Wait | null> {
  const found = await db.batchWait.findFirst({
    where: { batchId, batch: { project: memberOf(researcher) } },
    select: {
      requestedAt: true,
      refused: true,
      run: { select: { id: true, name: true, state: true, units: true } },
    },
  });
  if (!found) return null;
  const counted = await db.draftUnit.groupBy({
    by: ["state"],
    where: { runId: found.run.id, state: { in: ["done", "failed"] } },
    _count: true,
  });
  const count = (state: "done" | "failed") => counted.find((row) => row.state === state)?._count ?? 0;
  const { run, requestedAt, refused } = found;
  return {
    run: { ...run, done: count("done"), failed: count("failed") },
    requestedAt,
    refused: refused && wordsOf({ refused }),
  };
}

function wordsOf(stored: { refused: string }): string {
  return isRefusal(stored) ? explain(stored.refused).message : stored.refused;
}

/** The drafts that wait for a run; empty when the run is not the researcher's. */
export function listWaiting(
  researcher: Member<"researcher">,
  runId: string,
): Promise<{ id: string; name: string }[]> {
  return db.batch.findMany({
    where: { wait: { runId }, project: memberOf(researcher) },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
    select: { id: true, name: true },
  });
}

const RUNS_AT_ONCE = 200;

/** The runs of a project that are not over, newest first. */
export function listAwaitableRuns(admin: Admin, projectId: string): Promise<AwaitableRun[]> {
  return db.draftRun.findMany({
    where: { projectId, project: memberOf(admin), state: { notIn: ["done", "cancelled"] } },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: RUNS_AT_ONCE,
    select: { id: true, name: true, datasetId: true, state: true },
  });
}
