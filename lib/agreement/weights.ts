/** The credit for a near miss: none, or by distance on the declared scale. */
export type Weighting = "none" | "linear" | "quadratic";

/**
 * The distance of categories i and j by their index in the declared list: any difference counts as 1
 * (`none`), |i - j| (`linear`) or (i - j)² (`quadratic`). Whole numbers, so sums of them are exact.
 */
export function miss(weighting: Weighting): (i: number, j: number) => number {
  if (weighting === "none") return (i, j) => (i === j ? 0 : 1);
  if (weighting === "linear") return (i, j) => Math.abs(i - j);
  return (i, j) => (i - j) ** 2;
}

/** Agreement weight of categories i and j out of q: 1 on the diagonal, 0 for the widest miss. Cohen (1968). */
export function agreementWeight(weighting: Weighting, q: number): (i: number, j: number) => number {
  const far = miss(weighting);
  const widest = far(0, q - 1);
  return (i, j) => 1 - far(i, j) / widest;
}
