import type { IntervalRequest } from "./bootstrap";
import type { Estimate } from "./estimate";
import { estimateFrom, type PatternStatistic, patternSample } from "./estimator";
import { onNumbers, pairSample, pairsOf, type TwoRaters } from "./pairs";
import { patternsOf } from "./patterns";
import { numericValues, type Ratings } from "./ratings";

/**
 * A preference between responses A and B: 1 for A, -1 for B, 0 for a tie.
 *
 * @example
 * [preferenceLabel(4, 2), preferenceLabel(3, 3), preferenceLabel(1, 5)]; // → [1, 0, -1]
 */
export function preferenceLabel(scoreA: number, scoreB: number): -1 | 0 | 1 {
  if (scoreA === scoreB) return 0;
  return scoreA > scoreB ? 1 : -1;
}

/** A distance of labels (PLD-0, PLD-1, PLD-2), or their mean distance (WPLD). */
export type PreferenceDistance = 0 | 1 | 2 | "mean";

/**
 * Pairwise label distance of two judges: labels are -1, 0 or 1, so two judges are 0 apart (same choice), 1
 * (one of them sees a tie) or 2 (opposite choices). PLD-k is the share of comparisons at distance k, WPLD the
 * mean distance, PLD-1 + 2 PLD-2; smaller is better. Cook et al. (2024), TICK, arXiv:2410.03608.
 *
 * @example
 * const ratings = ratingsFromMatrix([[1, 1, 0, -1], [1, 0, 0, 1]]);
 * preferenceDistance(ratings, 2).value; // → 0.25
 * preferenceDistance(ratings, "mean").value; // → 0.75
 */
export function preferenceDistance(
  ratings: Ratings,
  distance: PreferenceDistance,
  raters?: TwoRaters,
  request?: IntervalRequest,
): Estimate {
  const sample = pairSample(pairsOf(ratings, raters), (pairs) =>
    onNumbers(pairs, (x, y, weight) => {
      let sum = 0;
      let all = 0;
      for (let k = 0; k < weight.length; k++) {
        all += weight[k] as number;
        sum += (weight[k] as number) * credit(distance, Math.abs((x[k] as number) - (y[k] as number)));
      }
      return all === 0 ? "no-common-units" : sum / all;
    }),
  );
  return estimateFrom(sample, request);
}

/**
 * Pairwise label distance pooled over all pairs of judges of a comparison.
 *
 * @example
 * const ratings = ratingsFromMatrix([[1, 1], [1, 0], [-1, 0]]);
 * preferenceDistanceOfAll(ratings, "mean").value; // → 1
 */
export function preferenceDistanceOfAll(
  ratings: Ratings,
  distance: PreferenceDistance,
  request?: IntervalRequest,
): Estimate {
  return estimateFrom(patternSample(patternsOf(ratings), pooledDistance(distance)), request);
}

function pooledDistance(distance: PreferenceDistance): PatternStatistic {
  return (patterns) => {
    const { start, code, count, size } = patterns;
    const labels = numericValues(patterns.values);
    if (!labels) return () => "non-numeric-values";
    const apart = Float64Array.from(size, (_, k) => {
      let sum = 0;
      for (let i = start[k] as number; i < (start[k + 1] as number); i++) {
        for (let j = start[k] as number; j < (start[k + 1] as number); j++) {
          const label = labels[code[i] as number] as number;
          const other = labels[code[j] as number] as number;
          const pairs = (count[i] as number) * ((count[j] as number) - (i === j ? 1 : 0));
          sum += pairs * credit(distance, Math.abs(label - other));
        }
      }
      return sum;
    });
    return (weight) => {
      let sum = 0;
      let all = 0;
      for (let k = 0; k < weight.length; k++) {
        const m = size[k] as number;
        sum += (weight[k] as number) * (apart[k] as number);
        all += (weight[k] as number) * m * (m - 1);
      }
      return all === 0 ? "no-pairable-values" : sum / all;
    };
  };
}

function credit(distance: PreferenceDistance, apart: number): number {
  if (distance === "mean") return apart;
  return apart === distance ? 1 : 0;
}
