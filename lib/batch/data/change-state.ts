import "server-only";
import { audit } from "@/lib/auth/audit";
import { type Admin, lockBatch } from "@/lib/batch/data/lock-batch";
import { endReopening, inBatchCondition, releaseAssignments } from "@/lib/batch/data/release";
import { emitClosed } from "@/lib/batch/data/submission-events";
import { type BatchVerb, MOVES, stateAfter } from "@/lib/batch/rules";
import type { StateChange } from "@/lib/batch/schema";
import { db, type Tx } from "@/lib/database/db";
import { type Refusal, refuse } from "@/lib/http/refusals";

/**
 * Pauses, resumes, closes, archives or unarchives a batch. Pausing leaves assignments with their annotators
 * and refuses saves; resuming renews the leases. Closing releases unfinished assignments: their operations
 * stay, their slots are empty; sent-back submissions count as they were submitted. Requesting the current
 * state changes and records nothing.
 */
export function moveBatch(
  admin: Admin,
  id: string,
  verb: Exclude<BatchVerb, "open">,
): Promise<StateChange | Refusal | null> {
  return db.$transaction(async (tx) => {
    const batch = await lockBatch(tx, admin, id);
    if (!batch) return null;
    if (batch.archivedAt) return refuse("archived");
    if (batch.state === MOVES[verb].to) return { state: batch.state, returned: 0, stand: 0 };
    const state = stateAfter(batch.state, verb);
    if (!state) return refuse("batch-state-changed");
    const closedAt = verb === "close" ? new Date() : undefined;
    await tx.batch.update({ where: { id }, data: { state, closedAt } });
    if (verb === "resume") await renewLeases(tx, id);
    const returned = verb === "close" ? await releaseAssignments(tx, inBatchCondition(id)) : 0;
    const closedReopenings = verb === "close" ? await endReopening(tx, inBatchCondition(id)) : 0;
    await audit(tx, admin, {
      action: PAST[verb],
      projectId: batch.projectId,
      subject: ["Batch", id],
      detail: verb === "close" ? { returned, stand: closedReopenings } : {},
    });
    if (verb === "close") await emitClosed(tx, id);
    return { state, returned, stand: closedReopenings };
  });
}

const PAST = {
  pause: "batch.paused",
  resume: "batch.resumed",
  close: "batch.closed",
  archive: "batch.archived",
  unarchive: "batch.unarchived",
} as const;

/** Renews the full lease of every open assignment. Locks them in the same order as the worker does. */
function renewLeases(tx: Tx, id: string) {
  return tx.$executeRaw`
    WITH held AS (
      SELECT "id" FROM "Assignment" WHERE "batchId" = ${id}::uuid AND "state" IN ('open', 'reserved')
      ORDER BY "id" FOR UPDATE
    )
    UPDATE "Assignment" a SET "leaseUntil" = greatest(a."leaseUntil", now() + make_interval(mins => b."leaseMinutes"))
    FROM "Batch" b, held WHERE b."id" = a."batchId" AND a."id" = held."id"`;
}
