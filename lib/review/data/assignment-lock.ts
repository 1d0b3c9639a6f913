import "server-only";
import type { Member } from "@/lib/auth/actor";
import { prepared, type Tx } from "@/lib/database/db";
import { type Refusal, refuse } from "@/lib/http/refusals";
import { type RecordedOp, RecordedOps } from "@/lib/review/schema";
import { type AssignmentState, type BatchState, Prisma } from "@/prisma/generated/client/client";

export type Annotator = Pick<Member<"annotator">, "userId" | "may">;

/**
 * Condition for assignments of the annotator's own pseudonym, if account and membership are active. This is
 * the authorisation rule of this folder.
 */
export const ownedBy = (annotator: Annotator): Prisma.AssignmentWhereInput => ({
  rater: {
    membership: { userId: annotator.userId, disabledAt: null, user: { disabledAt: null } },
  },
});

/** The same rule as an SQL condition on "Assignment" a. */
export const ownedBySql = (annotator: Annotator) => Prisma.sql`EXISTS (
  SELECT FROM "Membership" m JOIN "User" u ON u."id" = m."userId"
  WHERE m."raterId" = a."raterId" AND m."userId" = ${annotator.userId}::uuid
    AND m."disabledAt" IS NULL AND u."disabledAt" IS NULL)`;

export type LockedAssignment = {
  id: string;
  batchId: string;
  raterId: string;
  /** Null for training and exams. */
  slotId: string | null;
  armId: string;
  state: AssignmentState;
  /** Attempt of training and exams, from 1; otherwise 0. */
  attempt: number;
  version: number;
  /** The last operation of this version; null before the first. */
  lastOp: string | null;
  openedAt: Date | null;
  submittedAt: Date | null;
  leaseUntil: Date | null;
  /** When the submission was sent back, while it waits to be redone. */
  reopenedAt: Date | null;
  batchState: BatchState;
  /** True if the annotator is still one of the batch's annotators. */
  named: boolean;
  /** When the project was archived. */
  archivedAt: Date | null;
  leaseMinutes: number;
  /** State of the lease in the request: valid, expired but not taken over, no lease, or a different one. */
  lease: "ours" | "passed" | "none" | "another";
  now: Date;
};

/** Locks the annotator's assignment and returns it with the database's clock; null when it is not theirs. */
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
 * Locks the batch of an assignment against closing and pausing, and the annotator's place in it against their
 * own claims. Other annotators are not blocked: only changes to the whole batch lock its row FOR UPDATE.
 * Taken before the assignment's lock, as in claiming, so that the two cannot deadlock; updates of the batch
 * row itself come last.
 */
export async function lockPlaceInBatch(tx: Tx, annotator: Annotator, id: string): Promise<void> {
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

/** Why an assignment cannot be written to now, or null. */
export function assignmentRefusal(assignment: LockedAssignment): Refusal | null {
  if (assignment.state === "submitted") return refuse("already-submitted");
  if (assignment.archivedAt) return refuse("project-archived");
  if (assignment.state === "skipped" || assignment.state === "reserved") return refuse("not-open");
  switch (assignment.batchState) {
    case "draft":
    case "closed":
    case "archived":
      return refuse("batch-closed");
    case "paused":
      return refuse("batch-paused");
    case "open":
      if (assignment.state === "returned") return refuse("released");
      return assignment.state === "open" && assignment.lease === "ours" ? null : refuse("expired");
  }
}

const OPS = (assignmentId: string) => Prisma.sql`SELECT "payload", "seq", "recordedAt" FROM "Operation"
  WHERE "assignmentId" = ${assignmentId}::uuid ORDER BY "seq"`;

/** An assignment's operations in order. */
export async function findOps(assignmentId: string): Promise<RecordedOp[]> {
  return asRecorded(await prepared("operations", OPS(assignmentId)));
}

/** The operations of an assignment, read in the caller's transaction. */
export async function findOpsIn(tx: Tx, assignmentId: string): Promise<RecordedOp[]> {
  return asRecorded(await tx.$queryRaw(OPS(assignmentId)));
}

/** Operations as they were read from the database. */
export function asRecorded(rows: unknown): RecordedOp[] {
  return RecordedOps.parse(rows).map(({ payload, ...stored }) => ({ op: payload, ...stored }));
}

/** The end of a lease renewed now. */
export const leaseFrom = ({ now, leaseMinutes }: Pick<LockedAssignment, "now" | "leaseMinutes">) =>
  new Date(now.getTime() + leaseMinutes * 60_000);
