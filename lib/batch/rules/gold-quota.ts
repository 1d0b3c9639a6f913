import type { SubjectSelection } from "@/lib/batch/schema";
import type { Quality } from "@/lib/quality/schema";

/** Number of checks mixed into a batch, if enough subjects have gold. */
export function checksOf(subjects: number, { share }: { share: number }): number {
  return Math.max(1, Math.round(subjects * share));
}

/** Number of subjects with gold that are required: those of training and exam, and at least one for checks. */
export function goldFor({ training, exam, gold }: Quality): number {
  return (training?.subjects ?? 0) + (exam?.subjects ?? 0) + (gold ? 1 : 0);
}

/**
 * The number of a batch's subjects that certainly become training and exam. For a sample possibly none: they are
 * drawn from everything that matches the filter.
 */
export function checksBeforeWork({ training, exam }: Quality, sample: SubjectSelection["sample"]): number {
  return sample ? 0 : (training?.subjects ?? 0) + (exam?.subjects ?? 0);
}
