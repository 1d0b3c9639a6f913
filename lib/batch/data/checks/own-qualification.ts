import "server-only";
import type { Member } from "@/lib/auth/actor";
import { isAttemptOver } from "@/lib/batch/data/checks/graded-answers";
import { findQualificationProgress } from "@/lib/batch/data/checks/qualification";
import type { BatchState } from "@/lib/batch/schema";
import { db } from "@/lib/database/db";
import {
  attemptsOf,
  hasStages,
  isDoneWith,
  type QualificationStage,
} from "@/lib/quality/rules/qualification";
import { type Compared, type ExamOutcome, Quality, type StageView, StoredAnswer } from "@/lib/quality/schema";
import type { Prisma } from "@/prisma/generated/client/client";

/**
 * The stage of a training or exam assignment, and whether its annotator may see the expected answers after
 * submitting: for training at once; for an exam when they are done with it, and only if it reveals them.
 */
export async function findStage(
  { id, batchId, raterId, attempt }: { id: string; batchId: string; raterId: string; attempt: number },
  rule: Pick<Quality, "training" | "exam">,
): Promise<{ view: Omit<StageView, "n">; mayRead: boolean }> {
  const theirs = { batchId, raterId };
  const [{ where, training, exam, granted }, { subject }] = await Promise.all([
    findQualificationProgress(db, theirs, rule),
    db.assignment.findUniqueOrThrow({ where: { id }, select: { subject: { select: { use: true } } } }),
  ]);
  if (subject.use === "training" || !rule.exam) {
    const view = { use: "training" as const, of: training.length, attempt, attempts: 1, isOver: false };
    return { view, mayRead: true };
  }
  const isOver = await isAttemptOver(db, theirs, attempt, rule.exam);
  const attempts = attemptsOf(rule.exam, granted);
  const view = { use: "exam" as const, of: exam.length, attempt, attempts, isOver };
  return { view, mayRead: rule.exam.reveal && isDoneWith(where) };
}

/**
 * Compares a training or exam submission with gold. The caller must have checked that the annotator may see
 * it.
 */
export async function listAnswers(assignmentId: string): Promise<Compared[]> {
  const rows = await db.goldAnswer.findMany({
    where: { assignmentId },
    orderBy: { position: "asc" },
    select: answerColumns,
  });
  return rows.map(comparedOf);
}

const answerColumns = {
  about: true,
  question: true,
  given: true,
  gold: true,
  explanation: true,
  isRight: true,
  itemVersion: { select: { name: true, text: true } },
} satisfies Prisma.GoldAnswerSelect;

function comparedOf({
  about,
  question,
  given,
  gold,
  explanation,
  isRight,
  itemVersion,
}: Prisma.GoldAnswerGetPayload<{ select: typeof answerColumns }>): Compared {
  return {
    about,
    item: itemVersion && (itemVersion.name ?? itemVersion.text),
    question,
    given: StoredAnswer.nullable().parse(given),
    gold: StoredAnswer.parse(gold),
    explanation,
    right: isRight,
  };
}

/** An annotator's progress in the training and exam of a batch, as shown to them. */
export type OwnQualification = {
  batch: { id: string; name: string; state: BatchState };
  rule: Pick<Quality, "training" | "exam">;
  where: QualificationStage;
  /** In order. For an exam that does not reveal its answers these results are all that is shown. */
  results: ExamOutcome[];
  attempts: number;
  /** The expected answers of the last attempt, once they may be shown. */
  answers: Compared[];
};

/**
 * The annotator's own qualification, for their page. Null when the batch has no training or exam, or the
 * annotator does not work on it.
 */
export async function findOwnQualification(
  annotator: Member<"annotator">,
  batchId: string,
): Promise<OwnQualification | null> {
  const named = await db.batchAnnotator.findFirst({
    where: {
      batchId,
      batch: { state: { not: "draft" } },
      membership: { userId: annotator.userId, disabledAt: null, user: { disabledAt: null } },
    },
    select: {
      membership: { select: { raterId: true } },
      batch: { select: { id: true, name: true, state: true, quality: true } },
    },
  });
  const rule = named && Quality.parse(named.batch.quality);
  if (!named || !rule || !hasStages(rule)) return null;
  const { quality: _, ...batch } = named.batch;
  const theirs = { batchId, raterId: named.membership.raterId };
  const [{ where, granted }, results] = await Promise.all([
    findQualificationProgress(db, theirs, rule),
    db.examResult.findMany({
      where: theirs,
      orderBy: { attempt: "asc" },
      select: { attempt: true, asked: true, right: true, passed: true },
    }),
  ]);
  const { training, exam } = rule;
  const mayRead = exam?.reveal === true && results.length > 0 && isDoneWith(where);
  const last = results.at(-1)?.attempt ?? 0;
  const answers = mayRead
    ? await db.goldAnswer.findMany({
        where: { assignment: { ...theirs, attempt: last, subject: { use: "exam" } } },
        orderBy: [{ assignment: { position: "asc" } }, { position: "asc" }],
        select: answerColumns,
      })
    : [];
  return {
    batch,
    rule: { training, exam },
    where,
    results,
    attempts: exam ? attemptsOf(exam, granted) : 0,
    answers: answers.map(comparedOf),
  };
}
