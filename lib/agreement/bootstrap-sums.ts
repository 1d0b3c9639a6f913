import { percentileInterval } from "./bootstrap";
import { eachDraw, TOGETHER } from "./draws";
import type { Interval, ValueOrReason } from "./estimate";

/** Computes a statistic from the sums over all drawn clusters. */
export type OfSums = (sums: Float64Array) => ValueOrReason;

/**
 * Percentile bootstrap interval of a statistic that is computed from a few sums per cluster. Each replicate
 * draws as many clusters as the data have, with replacement, and adds up their sums.
 *
 * `sums[cluster * width + i]` is sum i of a cluster. Clusters are drawn by position, so the same seed gives
 * the same interval only for the same order of clusters. Null if the statistic is undefined on every
 * replicate.
 *
 * @example
 * // The share of successes in four clusters: 1 of 2, 2 of 2, 0 of 2 and 2 of 2.
 * const sums = Float64Array.of(1, 2, 2, 2, 0, 2, 2, 2);
 * const share = ([part, whole]) => part / whole;
 * const interval = intervalOfSums(sums, 2, share, { replicates: 1000, seed: 42 });
 * [interval.low, interval.high]; // → [0.25, 1]
 */
export function intervalOfSums(
  sums: Float64Array,
  width: number,
  statistic: OfSums,
  { replicates, seed, confidence = 0.95 }: { replicates: number; seed: number; confidence?: number },
): Interval | null {
  const clusters = sums.length / width;
  const drawn = Array.from({ length: TOGETHER }, () => new Float64Array(width));
  const values: number[] = [];
  eachDraw({ seed, clusters, replicates }, (times, count) => {
    addDrawn(drawn, sums, times);
    for (let b = 0; b < count; b++) {
      const outcome = statistic(drawn[b] as Float64Array);
      if (typeof outcome === "number") values.push(outcome);
    }
  });
  return percentileInterval(values, { replicates, seed, confidence, drawn: clusters });
}

/** Adds up the sums of the clusters drawn in each of four replicates. */
function addDrawn(drawn: readonly Float64Array[], sums: Float64Array, times: Uint8Array): void {
  const [first, second, third, fourth] = drawn as [Float64Array, Float64Array, Float64Array, Float64Array];
  for (const own of drawn) own.fill(0);
  const width = first.length;
  for (let from = 0, at = 0; from < sums.length; from += width, at += TOGETHER) {
    const [a, b, c, d] = [times[at], times[at + 1], times[at + 2], times[at + 3]] as [
      number,
      number,
      number,
      number,
    ];
    for (let i = 0; i < width; i++) {
      const sum = sums[from + i] as number;
      first[i] = (first[i] as number) + a * sum;
      second[i] = (second[i] as number) + b * sum;
      third[i] = (third[i] as number) + c * sum;
      fourth[i] = (fourth[i] as number) + d * sum;
    }
  }
}
