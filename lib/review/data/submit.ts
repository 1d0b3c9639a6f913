import "server-only";
import type { z } from "zod";
import { type GradedAnswer, storeGradedAnswers } from "@/lib/batch/data/checks/graded-answers";
import { requestFurtherAnnotators } from "@/lib/batch/data/further-annotators";
import { emitSubmitted } from "@/lib/batch/data/submission-events";
import { db, type Tx } from "@/lib/database/db";
import { type Refusal, refuse } from "@/lib/http/refusals";
import { OVERALL, PREFERENCE } from "@/lib/judgement/schema/units";
import { hasFeedback } from "@/lib/quality/data/gold-comparison";
import { goldUnit } from "@/lib/quality/rules/gold";
import {
  type Annotator,
  assignmentRefusal,
  findOpsIn,
  lockAssignment,
  lockPlaceInBatch,
} from "@/lib/review/data/assignment-lock";
import { cachedDocument } from "@/lib/review/data/document-cache";
import { type About, findAbout, insertRows, removeRows, required } from "@/lib/review/data/judgement-rows";
import { staleSince } from "@/lib/review/data/record-operations";
import { fold } from "@/lib/review/rules/apply";
import { missing } from "@/lib/review/rules/complete";
import { project } from "@/lib/review/rules/projection";
import { labelKey } from "@/lib/review/rules/selectors";
import type { SubmitBody } from "@/lib/review/schema";
import type { ReviewDocument } from "@/lib/review/schema/document";
import type { SignalCounts } from "@/lib/review/schema/operation";
import { findFrame } from "@/lib/review/stimulus/find-frame";
import type { Framed } from "@/lib/review/stimulus/types";

/** Time in which a submission can be undone, in ms. */
export const UNDO_MS = 10_000;

export type Submitted = {
  state: "submitted";
  submittedAt: Date;
  /**
   * The time until which the submission can be undone. If the annotator gets feedback on gold, undo ends at
   * once.
   */
  undoUntil: Date;
  /** There is feedback: the comparison with gold, or the result of the exam it completes. */
  feedback?: true;
  result?: true;
};

/**
 * Submits an assignment: writes its judgements, decisions and answers in the same transaction, replacing
 * those of an earlier submission that was sent back. "stale" when another tab has written since version
 * `base`; "incomplete" lists what is missing. One of several simultaneous submissions succeeds, the others
 * get "already-submitted". Of training and exams only the answers to gold are stored; they are in no result
 * of the batch.
 */
export async function submit(
  annotator: Annotator,
  id: string,
  { lease, base, language }: z.infer<typeof SubmitBody>,
): Promise<Submitted | Refusal | null> {
  // A document that this process saved last is not read again; its version is checked under the lock.
  const recalled = cachedDocument(id);
  const framed = recalled ?? (await findFrame(annotator, id));
  const about = await findAbout(id);
  if (!framed || !about) return null;
  return db.$transaction(async (tx) => {
    await lockPlaceInBatch(tx, annotator, id);
    const assignment = await lockAssignment(tx, annotator, id, lease);
    if (!assignment) return null;
    const refused = assignmentRefusal(assignment);
    if (refused) return refused;
    // Moved to another arm meanwhile.
    if (framed.armId !== assignment.armId || about.armId !== assignment.armId) return refuse("expired");
    const isCurrent =
      recalled !== undefined &&
      recalled.ops.length === assignment.version &&
      (recalled.ops.at(-1)?.op ?? null) === assignment.lastOp;
    const ops = isCurrent ? [...recalled.ops] : (await findOpsIn(tx, id)).map(({ op }) => op);
    if (base !== undefined && base !== assignment.version) {
      const since = base > assignment.version ? 0 : base;
      return refuse("stale", staleSince(framed.frame, ops, since, ops.slice(since)));
    }
    const document = isCurrent ? recalled.document : fold(framed.frame, ops);
    const left = missing(framed.frame, document);
    if (left.length > 0) return refuse("incomplete", { missing: left });

    if (assignment.reopenedAt) await removeRows(tx, id);
    const signals = signalsOf(about, document);
    await tx.$executeRaw`
      WITH reopened AS (
        UPDATE "Reopening" SET "endedAt" = ${assignment.now} WHERE "assignmentId" = ${id}::uuid AND "endedAt" IS NULL
      )
      UPDATE "Assignment" SET "state" = 'submitted', "submittedAt" = ${assignment.now}, "submittedVersion" = ${assignment.version},
        "reopenedAt" = NULL, "lease" = NULL, "leaseUntil" = NULL, "activeMs" = ${activeMs(document)},
        "signals" = ${signals && JSON.stringify(signals)}::jsonb,
        "language" = ${language ?? null}
      WHERE "id" = ${id}::uuid`;
    if (assignment.attempt > 0) {
      const shownAs = await storeGradedAnswers(tx, assignment, questionsIn(framed, document));
      return {
        state: "submitted",
        submittedAt: assignment.now,
        undoUntil: assignment.now,
        ...(shownAs && { [shownAs]: true }),
      };
    }
    await insertRows(tx, assignment, framed, document, assignment.now, about);
    const feedback = about.isCheck && (await hasFeedback(tx, id));
    if (about.growsOverlap) await requestFurtherAnnotators(tx, id);
    // Comes last: until the commit, all other submissions of the batch wait for this row.
    await touchResults(tx, assignment.batchId);
    await emitSubmitted(tx, assignment.batchId, id);
    if (feedback)
      return { state: "submitted", submittedAt: assignment.now, undoUntil: assignment.now, feedback };
    const undoUntil = new Date(assignment.now.getTime() + UNDO_MS);
    return { state: "submitted", submittedAt: assignment.now, undoUntil };
  });
}

