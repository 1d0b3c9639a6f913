import { type IntervalRequest, percentileInterval } from "./bootstrap";
import type { Estimate } from "./estimate";
import { resampler } from "./resample";
import type { Sample } from "./sample";

/**
 * The difference of two statistics of the same units, first minus second: two criteria on the same responses,
 * two models against the same people, one rating set with and without a rater. Both are computed on the same
 * drawn units, so what they have in common cancels out, and the interval is narrower than two separate ones
 * would suggest.
 *
 * Unit u of one sample must be unit u of the other. Undefined when either statistic is.
 *
 * @example
 * const sample = (matrix) => patternSample(patternsOf(ratingsFromMatrix(matrix)), percent("pairs_pooled"));
 * const clarity = sample([[1, 2, 2, 1], [1, 2, 2, 1]]);
 * const depth = sample([[1, 2, 2, 1], [1, 2, 1, 2]]);
 * pairedDifference(clarity, depth).value; // → 0.5
 */
export function pairedDifference(first: Sample, second: Sample, request: IntervalRequest = {}): Estimate {
  const { replicates = 1000, seed = 42, confidence = 0.95 } = request;
  const about = {
    units: Math.min(first.units, second.units),
    raters: Math.max(first.raters, second.raters),
    pairable: first.pairable + second.pairable,
  };
  const valueOfFirst = first.kernel(first.weight);
  const valueOfSecond = second.kernel(second.weight);
  if (typeof valueOfFirst === "string")
    return { value: null, reason: valueOfFirst, ...about, interval: null };
  if (typeof valueOfSecond === "string")
    return { value: null, reason: valueOfSecond, ...about, interval: null };

  const { each, drawn } = resampler([first, second], { ...request, replicates, seed });
  const differences: number[] = [];
  each(([weightOfFirst, weightOfSecond]) => {
    const a = first.kernel(weightOfFirst as Float64Array);
    const z = second.kernel(weightOfSecond as Float64Array);
    if (typeof a === "number" && typeof z === "number") differences.push(a - z);
  });
  const interval = percentileInterval(differences, { replicates, seed, confidence, drawn });
  return { value: valueOfFirst - valueOfSecond, reason: null, ...about, interval };
}
