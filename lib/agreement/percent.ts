import type { IntervalRequest } from "./bootstrap";
import type { Estimate } from "./estimate";
import { estimateFrom, type PatternStatistic, patternSample } from "./estimator";
import { type Patterns, patternsOf } from "./patterns";
import type { Ratings } from "./ratings";

/**
 * Three different numbers are called percent agreement:
 *
 * - `unit_mean`: per unit the share of rater pairs that agree, averaged over units (Fleiss' P̄, Gwet's p_a)
 * - `pairs_pooled`: the share of all rater pairs that agree, so that units with more ratings weigh more
 * - `all_raters`: the share of units on which all raters agree
 */
export type PercentKind = "unit_mean" | "pairs_pooled" | "all_raters";

/**
 * Raw agreement, 0 to 1, not corrected for chance. Units with fewer than two ratings are left out.
 *
 * @example
 * const ratings = ratingsFromMatrix([[1, 1, 2], [1, 2, 2], [1, 2, null]]);
 * percentAgreement(ratings, "unit_mean").value; // → 0.778
 * percentAgreement(ratings, "pairs_pooled").value; // → 0.714
 * percentAgreement(ratings, "all_raters").value; // → 0.667
 */
export function percentAgreement(
  ratings: Ratings,
  kind: PercentKind = "unit_mean",
  request?: IntervalRequest,
): Estimate {
  return estimateFrom(patternSample(patternsOf(ratings), percent(kind)), request);
}

/**
 * Percent agreement as a statistic of counts, for bootstraps, drop-one tables and permutation tests.
 *
 * @example
 * const patterns = patternsOf(ratingsFromMatrix([[1, 1, 2], [1, 2, 2]]));
 * estimateFrom(patternSample(patterns, percent("unit_mean"))).value; // → 0.667
 */
export function percent(kind: PercentKind): PatternStatistic {
  return (patterns) => {
    const agreeing = agreeingPairs(patterns);
    return (weight) => {
      let agreed = 0;
      let possible = 0;
      for (let k = 0; k < weight.length; k++) {
        const m = patterns.size[k] as number;
        if (m < 2) continue;
        const units = weight[k] as number;
        const pairs = m * (m - 1);
        const same = agreeing[k] as number;
        if (kind === "unit_mean") agreed += (units * same) / pairs;
        else if (kind === "pairs_pooled") agreed += units * same;
        else if (same === pairs) agreed += units;
        possible += kind === "pairs_pooled" ? units * pairs : units;
      }
      return possible === 0 ? "no-pairable-values" : agreed / possible;
    };
  };
}

/** Per pattern, the number of ordered pairs of equal ratings: Σ c(c - 1). */
function agreeingPairs({ start, count, size }: Patterns): Float64Array {
  return Float64Array.from(size, (_, k) => {
    let same = 0;
    for (let i = start[k] as number; i < (start[k + 1] as number); i++) {
      same += (count[i] as number) * ((count[i] as number) - 1);
    }
    return same;
  });
}
