import "server-only";
import { setTimeout as sleep } from "node:timers/promises";
import type { Member } from "@/lib/auth/actor";
import { openNextStep } from "@/lib/batch/data/checks/qualification";
import { type Attempt, claimStatement } from "@/lib/batch/data/claim-statement";
import { madeBy } from "@/lib/batch/data/made-by";
import { isPrefetched } from "@/lib/batch/data/release";
import type { Claim, Claimed } from "@/lib/batch/schema/views";
import { isConflict } from "@/lib/database/conflict";
import { db, preparedForAnyone } from "@/lib/database/db";
import { type Refusal, refuse } from "@/lib/http/refusals";
import { Prisma } from "@/prisma/generated/client/client";

export type ClaimRefusal = Refusal<
  "batch-paused" | "batch-closed" | "guidelines-unread" | "exam-failed" | "place-given-back"
>;

/**
 * The next assignment for an annotator of a batch: an open one, otherwise one on hold, a sent-back
 * submission, an expired one that can be continued, or a free slot. An annotator who has not qualified gets
 * the next of training and exam instead of a slot. Null when the batch is not theirs.
 *
 * Exactly k people work on a subject and arm, however many claim at once: slots are rows, and `take` takes
 * one in one statement. "none" is returned only after an attempt that waited for slots locked by others.
 *
 * @param again assignments that were reserved for the annotator before: one of these comes first, if its slot is free
 */
export async function claimSlot(
  annotator: Member<"annotator">,
  batchId: string,
  again: readonly string[] = [],
): Promise<Claim | ClaimRefusal | null> {
  // After three attempts that skip locked slots, a claim waits for them; each further turn means another
  // claim got the slot.
  for (let turn = 0; turn < 100; turn++) {
    const look = await take({
      as: "open",
      userId: annotator.userId,
      batchId,
      locked: turn < 3 ? "skip" : "wait",
      again,
    });
    if (look === "conflict") continue;
    if (!look) {
      const state = await stateFor(annotator.userId, batchId);
      if (state === "open") continue;
      if (state === null) return null;
      return refuse(state === "paused" ? "batch-paused" : "batch-closed");
    }
    if (look.assignment) return { status: "claimed", assignment: look.assignment };
    if (look.unread) return refuse("guidelines-unread");
    if (!look.qualified) {
      const first = await openNextStep(annotator.userId, batchId);
      if (first === null) continue;
      return "refused" in first ? first : { status: "claimed", assignment: first };
    }
    if ((await releaseExpiredLeases(batchId)) > 0) continue;
    if (!look.free) return { status: "none", later: await mayComeBack(annotator.userId, batchId) };
    await sleep(5 + Math.random() * 20 * (turn + 1));
  }
  throw new Error(`batch ${batchId} has free slots that cannot be claimed`);
}

type Look = { assignment: Claimed | null; free: boolean; unread: boolean; qualified: boolean };

/**
 * One attempt to claim, with the statement of `claimStatement`. Null if the batch is not open or the
 * annotator does not work on it; "conflict" if another request of the same annotator got the slot first.
 */
export async function take(attempt: Attempt): Promise<Look | "conflict" | null> {
  try {
    const rows = await preparedForAnyone<Partial<Claimed & Omit<Look, "assignment">>>(
      // A name for each text that `claimStatement` composes.
      `claim-${attempt.as}-${attempt.locked}${attempt.again?.length ? "-again" : ""}`,
      claimStatement(attempt),
    );
    const row = rows[0];
    if (!row) return null;
    const { id, lease, leaseUntil, position, free, unread, qualified } = row;
    const assignment = id && lease && leaseUntil && position ? { id, lease, leaseUntil, position } : null;
    return { assignment, free: free ?? false, unread: unread ?? false, qualified: qualified ?? false };
  } catch (error) {
    if (isConflict(error)) return "conflict";
    throw error;
  }
}

/** The state of an opened batch for an annotator of it; "archived" if its project is. */
async function stateFor(userId: string, batchId: string) {
  const batch = await db.batch.findFirst({
    where: {
      id: batchId,
      state: { not: "draft" },
      annotators: { some: { membership: { userId, disabledAt: null, user: { disabledAt: null } } } },
    },
    select: { state: true, project: { select: { archivedAt: true } } },
  });
  return batch?.project.archivedAt ? "archived" : (batch?.state ?? null);
}

/**
 * True if another annotator has a slot of a subject that this annotator has not done, so that the slot may
 * become free again.
 */
async function mayComeBack(userId: string, batchId: string): Promise<boolean> {
  const [row] = await db.$queryRaw<{ later: boolean }[]>`
    SELECT EXISTS (
      SELECT FROM "Assignment" held JOIN "Slot" s ON s."id" = held."slotId"
      JOIN "Membership" m ON m."userId" = ${userId}::uuid AND m."disabledAt" IS NULL
      JOIN "BatchAnnotator" ba ON ba."membershipId" = m."id" AND ba."batchId" = held."batchId"
      JOIN "Rater" r ON r."id" = m."raterId" AND NOT ${madeBy(Prisma.sql`held."subjectId"`, Prisma.sql`r."code"`)}
      WHERE held."batchId" = ${batchId}::uuid AND held."state" IN ('open', 'reserved') AND held."reopenedAt" IS NULL
        AND NOT EXISTS (SELECT FROM "Assignment" a
          WHERE a."subjectId" = held."subjectId" AND a."raterId" = m."raterId")) AS "later"`;
  return row?.later ?? false;
}

/**
 * Frees the slots of expired leases, in one batch or everywhere; returns how many. The assignments keep their
 * operations, and reopened ones also their slots; prefetched ones are deleted. A paused batch keeps its
 * leases, because annotators could not renew them.
 */
export async function releaseExpiredLeases(batchId?: string): Promise<number> {
  const here = batchId ? Prisma.sql`AND a."batchId" = ${batchId}::uuid` : Prisma.empty;
  return db.$executeRaw`
    WITH late AS (
      SELECT a."id", a."reopenedAt" IS NOT NULL AS "again", ${isPrefetched} AS "ahead"
      FROM "Assignment" a JOIN "Batch" b ON b."id" = a."batchId"
      WHERE a."state" IN ('open', 'reserved') AND a."leaseUntil" < now() AND b."state" = 'open' ${here}
      ORDER BY a."id" FOR UPDATE OF a
    ), dropped AS (
      DELETE FROM "Assignment" a USING late WHERE a."id" = late."id" AND late."ahead"
    ), expired AS (
      UPDATE "Assignment" a
      SET "state" = CASE WHEN late."again" THEN 'reopened' ELSE 'expired' END::"AssignmentState",
        "lease" = NULL, "leaseUntil" = NULL, "reservedNo" = NULL
      FROM late WHERE a."id" = late."id" AND NOT late."ahead"
    )
    UPDATE "Slot" s SET "assignmentId" = NULL FROM late WHERE s."assignmentId" = late."id" AND NOT late."again"`;
}
