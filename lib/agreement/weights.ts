/** The credit for a near miss: none, or by distance on the declared scale. */
export type Weighting = "none" | "linear" | "quadratic";

/**
 * How far apart categories i and j are, by their positions in the declared list. With `none` any two
 * different categories are 1 apart, with `linear` |i - j|, with `quadratic` (i - j)². These are whole
 * numbers, so their sums are exact.
 */
export function miss(weighting: Weighting): (i: number, j: number) => number {
  if (weighting === "none") return (i, j) => (i === j ? 0 : 1);
  if (weighting === "linear") return (i, j) => Math.abs(i - j);
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
