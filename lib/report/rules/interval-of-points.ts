import { arithmeticMean } from "@/lib/agreement/arithmetic-mean";
import { intervalOfSums } from "@/lib/agreement/bootstrap-sums";
import { pearsonOf } from "@/lib/agreement/correlation";
import type { ValueOrReason } from "@/lib/agreement/estimate";
import type { ReportOptions } from "@/lib/report/schema";
import type { Ends } from "@/lib/report/schema/values";
import { endsOf } from "./interval-ends";
import { NONE } from "./none";
import type { TaskNumbers } from "./task-numbers";

/** Two numbers for each of some units. */
export interface Points {
  readonly unit: Int32Array;
  readonly x: Float64Array;
  readonly y: Float64Array;
}

/**
 * A function that returns the points of one series. They are overwritten when those of another series are asked for: there
 * are many pairs of raters with many units each.
 */
export type Series = () => Points;

/** Sums enough for a correlation: n, Σx, Σy, Σx², Σy², Σxy. A mean of x needs the first two. */
const WIDTH = { correlation: 6, mean: 2 } as const;

/** With more additions than this, which take about half a second, there is no interval. */
const MOST_ADDITIONS = 2e9;

/** Pearson's r of some points. */
export function correlationOf({ x, y }: Points): ValueOrReason {
  return pearsonOf(x, y);
}

/**
 * Bootstrap interval of the mean of several correlations, or of several means of x. Each replicate draws the
 * same tasks for all series; `tasks` has the task of each unit. Series count equally, or by their number of
 * points.
 */
export function intervalOfPoints(
  of: "correlation" | "mean",
  series: readonly Series[],
  { number, count }: TaskNumbers,
  options: ReportOptions,
  weighed: "alike" | "by points" = "alike",
): Ends | null {
  const place = new Int32Array(count).fill(NONE);
  for (const points of series)
    points().unit.forEach((unit) => {
      place[number[unit] as number] = 0;
    });
  let tasks = 0;
  for (let task = 0; task < count; task++) if (place[task] !== NONE) place[task] = tasks++;
  const widest = WIDTH.correlation * series.length;
  if (tasks < 2 || tasks * (widest + 1) * options.replicates > MOST_ADDITIONS) return null;
  const step = WIDTH[of];
  const width = step * series.length;
  const sums = new Float64Array(tasks * width);
  for (const [at, points] of series.entries()) {
    const rowOf = (unit: number) => (place[number[unit] as number] as number) * width + at * step;
    if (of === "mean") addMeans(sums, rowOf, points());
    else addCorrelations(sums, rowOf, points());
  }
  const statistic = (drawn: Float64Array): ValueOrReason => {
    const found: number[] = [];
    const points: number[] = [];
    for (let at = 0; at < width; at += step) {
      const one = of === "mean" ? meanOfSums(drawn, at) : correlationOfSums(drawn, at);
      if (one === null) continue;
      found.push(one);
      points.push(drawn[at] as number);
    }
    if (found.length === 0) return "fewer-than-2-pairs";
    if (weighed === "by points") return weightedMean(found, points);
    // If one of several means is missing, the mean of the others would be a different quantity.
    return of === "mean" && found.length < series.length ? "fewer-than-2-pairs" : arithmeticMean(found);
  };
  return endsOf(intervalOfSums(sums, width, statistic, { ...options, step }));
}

/** The place of a unit's sums. */
type RowOf = (unit: number) => number;

function addMeans(sums: Float64Array, rowOf: RowOf, { unit, x }: Points): void {
  for (let point = 0; point < unit.length; point++) {
    const at = rowOf(unit[point] as number);
    sums[at] = (sums[at] as number) + 1;
    sums[at + 1] = (sums[at + 1] as number) + (x[point] as number);
  }
}

function addCorrelations(sums: Float64Array, rowOf: RowOf, { unit, x, y }: Points): void {
  // About their means, so that large numbers do not cost precision.
  const [meanX, meanY] = [arithmeticMean(x), arithmeticMean(y)];
  for (let point = 0; point < unit.length; point++) {
    const at = rowOf(unit[point] as number);
    const dx = (x[point] as number) - meanX;
    const dy = (y[point] as number) - meanY;
    sums[at] = (sums[at] as number) + 1;
    sums[at + 1] = (sums[at + 1] as number) + dx;
    sums[at + 2] = (sums[at + 2] as number) + dy;
    sums[at + 3] = (sums[at + 3] as number) + dx * dx;
    sums[at + 4] = (sums[at + 4] as number) + dy * dy;
    sums[at + 5] = (sums[at + 5] as number) + dx * dy;
  }
}

/** The mean of numbers, weighted by their numbers of points. */
export function weightedMean(numbers: readonly number[], points: readonly number[]): number {
  let all = 0;
  for (let at = 0; at < points.length; at++) all += points[at] as number;
  let mean = 0;
  for (let at = 0; at < numbers.length; at++)
    mean += (numbers[at] as number) * ((points[at] as number) / all);
  return mean;
}

function meanOfSums(sums: Float64Array, at: number): number | null {
  const n = sums[at] as number;
  return n === 0 ? null : (sums[at + 1] as number) / n;
}

function correlationOfSums(sums: Float64Array, at: number): number | null {
  const n = sums[at] as number;
  if (n < 2) return null;
  const x = sums[at + 1] as number;
  const y = sums[at + 2] as number;
  const xx = sums[at + 3] as number;
  const yy = sums[at + 4] as number;
  const xy = sums[at + 5] as number;
  const varianceX = xx - (x * x) / n;
  const varianceY = yy - (y * y) / n;
  // A constant side has only rounding errors as its variance.
  if (varianceX <= 1e-9 * xx || varianceY <= 1e-9 * yy) return null;
  return Math.max(-1, Math.min(1, (xy - (x * y) / n) / Math.sqrt(varianceX * varianceY)));
}

/** Number of distinct units, of so many, with points in any series. */
export function countUnits(series: readonly Series[], units: number): number {
  const isMet = new Uint8Array(units);
  for (const points of series)
    points().unit.forEach((unit) => {
      isMet[unit] = 1;
    });
  return isMet.reduce((met, own) => met + own, 0);
}
