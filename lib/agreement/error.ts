import type { IntervalRequest } from "./bootstrap";
import type { Estimate, ValueOrReason } from "./estimate";
import { estimateFrom } from "./estimator";
import { onNumbers, type PairMeasure, pairSample, pairsOf, type TwoRaters } from "./pairs";
import type { Ratings } from "./ratings";

/**
 * Mean absolute error: how many points two raters are apart on average, over the units both rated.
 *
 * @example
 * meanAbsoluteError(ratingsFromMatrix([[1, 2, 3], [1, 4, 4]])).value; // → 1
 */
export function meanAbsoluteError(ratings: Ratings, raters?: TwoRaters, request?: IntervalRequest): Estimate {
  return estimateFrom(pairSample(pairsOf(ratings, raters), absoluteErrorMeasure), request);
}

/**
 * Root mean squared error: like the mean absolute error, but large differences weigh more.
 *
 * @example
 * rootMeanSquaredError(ratingsFromMatrix([[1, 2, 3], [1, 4, 4]])).value; // → 1.291
 */
export function rootMeanSquaredError(
  ratings: Ratings,
  raters?: TwoRaters,
  request?: IntervalRequest,
): Estimate {
  return estimateFrom(pairSample(pairsOf(ratings, raters), squaredErrorMeasure), request);
}

/**
 * Mean of first minus second: does the first rater score higher or lower overall?
 *
 * @example
 * meanDifference(ratingsFromMatrix([[1, 2, 3], [1, 4, 4]])).value; // → -1
 */
export function meanDifference(ratings: Ratings, raters?: TwoRaters, request?: IntervalRequest): Estimate {
  return estimateFrom(pairSample(pairsOf(ratings, raters), differenceMeasure), request);
}

export const absoluteErrorMeasure: PairMeasure = meanOf(Math.abs);

export const differenceMeasure: PairMeasure = meanOf((difference) => difference);

/** Squares are taken of differences relative to the largest one, so that they cannot overflow. */
export const squaredErrorMeasure: PairMeasure = (pairs) => {
  const largestMiss = (x: Float64Array, y: Float64Array) =>
    x.reduce((most, value, k) => Math.max(most, Math.abs(value - (y[k] as number))), 0) || 1;
  return onNumbers(pairs, (x, y, weight) => {
    const largest = largestMiss(x, y);
    const meanSquare = weightedMean(x, y, weight, (difference) => (difference / largest) ** 2);
    return typeof meanSquare === "string" ? meanSquare : largest * Math.sqrt(meanSquare);
  });
};

function meanOf(of: (difference: number) => number): PairMeasure {
  return (pairs) => onNumbers(pairs, (x, y, weight) => weightedMean(x, y, weight, of));
}

function weightedMean(
  x: Float64Array,
  y: Float64Array,
  weight: Float64Array,
  of: (difference: number) => number,
): ValueOrReason {
  let sum = 0;
  let units = 0;
  for (let k = 0; k < weight.length; k++) {
    const w = weight[k] as number;
    sum += w * of((x[k] as number) - (y[k] as number));
    units += w;
  }
  return units === 0 ? "no-common-units" : sum / units;
}
