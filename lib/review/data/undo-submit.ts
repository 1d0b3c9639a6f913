import "server-only";
import { randomUUID } from "node:crypto";
import { only } from "@/lib/batch/data/assignment-list";
import { requestFurtherAnnotators } from "@/lib/batch/data/further-annotators";
import { deletePrefetched, releaseAssignments } from "@/lib/batch/data/release";
import { acceptReopened, retractSubmitted } from "@/lib/batch/data/submission-events";
import { db, type Tx } from "@/lib/database/db";
import { type Refusal, refuse } from "@/lib/http/refusals";
import { hasCompleted } from "@/lib/participation/data/participations";
import { hasFeedback } from "@/lib/quality/data/gold-comparison";
import { Quality } from "@/lib/quality/schema";
import {
  type Annotator,
  findOpsIn,
  type LockedAssignment,
  leaseFrom,
  lockAssignment,
  lockPlaceInBatch,
} from "@/lib/review/data/assignment-lock";
import { findAbout, insertRows, removeRows } from "@/lib/review/data/judgement-rows";
import { activeMs, signalsOf, touchResults, UNDO_MS } from "@/lib/review/data/submit";
import { fold } from "@/lib/review/rules/apply";
import { findFrame } from "@/lib/review/stimulus/find-frame";
import type { Framed } from "@/lib/review/stimulus/types";
import { Prisma } from "@/prisma/generated/client/client";

/**
 * Takes a submission or a skip back: opens the assignment under a new lease. Within ten seconds a submission is
 * undone: its rows are removed, and an earlier submission that it replaced counts again. Later, where the batch
 * allows it, the submission is reopened: it counts until it is submitted again. A skip is undone if no other annotator
 * has got the subject instead.
 *
 * An assignment opened meanwhile is put on hold with its work, and is the next one the annotator gets.
 */
export async function undoSubmit(
  annotator: Annotator,
  id: string,
): Promise<{ state: "open"; lease: string; leaseUntil: Date; version: number } | Refusal | null> {
  const framed = await findFrame(annotator, id);
  if (!framed) return null;
  return db.$transaction(async (tx) => {
    await lockPlaceInBatch(tx, annotator, id);
    const assignment = await lockAssignment(tx, annotator, id, null);
    if (!assignment) return null;
    const isSkipped = assignment.state === "skipped";
    const refused = isSkipped ? null : await refusalToReopen(tx, assignment);
    const closed = refused ?? refusalOfBatch(assignment);
    if (closed) return closed;
    if (await hasCompleted(tx, assignment)) return refuse("part-completed");
    if (!(await suspendOpenAssignment(tx, assignment))) return refuse("undo-blocked");

    const [lease, leaseUntil] = [randomUUID(), leaseFrom(assignment)];
    if (isSkipped) {
      if (!(await resumeSkipped(tx, assignment, { lease, leaseUntil }))) return refuse("skip-stands");
    } else if (isRecent(assignment)) await undoSubmission(tx, assignment, framed, { lease, leaseUntil });
    else await reopenOwn(tx, annotator, assignment, { lease, leaseUntil });
    return { state: "open", lease, leaseUntil, version: assignment.version };
  });
}

/**
 * Lets a submission stand that its annotator has reopened, whatever they have changed since. Null when the assignment
 * is not theirs.
 */
export function cancelReopening(
  annotator: Annotator,
  id: string,
): Promise<{ state: "submitted" } | Refusal | null> {
  return db.$transaction(async (tx) => {
    await lockPlaceInBatch(tx, annotator, id);
    const assignment = await lockAssignment(tx, annotator, id, null);
    if (!assignment) return null;
    const own = { assignmentId: id, endedAt: null, note: OWN_REOPENING };
    if (!(await tx.reopening.findFirst({ where: own, select: { id: true } }))) return refuse("not-reopened");
    const closed = refusalOfBatch(assignment);
    if (closed) return closed;
    await releaseAssignments(tx, only(id));
    // Locks the batch's row: of several simultaneous last submissions the last one emits that the batch has finished.
    await touchResults(tx, assignment.batchId);
    await acceptReopened(tx, assignment.batchId, only(id));
    return { state: "submitted" };
  });
}

/** The note of a reopening by the annotator: an admin's request always says what to look at. */
const OWN_REOPENING = "";

type NewLease = { lease: string; leaseUntil: Date };

const isRecent = ({ now, submittedAt }: LockedAssignment) =>
  submittedAt !== null && now.getTime() - submittedAt.getTime() <= UNDO_MS;

/** Why an assignment is no submission that its annotator may open again, or null. */
async function refusalToReopen(tx: Tx, assignment: LockedAssignment): Promise<Refusal | null> {
  if (assignment.state !== "submitted") return refuse("not-submitted");
  if (assignment.attempt > 0) return refuse("answers-stand");
  if (await hasFeedback(tx, assignment.id)) return refuse("feedback-given");
  if (isRecent(assignment)) return null;
  const batch = await tx.batch.findUniqueOrThrow({
    where: { id: assignment.batchId },
    select: { quality: true },
  });
  return Quality.parse(batch.quality).reopening ? null : refuse("undo-too-late");
}

