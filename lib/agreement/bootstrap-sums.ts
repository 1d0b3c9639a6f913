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
  { replicates, seed }: { replicates: number; seed: number },
): Interval | null {
  const clusters = sums.length / width;
  const drawn = new Float64Array(width);
  const values: number[] = [];
  eachDraw({ seed, clusters, replicates }, (times, count) => {
    for (let b = 0; b < count; b++) {
      addDrawn(drawn, sums, times, b);
      const outcome = statistic(drawn);
      if (typeof outcome === "number") values.push(outcome);
    }
  });
  return percentileInterval(values, { replicates, seed, confidence: 0.95, drawn: clusters });
}

/** Adds up the sums of the clusters drawn in one of several replicates. */
function addDrawn(drawn: Float64Array, sums: Float64Array, times: Uint8Array, replicate: number): void {
  const width = drawn.length;
  drawn.fill(0);
  for (let from = 0, at = replicate; from < sums.length; from += width, at += TOGETHER) {
    const weight = times[at] as number;
    if (weight === 0) continue;
    for (let i = 0; i < width; i++) drawn[i] = (drawn[i] as number) + weight * (sums[from + i] as number);
  }
}
