import type { IntervalRequest } from "./bootstrap";
import type { Estimate } from "./estimate";
import { estimateFrom, type PatternStatistic, patternSample } from "./estimator";
import { categoryShares } from "./gwet";
import { type Patterns, patternsOf } from "./patterns";
import { percent } from "./percent";
import type { Ratings } from "./ratings";

/**
 * What to do about units with fewer ratings than others: `complete` is Fleiss' original and undefined
 * unless all rated units carry equally many ratings; `available` uses every rating there is (Gwet 2014):
 * agreement over units with two ratings, category shares averaged over all rated units.
 */
export type FleissMissing = "complete" | "available";

/**
 * Fleiss' kappa: agreement of any number of interchangeable raters beyond what the overall shares of the
 * categories would give. Undefined when everything is in one category. Fleiss (1971), Psych. Bull. 76:378.
 */
export function fleissKappa(
  ratings: Ratings,
  missing: FleissMissing = "available",
  ask?: IntervalRequest,
): Estimate {
  return estimateFrom(patternSample(patternsOf(ratings), fleiss(missing), 1), ask);
}

/** Fleiss' kappa as a measure. */
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

/** Whether all rated units carry equally many ratings. */
function isComplete({ size }: Patterns, weight: Float64Array): boolean {
  const sizes = size.filter((_, k) => weight[k] !== 0);
  return sizes.every((m) => m === sizes[0]);
}
