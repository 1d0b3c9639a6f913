import "server-only";
import { memberOf } from "@/lib/auth/actor";
import { audit } from "@/lib/auth/audit";
import { about, only } from "@/lib/batch/data/assignment-list";
import { type Admin, lockBatch } from "@/lib/batch/data/lock-batch";
import { inBatchCondition, isPrefetched, ofDesign, releaseAssignments } from "@/lib/batch/data/release";
import { acceptReopened, retractSubmitted } from "@/lib/batch/data/submission-events";
import type { AffectedWork } from "@/lib/batch/schema/views";
import { db, type Tx } from "@/lib/database/db";
import { type Refusal, refuse } from "@/lib/http/refusals";
import { notify, personOf, retractNotices } from "@/lib/notice/data/notify";
import { hasFeedback } from "@/lib/quality/data/gold-comparison";
import { type AssignmentState, Prisma } from "@/prisma/generated/client/client";

/**
 * Counts the assignments that closing a batch would affect, or removing one annotator (`membership`) from it;
 * `free` counts the whole batch in both cases. Null when the batch is not the admin's.
 */
export async function findAffectedWork(
  admin: Admin,
  id: string,
  membership?: string,
): Promise<AffectedWork | null> {
  const batch = await db.batch.findFirst({ where: { id, project: memberOf(admin) }, select: { id: true } });
  if (!batch) return null;
  const whose = membership
    ? Prisma.sql`AND a."raterId" = (SELECT m."raterId" FROM "Membership" m WHERE m."id" = ${membership}::uuid)`
    : Prisma.empty;
  const [affected] = await db.$queryRaw<AffectedWork[]>`
    SELECT count(*) FILTER (WHERE a."state" = 'open' AND a."reopenedAt" IS NULL)::int AS "open",
      count(*) FILTER (WHERE a."state" = 'reserved' AND a."reopenedAt" IS NULL AND NOT ${isPrefetched})::int AS "onHold",
      count(*) FILTER (WHERE a."reopenedAt" IS NOT NULL)::int AS "reopened",
      count(*) FILTER (WHERE a."state" = 'submitted')::int AS "submitted",
      (SELECT count(*)::int FROM "Slot" s LEFT JOIN "Assignment" a ON a."id" = s."assignmentId"
        WHERE s."batchId" = ${id}::uuid AND (s."assignmentId" IS NULL OR ${isPrefetched})) AS "free"
    FROM "Assignment" a WHERE ${inBatchCondition(id)} AND ${ofDesign} ${whose}`;
  return affected ?? null;
}

/**
 * Removes an annotator from a batch. Their unfinished assignments are released, sent-back submissions count
 * as submitted, and submissions stay. No change if they do not work on it. Null when the batch is not the
 * admin's or the person is not in its project.
 */
export function removeAnnotator(
  admin: Admin,
  id: string,
  membership: string,
): Promise<{ removed: boolean; returned: number; stand: number } | Refusal | null> {
  return db.$transaction(async (tx) => {
    const batch = await lockBatch(tx, admin, id);
    if (!batch) return null;
    const person = await tx.membership.findFirst({ where: { id: membership, projectId: batch.projectId } });
    if (!person) return null;
    if (batch.archivedAt) return refuse("archived");
    if (batch.state === "closed" || batch.state === "archived") return refuse("batch-closed");
    const { count } = await tx.batchAnnotator.deleteMany({
      where: { batchId: id, membershipId: membership },
    });
    if (count === 0) return { removed: false, returned: 0, stand: 0 };
    const theirs = Prisma.sql`${inBatchCondition(id)} AND a."raterId" = ${person.raterId}::uuid`;
    const returned = await releaseAssignments(tx, theirs);
    const closedReopenings = await acceptReopened(tx, id, theirs);
    await audit(tx, admin, {
      action: "batch.annotator-removed",
      projectId: batch.projectId,
      subject: ["Batch", id],
      detail: { membership, returned, stand: closedReopenings },
    });
    return { removed: true, returned, stand: closedReopenings };
  });
}

/**
 * Releases an assignment of an annotator who makes no progress. Saved operations stay, its slot is free for
 * others; a sent-back submission waits for its annotator again. Null when it is not the admin's.
 */