/**
 * Skips an assignment, with a reason: another annotator gets the subject, and this one does not see it again.
 * Operations stay recorded but count for nothing.
 */
export function skip(
  annotator: Annotator,
  id: string,
  { lease, reason }: { lease: string; reason: string },
): Promise<{ state: "skipped" } | Refusal | null> {
  return db.$transaction(async (tx) => {
    await lockPlaceInBatch(tx, annotator, id);
    const assignment = await lockAssignment(tx, annotator, id, lease);
    if (!assignment) return null;
    const refused = assignmentRefusal(assignment);
    if (refused) return refused;
    if (assignment.attempt > 0) return refuse("exam-not-skipped");
    if (assignment.reopenedAt) return refuse("reopened-not-skipped");
    await tx.assignment.update({
      where: { id },
      data: {
        state: "skipped",
        skipReason: reason,
        skippedAt: assignment.now,
        lease: null,
        leaseUntil: null,
      },
    });
    await tx.slot.updateMany({ where: { assignmentId: id }, data: { assignmentId: null } });
    return { state: "skipped" };
  });
}

/** Every unit of an assignment that can have gold, in the order shown, with the given answer. */
function questionsIn({ frame, rows }: Framed, document: ReviewDocument): GradedAnswer[] {
  const { judgements, labels } = project(frame, document);
  const values = new Map(judgements.map(({ item, value }) => [item, value]));
  const chosen = new Map(labels.map((row) => [labelKey(row.question, row.item), row.labels]));
  const ofPage = { versionId: null, question: null };
  return frame.steps.flatMap((step): GradedAnswer[] => {
    switch (step.type) {
      case "judge":
        return step.items.map(({ key }) => {
          const { id, versionId } = required(rows.items.get(key), key);
          const given = values.get(key) ?? null;
          return { about: "value", unit: goldUnit.value(id), versionId, question: null, given };
        });
      case "score":
        return [
          { ...ofPage, about: "value", unit: goldUnit.value(null), given: values.get(OVERALL) ?? null },
        ];
      case "prefer": {
        const given = values.get(PREFERENCE) ?? null;
        return [
          { ...ofPage, about: "preference", unit: goldUnit.preference(), given, swapped: rows.swapped },
        ];
      }
      case "label":
        // Labels of a response have no gold.
        if (step.about === "response") return [];
        return step.units.map(({ key, item }) => {
          const row = item === null ? null : required(rows.items.get(item), item);
          return {
            about: "labels",
            unit: goldUnit.labels(step.id, row?.id ?? null),
            versionId: row?.versionId ?? null,
            question: step.question,
            given: chosen.get(key) ?? null,
          };
        });
      default:
        return [];
    }
  });
}

const NO_SIGNALS: SignalCounts = { pastes: 0, pastedCharacters: 0, timesAway: 0, awayMs: 0 };

/** The signals that a submission is stored with; null where the batch does not count them. */
export const signalsOf = ({ countsSignals }: About, { signals }: ReviewDocument) =>
  countsSignals ? (signals ?? NO_SIGNALS) : null;

/** Active work in a document, in milliseconds. */
export const activeMs = (document: ReviewDocument) =>
  Object.values(document.times).reduce((sum, time) => sum + time.activeMs, 0);

/** Marks a batch's results as changed, so that reports are recomputed. */
export async function touchResults(tx: Tx, batchId: string) {
  await tx.$executeRaw`UPDATE "Batch" SET "dataVersion" = "dataVersion" + 1 WHERE "id" = ${batchId}::uuid`;
}
