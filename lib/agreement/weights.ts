/** How much credit a near miss earns: none, or by distance on the declared scale. */
export type Weighting = "none" | "linear" | "quadratic";

/**
 * The agreement weight of categories i and j out of q, by their index in the declared list: 1 on the
 * diagonal; `linear` 1 - |i-j|/(q-1); `quadratic` 1 - ((i-j)/(q-1))². Cohen (1968).
 */
export function agreementWeight(weighting: Weighting, q: number): (i: number, j: number) => number {
  if (weighting === "none" || q < 2) return (i, j) => (i === j ? 1 : 0);
  if (weighting === "linear") return (i, j) => 1 - Math.abs(i - j) / (q - 1);
  return (i, j) => 1 - ((i - j) / (q - 1)) ** 2;
}
