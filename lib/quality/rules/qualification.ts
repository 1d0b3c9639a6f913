import type { Quality } from "@/lib/quality/schema";

export type ExamRule = NonNullable<Quality["exam"]>;

/** Of so many units asked, the fewest that have to be right to pass. */
export function neededOf(asked: number, { pass }: Pick<ExamRule, "pass">): number {
  return Math.ceil((pass * asked) / 100);
}

/** Whether so many right ones of those asked pass. */
export function isPassed(right: number, asked: number, exam: Pick<ExamRule, "pass">): boolean {
  return right >= neededOf(asked, exam);
}

/** Whether a batch has anything before its own work. */
export const hasStages = ({ training, exam }: Pick<Quality, "training" | "exam">) =>
  training !== null || exam !== null;

/** How often somebody may try. */
export const attemptsOf = (exam: Pick<ExamRule, "attempts">, granted: number) => exam.attempts + granted;

/** What is known of one annotator's way into a batch. */
export type QualificationProgress = {
  /** They are given the batch's own work. */
  qualified: boolean;
  /** Subjects that they have submitted of the training, and of the attempt at the exam that comes after the last result. */
  trained: number;
  examined: number;
  /** Their attempts that came to an end, in order. */
  results: readonly { passed: boolean }[];
  /** Attempts beyond those that everybody has. */
  granted: number;
};

/** Which of a batch's training, exam and work somebody is at; of the first two, what they do next is the n-th. */
export type QualificationStage =
  | { at: "training"; n: number; of: number }
  | { at: "exam"; n: number; of: number; attempt: number; attempts: number }
  | { at: "failed" }
  /** `through`: by what they have just come through; null once that is on record, or was never asked. */
  | { at: "work"; through: "training" | "exam" | null };

/** Training first, subject by subject; then the exam, as often as it takes and is allowed; then the work. */
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
  // It came to its end without a result: nothing was left to compare with, and nobody fails for that.
  return { at: "work", through: "exam" };
}

/** Whether nothing of the exam lies before them any more. */
export const isDoneWith = ({ at }: QualificationStage) => at === "failed" || at === "work";
