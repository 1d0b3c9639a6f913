import { arithmeticMean } from "./arithmetic-mean";

/** With fewer left-out results than this, the standard error is not computed. */
const FEWEST = 3;

/**
 * Jackknife standard error of a statistic. `without[i]` is the statistic computed without observation i. Null
 * for fewer than three observations.
 *
 * Efron (1982), The Jackknife, the Bootstrap and Other Resampling Plans.
 *
 * @example
 * // The mean of 1, 2 and 6 without each of them: the error is that of a mean, s / √n = √7 / √3.
 * jackknifeError([4, 3.5, 1.5]); // → 1.528
 */
export function jackknifeError(without: readonly number[]): number | null {
  const n = without.length;
  if (n < FEWEST) return null;
  const mean = arithmeticMean(without);
  const squares = without.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return Math.sqrt(((n - 1) / n) * squares);
}
