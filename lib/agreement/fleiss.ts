import type { IntervalRequest } from "./bootstrap";
import type { Estimate } from "./estimate";
import { estimateFrom, type PatternStatistic, patternSample } from "./estimator";
import { categoryShares } from "./gwet";
import { type Patterns, patternsOf } from "./patterns";
import { percent } from "./percent";
import type { Ratings } from "./ratings";

/**
 * The treatment of units with fewer ratings than others. `complete` is Fleiss' original: undefined unless all rated
 * units have equally many ratings. `available` uses every rating (Gwet 2014): agreement over units with two ratings,
 * category shares averaged over all rated units.
 */
export type FleissMissing = "complete" | "available";

/**
 * Fleiss' kappa: agreement of any number of interchangeable raters beyond what the overall shares of the
 * categories would give. Undefined when everything is in one category. Fleiss (1971), Psych. Bull. 76:378.
 *
 * @example
 * const ratings = ratingsFromMatrix([["a", "b", "b", "a"], ["a", "b", "a", "a"], ["a", "b", "b", "a"]]);
 * fleissKappa(ratings).value; // → 0.657
 */
export function fleissKappa(
  ratings: Ratings,
  missing: FleissMissing = "available",
  request?: IntervalRequest,
): Estimate {
  return estimateFrom(patternSample(patternsOf(ratings), fleiss(missing), 1), request);
}

/**
 * Fleiss' kappa as a statistic of counts, for bootstraps, drop-one tables and permutation tests.
 *
 * @example
 * const ratings = ratingsFromMatrix([["a", "b", "b", "a"], ["a", "b", "a", "a"]]);
 * estimateFrom(patternSample(patternsOf(ratings), fleiss("complete"))).value; // → 0.467
 */
export function fleiss(missing: FleissMissing): PatternStatistic {
  return (patterns) => {
    const agreement = percent("unit_mean")(patterns);
    const share = new Float64Array(patterns.values.length);
    return (weight) => {
      const observed = agreement(weight);
      if (typeof observed === "string") return observed;
      if (missing === "complete" && !isComplete(patterns, weight)) return "incomplete-ratings";
      categoryShares(share, patterns, weight);
      let doubt = 0;
      for (const p of share) doubt += p * (1 - p);
      return doubt === 0 ? "expected-agreement-is-1" : 1 - (1 - observed) / doubt;
    };
  };
}

/** True if all rated units have equally many ratings. */
function isComplete({ size }: Patterns, weight: Float64Array): boolean {
  const sizes = size.filter((_, k) => weight[k] !== 0);
  return sizes.every((m) => m === sizes[0]);
}
