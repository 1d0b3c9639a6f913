import type { SubjectSelection } from "@/lib/batch/schema";
import type { Quality } from "@/lib/quality/schema";

/** So many checks are mixed into so many subjects, where there are as many with gold values. */
export function checksOf(subjects: number, { share }: { share: number }): number {
  return Math.max(1, Math.round(subjects * share));
}

/** So many subjects with gold values have to be there: those of training and exam, and one for checks at the least. */
export function goldFor({ training, exam, gold }: Quality): number {
  return (training?.subjects ?? 0) + (exam?.subjects ?? 0) + (gold ? 1 : 0);
}

/**
 * So many subjects a batch is about for certain become its training and exam. Of a sample it may be none: they are drawn
 * from everything that passes the filter.
 */
export function checksBeforeWork({ training, exam }: Quality, sample: SubjectSelection["sample"]): number {
  return sample ? 0 : (training?.subjects ?? 0) + (exam?.subjects ?? 0);
}
