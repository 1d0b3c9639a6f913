import { percentileInterval } from "./bootstrap";
import { poolSequences } from "./distinct-sequences";
import {
  addUpDraws,
  arraysFor,
  countDraws,
  eachDraw,
  type KindGroups,
  type PackedDraws,
  packedDrawsFor,
  unpackDraws,
} from "./draws";
import type { Interval, ValueOrReason } from "./estimate";
import { groupBy } from "./group-by";

/** Computes a statistic from the sums over all drawn clusters. */
type OfSums = (sums: Float64Array) => ValueOrReason;

interface SumsRequest {
  replicates: number;
  seed: number;
  /** Default 0.95. */
  confidence?: number;
  /**
   * Sums that belong together, such as those of one pair of raters, follow each other in parts of this size: clusters with
   * equal sums in a part are added up as one. Default: all sums are one part.
   */
  step?: number;
}

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
  { replicates, seed, confidence = 0.95, step = width }: SumsRequest,
): Interval | null {
  const clusters = sums.length / width;
  const first = Int32Array.from({ length: clusters + 1 }, (_, cluster) => cluster);
  const each = packedDrawsFor(clusters);
  const whole = pooled(sums, width, each);
  const parts = Array.from({ length: width / step }, (_, part) => {
    const { rows, ...own } = pooled(columnsFrom(whole.rows, width, part * step, step), step, whole.times);
    return { ...own, weights: arraysFor(rows.length / step), columns: columnsOf(rows, step) };
  });
  const drawn = arraysFor(width);
  const values: number[] = [];
  eachDraw({ seed, clusters, replicates }, (draws, count) => {
    countDraws(each, first, draws);
    if (whole.groups) addUpDraws(whole.times, whole.groups, each);
    for (const [at, { groups, times, weights, columns }] of parts.entries()) {
      if (groups) addUpDraws(times, groups, whole.times);
      unpackDraws(weights, times);
      addDrawn(drawn, at * step, columns, weights, step);
    }
    for (let b = 0; b < count; b++) {
      const outcome = statistic(drawn[b] as Float64Array);
      if (typeof outcome === "number") values.push(outcome);
    }
  });
  return percentileInterval(values, { replicates, seed, confidence, drawn: clusters });
}

/**
 * The distinct rows of a table, which rows are equal to each, and where to count their draws. Where few rows are equal, all
 * of them with their own draws: adding these up first is not worth it.
 */
function pooled(table: Float64Array, width: number, times: PackedDraws) {
  const { distinct, ...groups } = equalRows(table, width);
  return 4 * distinct.length < 3 * table.length
    ? { rows: distinct, groups, times: packedDrawsFor(distinct.length / width) }
    : { rows: table, groups: null, times };
}

/** The distinct rows of a table, in the order in which they first occur, and which rows are equal to each. */
function equalRows(table: Float64Array, width: number): KindGroups & { distinct: Float64Array } {
  const rows = table.length / width;
  // Rows are equal if their bits are.
  const words = new Int32Array(table.buffer, table.byteOffset, 2 * table.length);
  const from = Int32Array.from({ length: rows + 1 }, (_, row) => 2 * width * row);
  const { example, kind } = poolSequences(from, words);
  const { start, order } = groupBy(kind, example.length);
  const distinct = new Float64Array(example.length * width);
  for (const [at, row] of example.entries())
    distinct.set(table.subarray(row * width, (row + 1) * width), at * width);
  return { distinct, start, kind: order, amount: new Float64Array(rows).fill(1) };
}

/** Some columns of a table that is stored row by row. */
function columnsFrom(table: Float64Array, width: number, from: number, count: number): Float64Array {
  const rows = table.length / width;
  const part = new Float64Array(rows * count);
  for (let row = 0; row < rows; row++)
    part.set(table.subarray(row * width + from, row * width + from + count), row * count);
  return part;
}

/** Sum i of every row, one after the other, for each i. */
function columnsOf(sums: Float64Array, width: number): Float64Array {
  const rows = sums.length / width;
  const columns = new Float64Array(sums.length);
  for (let row = 0; row < rows; row++)
    for (let i = 0; i < width; i++) columns[i * rows + row] = sums[row * width + i] as number;
  return columns;
}

/**
 * Adds up the sums of the rows drawn in each of four replicates, from `to` on: two sums at a time, which share the reading
 * of the weights and stay in registers. Each is added up in the order of rows.
 */
function addDrawn(
  drawn: readonly Float64Array[],
  to: number,
  columns: Float64Array,
  weights: readonly Float64Array[],
  width: number,
): void {
  const [first, second, third, fourth] = drawn as [Float64Array, Float64Array, Float64Array, Float64Array];
  const [one, two, three, four] = weights as [Float64Array, Float64Array, Float64Array, Float64Array];
  const rows = columns.length / width;
  for (let i = 0; i < width; i += 2) {
    const from = i * rows;
    // An odd last sum is added up twice.
    const beside = i + 1 < width ? from + rows : from;
    let [a, b, c, d] = [0, 0, 0, 0];
    let [e, f, g, h] = [0, 0, 0, 0];
    for (let row = 0; row < rows; row++) {
      const own = columns[from + row] as number;
      const other = columns[beside + row] as number;
      const p = one[row] as number;
      const q = two[row] as number;
      const r = three[row] as number;
      const s = four[row] as number;
      a += p * own;
      b += q * own;
      c += r * own;
      d += s * own;
      e += p * other;
      f += q * other;
      g += r * other;
      h += s * other;
    }
    const own = to + i;
    const next = beside === from ? own : own + 1;
    first[own] = a;
    second[own] = b;
    third[own] = c;
    fourth[own] = d;
    first[next] = e;
    second[next] = f;
    third[next] = g;
    fourth[next] = h;
  }
}
