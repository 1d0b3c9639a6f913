import "server-only";
import { type BatchRater, findQualificationStage, qualify } from "@/lib/batch/data/checks/qualification";
import type { db, Tx } from "@/lib/database/db";
import { swapSides } from "@/lib/judgement/rules/sides";
import { findGoldOf } from "@/lib/quality/data/gold-comparison";
import { isLabels, isRight } from "@/lib/quality/rules/gold";
import { type ExamRule, isPassed } from "@/lib/quality/rules/qualification";
import { type GoldAbout, type GoldAnswer, Quality } from "@/lib/quality/schema";
import { Prisma } from "@/prisma/generated/client/client";

/** One answer of training or an exam. */
export type GradedAnswer = {
  about: GoldAbout;
  /** The key that `goldUnit` makes. */
  unit: string;
  versionId: string | null;
  /** For labels: the question. */
  question: string | null;
  given: GoldAnswer | null;
  /** Set if the preference refers to the pair in reverse order. */
  swapped?: boolean;
};

/**
 * Stores an annotator's answers of a training or exam submission beside the expected answers. Returns whether
 * feedback can be shown now: the comparison after each training subject, the result at the end of an exam.
 * Marks an annotator who has completed everything as qualified. Call it after the assignment is submitted,
 * with its batch locked.
 */
export async function storeGradedAnswers(
  tx: Tx,
  assignment: { id: string; batchId: string; raterId: string; attempt: number },
  questions: readonly GradedAnswer[],
): Promise<"feedback" | "result" | null> {
  const { id, batchId, raterId, attempt } = assignment;
  const { subject, batch } = await tx.assignment.findUniqueOrThrow({
    where: { id },
    select: {
      subject: { select: { use: true, taskId: true, responseId: true, responseBId: true } },
      batch: { select: { quality: true } },
    },
  });
  const quality = Quality.parse(batch.quality);
  const expected = await findGoldOf(tx, subject);
  const within = quality.exam?.within ?? 0;
  const known = questions.flatMap(({ unit, swapped, ...one }) => {
    const found = expected.get(unit);
    if (!found) return [];
    const { explanation } = found;
    const gold = swapped && !isLabels(found.gold) ? swapSides(found.gold) : found.gold;
    const right = isRight(one.about, one.given, gold, within);
    return right === null ? [] : [{ ...one, gold, explanation, right }];
  });
  await tx.goldAnswer.createMany({
    data: known.map(({ about, versionId, question, given, gold, explanation, right }, position) => ({
      assignmentId: id,
      position,
      about,
      itemVersionId: versionId,
      question,
      given: given === null ? Prisma.DbNull : asJson(given),
      gold: asJson(gold),
      explanation,
      isRight: right,
    })),
  });

  const theirs = { batchId, raterId };
  if (subject.use === "training") {
    const where = await findQualificationStage(tx, theirs, quality);
    if (where.at === "work" && where.through) await qualify(tx, theirs, where.through);
    return "feedback";
  }
  if (!quality.exam || !(await isAttemptOver(tx, theirs, attempt, quality.exam))) return null;
  const result = await countRight(tx, theirs, attempt);
  if (result.asked > 0) {
    const passed = isPassed(result.right, result.asked, quality.exam);
    await tx.examResult.create({ data: { ...theirs, attempt, ...result, passed } });
  }
  const where = await findQualificationStage(tx, theirs, quality);
  if (where.at === "work" && where.through) await qualify(tx, theirs, where.through);
  if (where.at === "failed") await screenOut(tx, theirs);
  return "result";
}

/** True if all assignments of an exam attempt are submitted. */
export async function isAttemptOver(
  from: Tx | typeof db,
  { batchId, raterId }: BatchRater,
  attempt: number,
  { subjects }: ExamRule,
): Promise<boolean> {
  const done = { batchId, raterId, attempt, state: "submitted" as const, subject: { use: "exam" as const } };
  return (await from.assignment.count({ where: done })) === subjects;
}

async function countRight(tx: Tx, { batchId, raterId }: BatchRater, attempt: number) {
  const where = { assignment: { batchId, raterId, attempt, subject: { use: "exam" as const } } };
  const questions = await tx.goldAnswer.count({ where });
  return { asked: questions, right: await tx.goldAnswer.count({ where: { ...where, isRight: true } }) };
}

/** Ends the participation of a guest who has not passed, and frees their place. */
async function screenOut(tx: Tx, { batchId, raterId }: BatchRater): Promise<void> {
  const now = new Date();
  await tx.participation.updateMany({
    where: { batchId, completedAt: null, participant: { membership: { raterId } } },
    data: { leftAt: now, screenedAt: now },
  });
}

const asJson = (answer: GoldAnswer) => (isLabels(answer) ? [...answer] : answer);
