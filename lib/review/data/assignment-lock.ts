import "server-only";
import type { Member } from "@/lib/auth/actor";
import { prepared, type Tx } from "@/lib/database/db";
import { type Refusal, refuse } from "@/lib/http/refusals";
import { type Recorded, RecordedOps } from "@/lib/review/schema";
import { type AssignmentState, type BatchState, Prisma } from "@/prisma/generated/client/client";

export type Annotator = Pick<Member<"annotator">, "userId" | "may">;

/** Assignments of the annotator's own pseudonym, while account and membership work: the lock of this folder. */
export const ownedBy = (annotator: Annotator): Prisma.AssignmentWhereInput => ({
  rater: {
    membership: { userId: annotator.userId, disabledAt: null, user: { disabledAt: null } },
  },
});

/** The same as a condition on "Assignment" a. */
export const ownedBySql = (annotator: Annotator) => Prisma.sql`EXISTS (
  SELECT FROM "Membership" m JOIN "User" u ON u."id" = m."userId"
  WHERE m."raterId" = a."raterId" AND m."userId" = ${annotator.userId}::uuid
    AND m."disabledAt" IS NULL AND u."disabledAt" IS NULL)`;

export type LockedAssignment = {
  id: string;
  batchId: string;
  raterId: string;
  /** Null of training and exams. */
  slotId: string | null;
  armId: string;
  state: AssignmentState;
  /** Of training and exams, from 1; else 0. */
  attempt: number;
  version: number;
  /** The operation that this version ends with; null before the first. */
  lastOp: string | null;
  openedAt: Date | null;
  submittedAt: Date | null;
  leaseUntil: Date | null;
  /** Since when a submission of it waits to be done again. */
  reopenedAt: Date | null;
  batchState: BatchState;
  /** Whether the batch still names the annotator. */
  named: boolean;
  /** Of the project. */
  archivedAt: Date | null;
  leaseMinutes: number;
  /** The lease that was shown: in force, run out with nobody there since, or another one. */
  lease: "ours" | "passed" | "none" | "another";
  now: Date;
};

/** The annotator's assignment with its row locked, and the database's clock; null when it is not theirs. */
export async function lockAssignment(tx: Tx, annotator: Annotator, id: string, lease: string | null) {
  const rows = await tx.$queryRaw<LockedAssignment[]>`
    SELECT a."id", a."batchId", a."raterId", a."slotId", a."armId", a."state", a."attempt", a."version",
      (SELECT o."id" FROM "Operation" o WHERE o."assignmentId" = a."id" AND o."seq" = a."version") AS "lastOp",
      a."openedAt",
      a."submittedAt", a."leaseUntil", a."reopenedAt", b."state" AS "batchState", b."leaseMinutes", p."archivedAt",
      EXISTS (SELECT FROM "BatchAnnotator" ba JOIN "Membership" m ON m."id" = ba."membershipId"
        WHERE ba."batchId" = a."batchId" AND m."raterId" = a."raterId") AS "named",
      clock_timestamp() AS "now",
      CASE WHEN a."lease" IS NULL THEN 'none' WHEN a."lease" IS DISTINCT FROM ${lease}::uuid THEN 'another'
        WHEN a."leaseUntil" > clock_timestamp() THEN 'ours' ELSE 'passed' END AS "lease"
    FROM "Assignment" a JOIN "Batch" b ON b."id" = a."batchId" JOIN "Project" p ON p."id" = b."projectId"
    WHERE a."id" = ${id}::uuid AND ${ownedBySql(annotator)}
    FOR UPDATE OF a`;
  return rows[0] ?? null;
}

/**
 * Locks the batch of an annotator's assignment against closing and pausing, and the annotator's place in it against their
 * own claims. Other annotators of the batch wait for neither: whoever changes a batch as a whole locks its row FOR UPDATE.
 * The lock is taken before the assignment's, as claiming does, so that the two never wait for each other; a change of
 * the batch's row itself comes last.
 */
export async function lockBatch(tx: Tx, annotator: Annotator, id: string): Promise<void> {
  await tx.$queryRaw`
    WITH batch AS (
      SELECT b."id" FROM "Batch" b WHERE b."id" = (
        SELECT a."batchId" FROM "Assignment" a WHERE a."id" = ${id}::uuid AND ${ownedBySql(annotator)})
      FOR KEY SHARE)
    SELECT FROM "BatchAnnotator" ba
    WHERE ba."batchId" = (SELECT batch."id" FROM batch) AND ba."membershipId" = (
      SELECT m."id" FROM "Membership" m JOIN "Assignment" a ON a."raterId" = m."raterId" WHERE a."id" = ${id}::uuid)
    FOR NO KEY UPDATE`;
}

/** Why nothing can be written to an assignment now, or null. */
export function assignmentRefusal(held: LockedAssignment): Refusal | null {
  if (held.state === "submitted") return refuse("already-submitted");
  if (held.archivedAt) return refuse("project-archived");
  if (held.state === "skipped" || held.state === "reserved") return refuse("not-open");
  switch (held.batchState) {
    case "draft":
    case "closed":
    case "archived":
      return refuse("batch-closed");
    case "paused":
      return refuse("batch-paused");
    case "open":
      if (held.state === "returned") return refuse("released");
      return held.state === "open" && held.lease === "ours" ? null : refuse("expired");
  }
}

const OPS = (assignmentId: string) => Prisma.sql`SELECT "payload", "seq", "recordedAt" FROM "Operation"
  WHERE "assignmentId" = ${assignmentId}::uuid ORDER BY "seq"`;

/** An assignment's operations in order. */
export async function findOps(assignmentId: string): Promise<Recorded[]> {
  return asRecorded(await prepared("operations", OPS(assignmentId)));
}

/** The same as a transaction sees them. */
export async function findOpsIn(tx: Tx, assignmentId: string): Promise<Recorded[]> {
  return asRecorded(await tx.$queryRaw(OPS(assignmentId)));
}

function asRecorded(rows: unknown): Recorded[] {
  return RecordedOps.parse(rows).map(({ payload, ...stored }) => ({ op: payload, ...stored }));
}

/** When a lease renewed now ends. */
export const leaseFrom = ({ now, leaseMinutes }: Pick<LockedAssignment, "now" | "leaseMinutes">) =>
  new Date(now.getTime() + leaseMinutes * 60_000);
