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
  const columns = columnsOf(sums, width);
  const weights = new Float64Array(clusters * TOGETHER);
  const values: number[] = [];
  eachDraw({ seed, clusters, replicates }, (times, count) => {
    weights.set(times);
    addDrawn(drawn, columns, weights);
    for (let b = 0; b < count; b++) {
      const outcome = statistic(drawn[b] as Float64Array);
      if (typeof outcome === "number") values.push(outcome);
    }
  });
  return percentileInterval(values, { replicates, seed, confidence, drawn: clusters });
}

/** Sum i of every cluster, one after the other, for each i. */
function columnsOf(sums: Float64Array, width: number): Float64Array {
  const clusters = sums.length / width;
  const columns = new Float64Array(sums.length);
  for (let cluster = 0; cluster < clusters; cluster++)
    for (let i = 0; i < width; i++) columns[i * clusters + cluster] = sums[cluster * width + i] as number;
  return columns;
}

/**
 * Adds up the sums of the clusters drawn in each of four replicates: two sums at a time, which share the reading of the
 * weights and stay in registers. Each is added up in the order of clusters.
 */
function addDrawn(drawn: readonly Float64Array[], columns: Float64Array, weights: Float64Array): void {
  const [first, second, third, fourth] = drawn as [Float64Array, Float64Array, Float64Array, Float64Array];
  const width = first.length;
  const clusters = columns.length / width;
  for (let i = 0; i < width; i += 2) {
    const from = i * clusters;
    // An odd last sum is added up twice.
    const beside = i + 1 < width ? from + clusters : from;
    let [a, b, c, d] = [0, 0, 0, 0];
    let [e, f, g, h] = [0, 0, 0, 0];
    for (let cluster = 0, at = 0; cluster < clusters; cluster++, at += TOGETHER) {
      const own = columns[from + cluster] as number;
      const other = columns[beside + cluster] as number;
      const p = weights[at] as number;
      const q = weights[at + 1] as number;
      const r = weights[at + 2] as number;
      const s = weights[at + 3] as number;
      a += p * own;
      b += q * own;
      c += r * own;
      d += s * own;
      e += p * other;
      f += q * other;
      g += r * other;
      h += s * other;
    }
    const next = beside === from ? i : i + 1;
    first[i] = a;
    second[i] = b;
    third[i] = c;
    fourth[i] = d;
    first[next] = e;
    second[next] = f;
    third[next] = g;
    fourth[next] = h;
  }
}
