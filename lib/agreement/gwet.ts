import type { IntervalRequest } from "./bootstrap";
import type { Estimate, ValueOrReason } from "./estimate";
import { estimateFrom, type PatternStatistic, patternSample } from "./estimator";
import { type Patterns, patternsOf } from "./patterns";
import type { Ratings } from "./ratings";
import type { JointKernel } from "./sample";
import { agreementWeight, type Weighting } from "./weights";

/**
 * Gwet's AC1: agreement beyond chance that stays stable when one category dominates (where alpha and kappa
 * drop although raters agree). Chance is estimated from how hard the choice is, so the number of *declared*
 * categories matters, used or not. 1 when all ratings are equal on a scale of two or more categories.
 *
 * Agreement is taken over units with two ratings, the shares of the categories over all rated units. Gwet
 * (2008), BJMSP 61:29; Gwet (2014), Handbook of Inter-Rater Reliability, 4th ed.
 *
 * @example
 * const ratings = ratingsFromMatrix([["y", "y", "y", "y", "n"], ["y", "y", "y", "y", "y"]]);
 * gwetAC1(ratings).value; // → 0.756
 * cohenKappa(ratings).value; // → 0
 */
export function gwetAC1(ratings: Ratings, request?: IntervalRequest): Estimate {
  return estimateFrom(patternSample(patternsOf(ratings), gwet("none"), 1), request);
}

/**
 * Gwet's AC2: AC1 with partial credit for near misses on the declared scale.
 *
 * @example
 * const ratings = ratingsFromMatrix([[1, 2, 3, 3], [1, 2, 2, 3]], { categories: [1, 2, 3] });
 * gwetAC2(ratings, "linear").value; // → 0.724
 */
export function gwetAC2(
  ratings: Ratings,
  weighting: Exclude<Weighting, "none">,
  request?: IntervalRequest,
): Estimate {
  return estimateFrom(patternSample(patternsOf(ratings), gwet(weighting), 1), request);
}

/**
 * AC1 (`none`) and AC2 as a statistic of counts. Units rated once count in the shares of the categories.
 *
 * @example
 * const ratings = ratingsFromMatrix([["y", "y", "n"], ["y", "y", "y"]]);
 * estimateFrom(patternSample(patternsOf(ratings), gwet("none"), 1)).value; // → 0.538
 */
export function gwet(weighting: Weighting): PatternStatistic {
  return (patterns) => {
    const both = gwets([weighting])(patterns);
    return (weight) => both(weight)[0] as ValueOrReason;
  };
}

/** AC1 and AC2 with several weightings at once, which share the counting of categories. */
export function gwets(weightings: readonly Weighting[]): (patterns: Patterns) => JointKernel {
  return (patterns) => {
    const q = patterns.values.length;
    const share = new Float64Array(q);
    const credited = weightings.map((weighting) => ({
      agreement: weightedAgreement(patterns, weighting),
      ofDoubt: sumOfWeights(weighting, q) / (q * (q - 1)),
    }));
    return (weight) => {
      categoryShares(share, patterns, weight);
      let doubt = 0;
      for (const p of share) doubt += p * (1 - p);
      return credited.map(({ agreement, ofDoubt }) => {
        const observed = meanAgreement(patterns, agreement, weight);
        if (observed === null) return "no-pairable-values";
        if (q < 2) return "single-category";
        const chance = ofDoubt * doubt;
        return (observed - chance) / (1 - chance);
      });
    };
  };
}

/** Fills `share` with the share of each category, averaged over all units with a rating. */
export function categoryShares(share: Float64Array, patterns: Patterns, weight: Float64Array): void {
  const { start, code, count, size } = patterns;
  share.fill(0);
  let units = 0;
  for (let k = 0; k < weight.length; k++) {
    const w = weight[k] as number;
    if (w === 0) continue;
    units += w;
    const each = w / (size[k] as number);
    for (let i = start[k] as number; i < (start[k + 1] as number); i++) {
      const v = code[i] as number;
      share[v] = (share[v] as number) + each * (count[i] as number);
    }
  }
  for (let v = 0; v < share.length; v++) share[v] = (share[v] as number) / units;
}

/**
 * Percent agreement with partial credit for near misses on the declared scale, averaged over units.
 *
 * @example
 * const patterns = patternsOf(ratingsFromMatrix([[1, 2, 3], [1, 3, 3]], { categories: [1, 2, 3] }));
 * estimateFrom(patternSample(patterns, weightedPercent("quadratic"))).value; // → 0.917
 */
export function weightedPercent(weighting: Exclude<Weighting, "none">): PatternStatistic {
  return (patterns) => {
    const agreement = weightedAgreement(patterns, weighting);
    return (weight) => {
      const observed = meanAgreement(patterns, agreement, weight);
      if (observed === null) return "no-pairable-values";
      return patterns.values.length < 2 ? "single-category" : observed;
    };
  };
}

/** The mean of the patterns' agreement over all units with two or more ratings; null if there are none. */
function meanAgreement({ size }: Patterns, agreement: Float64Array, weight: Float64Array): number | null {
  let agreed = 0;
  let units = 0;
  for (let k = 0; k < weight.length; k++) {
    if ((size[k] as number) < 2) continue;
    agreed += (weight[k] as number) * (agreement[k] as number);
    units += weight[k] as number;
  }
  return units === 0 ? null : agreed / units;
}

/** Per pattern, the mean weight over ordered pairs of its ratings: Σ c_k (c*_k - 1) / (m (m - 1)). */
function weightedAgreement(patterns: Patterns, weighting: Weighting): Float64Array {
  const { start, code, count, size } = patterns;
  const credit = agreementWeight(weighting, patterns.values.length);
  return Float64Array.from(size, (m, k) => {
    if (m < 2) return 0;
    let sum = 0;
    for (let i = start[k] as number; i < (start[k + 1] as number); i++) {
      for (let j = start[k] as number; j < (start[k + 1] as number); j++) {
        const others = (count[j] as number) - (i === j ? 1 : 0);
        sum += (count[i] as number) * others * credit(code[i] as number, code[j] as number);
      }
    }
    return sum / (m * (m - 1));
  });
}

/** T_w, the sum of all q² weights. */
function sumOfWeights(weighting: Weighting, q: number): number {
  const credit = agreementWeight(weighting, q);
  let sum = 0;
  for (let i = 0; i < q; i++) for (let j = 0; j < q; j++) sum += credit(i, j);
  return sum;
}
