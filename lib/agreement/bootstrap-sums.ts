import { percentileInterval } from "./bootstrap";
import type { Interval, ValueOrReason } from "./estimate";
import { randomFrom } from "./random";

/** A statistic of sums over everything that was drawn. */
export type OfSums = (sums: Float64Array) => ValueOrReason;

/**
 * Percentile interval of a statistic that needs no more of its units than a few sums: whole clusters are drawn, as
 * many as there are, and their sums added up. `sums[cluster * width + i]` is sum i of a cluster; the order of the
 * clusters decides which is drawn, so it must not depend on chance. Null when no replicate has a value.
 */
export function intervalOfSums(
  sums: Float64Array,
  width: number,
  statistic: OfSums,
  { replicates, seed }: { replicates: number; seed: number },
): Interval | null {
  const clusters = sums.length / width;
  const random = randomFrom(seed);
  const drawn = new Float64Array(width);
  const times = new Int32Array(clusters);
  const numbers = new Float64Array(clusters);
  const values: number[] = [];
  for (let b = 0; b < replicates; b++) {
    times.fill(0);
    random.fill(numbers);
    for (let i = 0; i < clusters; i++) {
      const at = Math.floor((numbers[i] as number) * clusters);
      times[at] = (times[at] as number) + 1;
    }
    drawn.fill(0);
    for (let cluster = 0; cluster < clusters; cluster++) {
      const weight = times[cluster] as number;
      if (weight === 0) continue;
      const from = cluster * width;
      for (let i = 0; i < width; i++) drawn[i] = (drawn[i] as number) + weight * (sums[from + i] as number);
    }
    const outcome = statistic(drawn);
    if (typeof outcome === "number") values.push(outcome);
  }
  return percentileInterval(values, { replicates, seed, confidence: 0.95, drawn: clusters });
}
