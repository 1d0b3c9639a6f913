import type { Distance } from "./krippendorff";
import type { RatingValue } from "./ratings";

/**
 * A set of labels as one rating. Sets are equal ratings whatever the order of their labels.
 *
 * @example
 * setRating(["Tone", "Length"]) === setRating(["Length", "Tone"]); // → true
 */
export function setRating(labels: readonly string[]): string {
  return JSON.stringify([...new Set(labels)].sort());
}

/**
 * MASI, the distance of two sets of labels: 0 for equal sets, 1 for sets without a common label. In between,
 * 1 - J·M, with the Jaccard index J and monotonicity M: 2/3 where one set contains the other, otherwise 1/3. For
 * Krippendorff's alpha of ratings that are sets: sets that overlap disagree less than sets that do not.
 *
 * Passonneau (2006), "Measuring Agreement on Set-valued Items (MASI) for Semantic and Pragmatic Annotation".
 *
 * @example
 * masi(["Tone"], ["Tone", "Length"]); // → 0.667
 */
export function masi(a: readonly string[], b: readonly string[]): number {
  const [one, other] = [new Set(a), new Set(b)];
  const common = [...one].filter((label) => other.has(label)).length;
  const all = one.size + other.size - common;
  if (all === common) return 0;
  const monotonicity = common === Math.min(one.size, other.size) ? 2 / 3 : 1 / 3;
  return 1 - (common / all) * monotonicity;
}

/**
 * MASI as alpha's distance of ratings made by `setRating`.
 *
 * @example
 * masiDistance()(setRating(["Tone"]), setRating(["Tone", "Length"])); // → 0.667
 */
export function masiDistance(): Distance {
  const sets = new Map<RatingValue, string[]>();
  const labelsOf = (rating: RatingValue): string[] => {
    const known = sets.get(rating);
    if (known) return known;
    const labels: string[] = JSON.parse(String(rating));
    sets.set(rating, labels);
    return labels;
  };
  return (a, b) => masi(labelsOf(a), labelsOf(b));
}
