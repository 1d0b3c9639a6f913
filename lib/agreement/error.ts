import type { IntervalRequest } from "./bootstrap";
import type { Estimate } from "./estimate";
import { onNumbers, type PairMeasure, pairSample, pairsOf, type TwoRaters } from "./pairs";
import type { Ratings } from "./ratings";
import { estimateFrom } from "./sample";

/** Mean absolute error: how many points the two are apart on average, over the units both rated. */
export function meanAbsoluteError(ratings: Ratings, raters?: TwoRaters, ask?: IntervalRequest): Estimate {
  return estimateFrom(pairSample(pairsOf(ratings, raters), absoluteErrorMeasure), ask);
}

/** Root mean squared error: as the mean absolute error, but large misses weigh more. */
export function rootMeanSquaredError(ratings: Ratings, raters?: TwoRaters, ask?: IntervalRequest): Estimate {
  return estimateFrom(pairSample(pairsOf(ratings, raters), squaredErrorMeasure), ask);
}

/** Mean of first minus second: does the first rater score higher or lower overall? */
export function meanDifference(ratings: Ratings, raters?: TwoRaters, ask?: IntervalRequest): Estimate {
  return estimateFrom(pairSample(pairsOf(ratings, raters), differenceMeasure), ask);
}

/** Mean absolute error as a measure of two raters. */
export const absoluteErrorMeasure: PairMeasure = meanOf(Math.abs);

/** Mean difference as a measure of two raters. */
export const differenceMeasure: PairMeasure = meanOf((difference) => difference);

/** Root mean squared error as a measure of two raters. */
export const squaredErrorMeasure: PairMeasure = (pairs) => {
  const meanSquare = meanOf((difference) => difference ** 2)(pairs);
  return (weight) => {
    const outcome = meanSquare(weight);
    return typeof outcome === "string" ? outcome : Math.sqrt(outcome);
  };
};

function meanOf(of: (difference: number) => number): PairMeasure {
  return (pairs) =>
    onNumbers(pairs, (x, y, weight) => {
      let sum = 0;
      let units = 0;
      for (let k = 0; k < weight.length; k++) {
        const w = weight[k] as number;
        sum += w * of((x[k] as number) - (y[k] as number));
        units += w;
      }
      return units === 0 ? "no-common-units" : sum / units;
    });
}
