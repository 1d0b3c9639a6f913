import type { IntervalRequest } from "./bootstrap";
import { kendallMeasure, pearsonMeasure, spearmanMeasure } from "./correlation";
import { differenceMeasure } from "./error";
import type { Estimate } from "./estimate";
import { estimatesFrom } from "./estimator";
import { pairSample, pairsOf } from "./pairs";
import type { Ratings } from "./ratings";

/** A comparison of two raters' numbers. */
export interface TwoRatersCompared {
  pearson: Estimate;
  spearman: Estimate;
  kendall: Estimate;
  /** The first rater's values minus the second's. */
  meanDifference: Estimate;
}

/**
 * The correlations of the first two raters, and their mean difference, with intervals from the same draws.
 *
 * @example
 * const { spearman, meanDifference } = compareTwoRaters(ratingsFromMatrix([[1, 2, 3, 4], [1, 2, 10, 9]]));
 * spearman.value; // → 0.8
 * meanDifference.value; // → -3
 */
export function compareTwoRaters(ratings: Ratings, request?: IntervalRequest): TwoRatersCompared {
  const pairs = pairsOf(ratings);
  const measures = [pearsonMeasure, spearmanMeasure, kendallMeasure, differenceMeasure];
  const [pearson, spearman, kendall, meanDifference] = estimatesFrom(
    measures.map((measure) => pairSample(pairs, measure)),
    request,
  ) as [Estimate, Estimate, Estimate, Estimate];
  return { pearson, spearman, kendall, meanDifference };
}