/** Why nothing can be changed in the batch of an assignment, or null. */
function refusalOfBatch({ archivedAt, batchState, named }: LockedAssignment): Refusal | null {
  if (archivedAt) return refuse("project-archived");
  if (batchState === "paused") return refuse("batch-paused");
  if (batchState !== "open") return refuse("batch-closed");
  return named ? null : refuse("released");
}

/** Makes a submission as if it had not been. */
async function undoSubmission(
  tx: Tx,
  assignment: LockedAssignment,
  framed: Framed,
  lease: NewLease,
): Promise<void> {
  const { id, batchId } = assignment;
  await removeRows(tx, id);
  const earlier = await tx.reopening.findFirst({
    where: { assignmentId: id, endedAt: assignment.submittedAt },
  });
  const ops = earlier && (await findOpsIn(tx, id)).slice(0, earlier.version).map(({ op }) => op);
  const before = ops && fold(framed.frame, ops);
  const about = await findAbout(id);
  if (earlier && before) {
    await tx.reopening.update({ where: { id: earlier.id }, data: { endedAt: null } });
    if (about) await insertRows(tx, assignment, framed, before, earlier.submittedAt, about);
  }
  await tx.assignment.update({
    where: { id },
    data: {
      ...lease,
      state: "open",
      submittedAt: null,
      activeMs: before && activeMs(before),
      signals: (before && about && signalsOf(about, before)) ?? Prisma.DbNull,
      // That of an earlier submission is not known any more.
      language: null,
      submittedVersion: earlier?.version ?? null,
      reopenedAt: earlier?.at ?? null,
    },
  });
  await requestFurtherAnnotators(tx, id);
  await touchResults(tx, batchId);
  await retractSubmitted(tx, batchId, id);
}

/** Opens a submission that goes on counting until it is submitted again, and records that. */
async function reopenOwn(
  tx: Tx,
  annotator: Annotator,
  { id, batchId, submittedAt, version: latest, now }: LockedAssignment,
  lease: NewLease,
): Promise<void> {
  const { submittedVersion } = await tx.assignment.findUniqueOrThrow({
    where: { id },
    select: { submittedVersion: true },
  });
  const version = submittedVersion ?? latest;
  await tx.reopening.create({
    data: {
      assignmentId: id,
      note: OWN_REOPENING,
      at: now,
      askedBy: annotator.userId,
      submittedAt: submittedAt ?? now,
      version,
    },
  });
  await tx.assignment.update({
    where: { id },
    data: { ...lease, state: "open", submittedAt: null, submittedVersion: version, reopenedAt: now },
  });
  await touchResults(tx, batchId);
  await retractSubmitted(tx, batchId, id);
}

/** Opens a skipped assignment again in a free slot of its subject and arm; false if there is none. */
async function resumeSkipped(tx: Tx, { id, armId }: LockedAssignment, lease: NewLease): Promise<boolean> {
  const [slot] = await tx.$queryRaw<{ id: string }[]>`
    SELECT s."id" FROM "Slot" s WHERE s."armId" = ${armId}::uuid AND s."assignmentId" IS NULL
      AND s."subjectId" = (SELECT a."subjectId" FROM "Assignment" a WHERE a."id" = ${id}::uuid)
    ORDER BY s."orderKey" LIMIT 1 FOR UPDATE SKIP LOCKED`;
  if (!slot) return false;
  await tx.assignment.update({
    where: { id },
    data: { ...lease, state: "open", slotId: slot.id, skipReason: null, skippedAt: null },
  });
  await tx.slot.update({ where: { id: slot.id }, data: { assignmentId: id } });
  return true;
}

/**
 * False when the annotator has two assignments on hold already. Prefetched assignments are released to make
 * room.
 */
async function suspendOpenAssignment(tx: Tx, { batchId, raterId }: LockedAssignment): Promise<boolean> {
  const others = await tx.assignment.findMany({
    where: { batchId, raterId, state: { in: ["open", "reserved"] } },
    orderBy: { position: "asc" },
    select: { id: true, state: true, reservedNo: true, openedAt: true },
  });
  const open = others.find(({ state }) => state === "open");
  if (!open) return true;
  const last = others.findLast(({ state, openedAt }) => state === "reserved" && openedAt === null);
  const free = [1, 2].find((n) => !others.some(({ reservedNo }) => reservedNo === n));
  if (!free && last) await deletePrefetched(tx, Prisma.sql`a."id" = ${last.id}::uuid`);
  const place = free ?? last?.reservedNo;
  if (!place) return false;
  await tx.assignment.update({ where: { id: open.id }, data: { state: "reserved", reservedNo: place } });
  return true;
}
