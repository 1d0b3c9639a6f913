import type { IntervalRequest } from "./bootstrap";
import type { Estimate, ValueOrReason } from "./estimate";
import { estimateFrom } from "./estimator";
import { type PairMeasure, type Pairs, pairSample, pairsOf, type TwoRaters } from "./pairs";
import type { Ratings, RatingValue } from "./ratings";

/** The method that combines the scores of several classes. `binary` uses the positive class alone. */
export type Averaging =
  | { average: "binary"; positive: RatingValue }
  | {
      /** Over classes: unweighted mean, pooled counts, or mean weighted by how often gold has the class. */
      average: "macro" | "micro" | "weighted";
      /** Default: all values of the table. */
      labels?: readonly RatingValue[];
    };

/**
 * The share of units on which the prediction equals gold. The first of `raters` is gold.
 *
 * @example
 * const gold = ["yes", "yes", "no", "no"];
 * const predicted = ["yes", "no", "no", "no"];
 * accuracy(ratingsFromMatrix([gold, predicted])).value; // → 0.75
 */
export function accuracy(ratings: Ratings, raters?: TwoRaters, request?: IntervalRequest): Estimate {
  return estimateFrom(pairSample(pairsOf(ratings, raters), accuracyMeasure), request);
}

/**
 * Precision: the share of predictions of a class that are right, tp / (tp + fp). With a zero denominator a
 * single class is undefined, and counts as 0 within a macro or weighted mean.
 *
 * @example
 * const gold = ["yes", "yes", "no", "no"];
 * const predicted = ["yes", "no", "no", "no"];
 * const ratings = ratingsFromMatrix([gold, predicted]);
 * precision(ratings, { average: "binary", positive: "yes" }).value; // → 1
 * precision(ratings, { average: "macro" }).value; // → 0.833
 */
export function precision(
  ratings: Ratings,
  over: Averaging,
  raters?: TwoRaters,
  request?: IntervalRequest,
): Estimate {
  return estimateFrom(pairSample(pairsOf(ratings, raters), classMeasure(precisionOf, over)), request);
}

/**
 * Recall: the share of units of a class that were predicted as such, tp / (tp + fn). Zero denominators as in
 * `precision`.
 *
 * @example
 * const gold = ["yes", "yes", "no", "no"];
 * const predicted = ["yes", "no", "no", "no"];
 * const ratings = ratingsFromMatrix([gold, predicted]);
 * recall(ratings, { average: "binary", positive: "yes" }).value; // → 0.5
 */
export function recall(
  ratings: Ratings,
  over: Averaging,
  raters?: TwoRaters,
  request?: IntervalRequest,
): Estimate {
  return estimateFrom(pairSample(pairsOf(ratings, raters), classMeasure(recallOf, over)), request);
}

/**
 * F1: the harmonic mean of precision and recall, 2tp / (2tp + fp + fn). Zero denominators as in `precision`.
 *
 * @example
 * const gold = ["yes", "yes", "no", "no"];
 * const predicted = ["yes", "no", "no", "no"];
 * const ratings = ratingsFromMatrix([gold, predicted]);
 * f1(ratings, { average: "binary", positive: "yes" }).value; // → 0.667
 */
export function f1(
  ratings: Ratings,
  over: Averaging,
  raters?: TwoRaters,
  request?: IntervalRequest,
): Estimate {
  return estimateFrom(pairSample(pairsOf(ratings, raters), classMeasure(f1Of, over)), request);
}

/** Accuracy as a measure of two raters. */
export const accuracyMeasure: PairMeasure = ({ first, second }) => {
  return (weight) => {
    let right = 0;
    let all = 0;
    for (let k = 0; k < weight.length; k++) {
      all += weight[k] as number;
      if (first[k] === second[k]) right += weight[k] as number;
    }
    return all === 0 ? "no-common-units" : right / all;
  };
};

/** Counts of one class against all others. */
interface Tally {
  truePositive: number;
  falsePositive: number;
  falseNegative: number;
}

/** A share with its two parts, so that a zero denominator stays visible. */
type Share = (tally: Tally) => { part: number; whole: number };

const precisionOf: Share = ({ truePositive, falsePositive }) => ({
  part: truePositive,
  whole: truePositive + falsePositive,
});

const recallOf: Share = ({ truePositive, falseNegative }) => ({
  part: truePositive,
  whole: truePositive + falseNegative,
});

const f1Of: Share = ({ truePositive, falsePositive, falseNegative }) => ({
  part: 2 * truePositive,
  whole: 2 * truePositive + falsePositive + falseNegative,
});

function classMeasure(share: Share, over: Averaging): PairMeasure {
  return (pairs) => {
    const labels = over.average === "binary" ? [over.positive] : (over.labels ?? pairs.values);
    const codes = labels.map((label) => pairs.values.indexOf(label));
    return (weight) => {
      if (weight.every((units) => units === 0)) return "no-common-units";
      const tallies = codes.map((code) => tallyOf(pairs, weight, code));
      if (over.average === "binary" || over.average === "micro") return pooledShare(share, tallies);
      const importance = tallies.map((tally) =>
        over.average === "macro" ? 1 : tally.truePositive + tally.falseNegative,
      );
      return meanShare(share, tallies, importance);
    };
  };
}

function pooledShare(share: Share, tallies: Tally[]): ValueOrReason {
  const parts = tallies.map(share);
  const whole = parts.reduce((sum, each) => sum + each.whole, 0);
  return whole === 0 ? "zero-denominator" : parts.reduce((sum, each) => sum + each.part, 0) / whole;
}

function meanShare(share: Share, tallies: Tally[], importance: number[]): ValueOrReason {
  let sum = 0;
  let total = 0;
  tallies.forEach((tally, i) => {
    const { part, whole } = share(tally);
    if (whole > 0) sum += ((importance[i] as number) * part) / whole;
    total += importance[i] as number;
  });
  return total === 0 ? "zero-denominator" : sum / total;
}

function tallyOf({ first, second }: Pairs, weight: Float64Array, code: number): Tally {
  const tally = { truePositive: 0, falsePositive: 0, falseNegative: 0 };
  for (let k = 0; k < weight.length; k++) {
    const units = weight[k] as number;
    if (first[k] === code && second[k] === code) tally.truePositive += units;
    else if (second[k] === code) tally.falsePositive += units;
    else if (first[k] === code) tally.falseNegative += units;
  }
  return tally;
}