export function releaseAssignment(
  admin: Admin,
  id: string,
): Promise<{ state: AssignmentState } | Refusal | null> {
  return change(admin, id, async (tx, { assignment, ...batch }) => {
    if (assignment.state === "submitted") return refuse("already-submitted");
    if (assignment.state !== "open" && assignment.state !== "reserved") return refuse("not-in-progress");
    await releaseAssignments(tx, only(id));
    await audit(tx, admin, { action: "assignment.released", ...about(batch, id) });
    return { state: assignment.reopenedAt ? "reopened" : "returned" };
  });
}

/**
 * Sends a submission back to its annotator with a note. The submission counts until it is submitted again,
 * and its slot stays theirs. It is in their list, and can be opened once nothing else is open.
 */
export function reopenAssignment(
  admin: Admin,
  id: string,
  { note }: { note: string },
): Promise<{ state: AssignmentState } | Refusal | null> {
  return change(admin, id, async (tx, { assignment, ...batch }) => {
    if (assignment.reopenedAt) return refuse("already-reopened");
    if (assignment.state !== "submitted" || !assignment.submittedAt) return refuse("not-submitted");
    if (assignment.attempt > 0) return refuse("answers-stand");
    if (await hasFeedback(tx, id)) return refuse("feedback-given");
    const annotator = await tx.batchAnnotator.findFirst({
      where: {
        batchId: batch.id,
        membership: { raterId: assignment.raterId, disabledAt: null, user: { disabledAt: null } },
      },
    });
    if (!annotator) return refuse("annotator-gone");
    const at = new Date();
    const version = assignment.submittedVersion ?? assignment.version;
    await tx.reopening.create({
      data: {
        assignmentId: id,
        note,
        at,
        askedBy: admin.userId,
        submittedAt: assignment.submittedAt,
        version,
      },
    });
    await tx.assignment.update({
      where: { id },
      data: { state: "reopened", submittedAt: null, submittedVersion: version, reopenedAt: at },
    });
    await retractSubmitted(tx, batch.id, id);
    await tx.batch.update({ where: { id: batch.id }, data: { dataVersion: { increment: 1 } } });
    await audit(tx, admin, { action: "assignment.reopened", ...about(batch, id) });
    const { name } = await tx.batch.findUniqueOrThrow({ where: { id: batch.id }, select: { name: true } });
    const notice = { kind: "sent-back", projectId: batch.projectId, subjectId: id, name } as const;
    await notify(tx, { ...notice, path: "/annotate" }, personOf(assignment.raterId), admin);
    return { state: "reopened" };
  });
}

/** Withdraws a request to redo: the submission counts as it was, whatever its annotator has done since. */
export function withdrawReopening(
  admin: Admin,
  id: string,
): Promise<{ state: AssignmentState } | Refusal | null> {
  return change(admin, id, async (tx, { assignment, ...batch }) => {
    if (!assignment.reopenedAt) return refuse("not-reopened");
    await releaseAssignments(tx, only(id));
    await acceptReopened(tx, batch.id, only(id));
    await retractNotices(tx, "sent-back", id);
    await tx.batch.update({ where: { id: batch.id }, data: { dataVersion: { increment: 1 } } });
    await audit(tx, admin, { action: "assignment.reopening-withdrawn", ...about(batch, id) });
    return { state: "submitted" };
  });
}

/** Changes an assignment of an active batch, with both locked. The batch is locked first, as everywhere. */
function change<Result>(
  admin: Admin,
  id: string,
  act: (
    tx: Tx,
    found: { id: string; projectId: string; assignment: Assignment },
  ) => Promise<Result | Refusal>,
): Promise<Result | Refusal | null> {
  return db.$transaction(async (tx) => {
    const found = await tx.assignment.findFirst({
      where: { id, batch: { project: memberOf(admin) } },
      select: { batchId: true },
    });
    const batch = found && (await lockBatch(tx, admin, found.batchId));
    if (!batch) return null;
    if (batch.archivedAt) return refuse("archived");
    if (batch.state !== "open" && batch.state !== "paused") return refuse("batch-closed");
    await tx.$queryRaw`SELECT FROM "Assignment" a WHERE ${only(id)} FOR UPDATE`;
    const assignment = await tx.assignment.findUniqueOrThrow({ where: { id } });
    return act(tx, { id: batch.id, projectId: batch.projectId, assignment });
  });
}

type Assignment = Prisma.AssignmentGetPayload<object>;
