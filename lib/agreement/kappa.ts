import type { IntervalRequest } from "./bootstrap";
import type { Estimate } from "./estimate";
import { estimateFrom } from "./estimator";
import { profileSample } from "./mean-over-pairs";
import { onNumbers, type PairMeasure, type Pairs, pairSample, pairsOf, type TwoRaters } from "./pairs";
import { activeRaters, type Ratings } from "./ratings";
import { miss, type Weighting } from "./weights";

/**
 * Cohen's kappa: agreement of two particular raters beyond what their own category shares would give by
 * chance, over the units both rated. Weighted kappa gives credit for near misses on the declared scale.
 *
 * Undefined when chance agreement is already complete: both used one and the same category. Cohen (1960), EPM
 * 20:37; Cohen (1968), Psych. Bull. 70:213.
 *
 * @example
 * const ratings = ratingsFromMatrix([[1, 2, 3, 1], [1, 2, 2, 1]], { categories: [1, 2, 3] });
 * cohenKappa(ratings).value; // → 0.6
 * cohenKappa(ratings, "linear").value; // → 0.667
 * cohenKappa(ratingsFromMatrix([["a", "a"], ["a", "a"]])).reason; // → "expected-agreement-is-1"
 */
export function cohenKappa(
  ratings: Ratings,
  weighting: Weighting = "none",
  raters?: TwoRaters,
  request?: IntervalRequest,
): Estimate {
  return estimateFrom(pairSample(pairsOf(ratings, raters), cohen(weighting)), request);
}

/**
 * Scott's pi: like kappa, but chance comes from the shares of the categories among both raters together, as
 * if they were interchangeable. Scott (1955), Public Opinion Quarterly 19:321.
 *
 * @example
 * scottPi(ratingsFromMatrix([[1, 2, 3, 1], [1, 2, 2, 1]])).value; // → 0.579
 */
export function scottPi(ratings: Ratings, raters?: TwoRaters, request?: IntervalRequest): Estimate {
  return estimateFrom(pairSample(pairsOf(ratings, raters), scott), request);
}

/**
 * Light's kappa: the mean of Cohen's kappa over all pairs of raters. Undefined as soon as one pair is, for
 * the reason of the first such pair. Light (1971), Psych. Bull. 76:365.
 *
 * @example
 * lightKappa(ratingsFromMatrix([[1, 2, 1, 2], [1, 2, 1, 1], [1, 2, 2, 2]])).value; // → 0.4
 */
export function lightKappa(
  ratings: Ratings,
  weighting: Weighting = "none",
  request?: IntervalRequest,
): Estimate {
  return estimateFrom(profileSample(ratings, cohen(weighting), activeRaters(ratings)), request);
}

/**
 * Cohen's kappa in terms of disagreement: 1 - N Σ d n_ij / Σ d a_i b_j. The weights' denominator q - 1
 * cancels, so all sums are of whole numbers.
 */
export function cohen(weighting: Weighting): PairMeasure {
  const distance = miss(weighting);
  return (pairs) => {
    const { first, second, values } = pairs;
    const a = new Float64Array(values.length);
    const b = new Float64Array(values.length);
    return (weight) => {
      const units = margins(pairs, weight, a, b);
      if (units === 0) return "no-common-units";
      let observed = 0;
      for (let k = 0; k < weight.length; k++) {
        observed += (weight[k] as number) * distance(first[k] as number, second[k] as number);
      }
      let expected = 0;
      for (let i = 0; i < a.length; i++) {
        if (a[i] === 0) continue;
        for (let j = 0; j < b.length; j++) expected += (a[i] as number) * (b[j] as number) * distance(i, j);
      }
      return expected === 0 ? "expected-agreement-is-1" : 1 - (units * observed) / expected;
    };
  };
}

/**
 * Cohen's kappa weighted by the squared distance of the numbers themselves, whichever of them occur: of 1, 2 and 5 the
 * last two are three apart. Cohen (1968), Psych. Bull. 70:213.
 */
export const kappaOfNumbers: PairMeasure = (pairs) =>
  onNumbers(pairs, (x, y, weight) => {
    // From a number that occurs, so that sums of equal ones are exactly 0.
    const from = x[weight.findIndex((units) => units > 0)] ?? 0;
    let [units, sumX, sumY, squares, observed] = [0, 0, 0, 0, 0];
    for (let k = 0; k < weight.length; k++) {
      const [w, a, b] = [weight[k] as number, (x[k] as number) - from, (y[k] as number) - from];
      units += w;
      sumX += w * a;
      sumY += w * b;
      squares += w * (a * a + b * b);
      observed += w * (a - b) ** 2;
    }
    if (units === 0) return "no-common-units";
    const expected = squares - (2 * sumX * sumY) / units;
    return expected === 0 ? "expected-agreement-is-1" : 1 - observed / expected;
  });

/** Scott's pi in terms of disagreement, with chance from how often both raters together used each category. */
export const scott: PairMeasure = (pairs) => {
  const a = new Float64Array(pairs.values.length);
  const b = new Float64Array(pairs.values.length);
  return (weight) => {
    const units = margins(pairs, weight, a, b);
    if (units === 0) return "no-common-units";
    let different = 0;
    for (let k = 0; k < weight.length; k++) {
      if (pairs.first[k] !== pairs.second[k]) different += weight[k] as number;
    }
    let chance = 4 * units * units;
    for (let v = 0; v < a.length; v++) chance -= ((a[v] as number) + (b[v] as number)) ** 2;
    return chance === 0 ? "expected-agreement-is-1" : 1 - (4 * units * different) / chance;
  };
};

/**
 * Fills `a` and `b` with how often each of the two raters used each category; returns the number of units.
 */
function margins({ first, second }: Pairs, weight: Float64Array, a: Float64Array, b: Float64Array): number {
  a.fill(0);
  b.fill(0);
  let units = 0;
  for (let k = 0; k < weight.length; k++) {
    const w = weight[k] as number;
    units += w;
    const i = first[k] as number;
    const j = second[k] as number;
    a[i] = (a[i] as number) + w;
    b[j] = (b[j] as number) + w;
  }
  return units;
}
