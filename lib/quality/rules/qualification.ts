import type { Quality } from "@/lib/quality/schema";

export type ExamRule = NonNullable<Quality["exam"]>;

/** The smallest number of correct units among those asked that passes. */
export function neededOf(total: number, { pass }: Pick<ExamRule, "pass">): number {
  return Math.ceil((pass * total) / 100);
}

/** True if this many correct answers pass. */
export function isPassed(right: number, total: number, exam: Pick<ExamRule, "pass">): boolean {
  return right >= neededOf(total, exam);
}

/** True if a batch has training or an exam. */
export const hasStages = ({ training, exam }: Pick<Quality, "training" | "exam">) =>
  training !== null || exam !== null;

/** Number of attempts an annotator has. */
export const attemptsOf = (exam: Pick<ExamRule, "attempts">, granted: number) => exam.attempts + granted;

/** One annotator's progress towards a batch's work. */
export type QualificationProgress = {
  /** They may work on the batch. */
  qualified: boolean;
  /** Submitted subjects of the training, and of the exam attempt after the last result. */
  trained: number;
  examined: number;
  /** Their completed attempts, in order. */
  results: readonly { passed: boolean }[];
  /** Attempts beyond the usual number. */
  granted: number;
};

/**
 * The stage of an annotator: training, exam or work; of the first two with the number of the next assignment.
 */
export type QualificationStage =
  | { at: "training"; n: number; of: number }
  | { at: "exam"; n: number; of: number; attempt: number; attempts: number }
  | { at: "failed" }
  /** `through`: by what they have just come through; null once that is on record, or was never asked. */
  | { at: "work"; through: "training" | "exam" | null };

/** First training, subject by subject; then the exam, until it is passed or no attempt is left; then work. */
export function qualificationStage(
  way: QualificationProgress,
  { training, exam }: Pick<Quality, "training" | "exam">,
): QualificationStage {
  const { qualified, trained, examined, results, granted } = way;
  const lessons = training?.subjects ?? 0;
  if (qualified || (lessons === 0 && !exam)) return { at: "work", through: null };
  if (trained < lessons) return { at: "training", n: trained + 1, of: lessons };
  if (!exam) return { at: "work", through: "training" };
  if (results.some(({ passed }) => passed)) return { at: "work", through: "exam" };
  const [attempt, attempts] = [results.length + 1, attemptsOf(exam, granted)];
  if (attempt > attempts) return { at: "failed" };
  if (examined < exam.subjects) return { at: "exam", n: examined + 1, of: exam.subjects, attempt, attempts };
  // The attempt ended without a result because no gold was left to compare with, which is not counted as
  // failed.
  return { at: "work", through: "exam" };
}

/** True if no exam is left to do. */
export const isDoneWith = ({ at }: QualificationStage) => at === "failed" || at === "work";
