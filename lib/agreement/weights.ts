/**
 * The credit for a near miss: none, or by distance on the declared scale. `ordinal` counts the pairs of
 * categories that lie between two ratings, as Gwet does (2014, Handbook of Inter-Rater Reliability, 4th ed.).
 */
export type Weighting = "none" | "linear" | "quadratic" | "ordinal";

/**
 * The distance of categories i and j, by their positions in the declared list. With `none` any two different
 * categories are 1 apart, with `linear` |i - j|, with `quadratic` (i - j)², with `ordinal` |i - j| (|i - j| + 1) / 2.
 * These are whole numbers, so their sums are exact.
 */
export function miss(weighting: Weighting): (i: number, j: number) => number {
  if (weighting === "none") return (i, j) => (i === j ? 0 : 1);
  if (weighting === "linear") return (i, j) => Math.abs(i - j);
  if (weighting === "ordinal") return (i, j) => (Math.abs(i - j) * (Math.abs(i - j) + 1)) / 2;
  return (i, j) => (i - j) ** 2;
}

/**
 * Credit that Cohen's weighted kappa gives to two raters who chose categories i and j out of q: 1 for the
 * same category, 0 for the two ends of the list. Cohen (1968).
 */
export function agreementWeight(weighting: Weighting, q: number): (i: number, j: number) => number {
  const far = miss(weighting);
  const widest = far(0, q - 1);
  return (i, j) => 1 - far(i, j) / widest;
}
