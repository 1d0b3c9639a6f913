import { arithmeticMean } from "@/lib/agreement/arithmetic-mean";
import { intervalOfSums } from "@/lib/agreement/bootstrap-sums";
import { pearsonOf } from "@/lib/agreement/correlation";
import type { ValueOrReason } from "@/lib/agreement/estimate";
import type { ReportOptions } from "@/lib/report/schema";
import type { Pairing, PairingRow } from "@/lib/report/schema/human-vs-llm";
import type { Ends } from "@/lib/report/schema/values";
import { machineOf } from "./comparisons";
import { DictionaryColumn, GrowableColumn, NarrowColumn, NONE } from "./growable-columns";
import { endsOf } from "./interval-ends";
import { asNumber } from "./measurement-scale";
import { byName, type Scope } from "./scopes";
import { taskNumbers } from "./task-numbers";
import { compare } from "./text-order";
import type { Rated, Rater, Unit } from "./unit";

/**
 * Passes two numbers for each of some units to a callback. They are computed on each call instead of stored,
 * because there are many pairs of raters with many units each.
 */
export type PointPairs = (take: (unit: number, x: number, y: number) => void) => void;

/** Sums enough for a correlation: n, Σx, Σy, Σx², Σy², Σxy. A mean of x needs the first two. */
const WIDTH = { correlation: 6, mean: 2 } as const;

/**
 * Pairs of raters with fewer common units are left out of a mean of correlations if other pairs have as many.
 */
const FEWEST_UNITS = 10;

/** With more additions than this, which take about half a second, there is no interval. */
const MOST_ADDITIONS = 2e9;

/** Pearson's r of some points. */
export function correlationOf(points: PointPairs): ValueOrReason {
  return pearsonOf((take) => points((_, x, y) => take(x, y)));
}

/** Number of points, and the mean of each coordinate. */
export function meansOf(points: PointPairs): { n: number; x: number; y: number } {
  let n = 0;
  const sum = { x: 0, y: 0 };
  points((_, x, y) => {
    n++;
    sum.x += x;
    sum.y += y;
  });
  return { n, x: sum.x / n, y: sum.y / n };
}

/**
 * Bootstrap interval of the mean of several correlations, or of several means of x. Each replicate draws the
 * same tasks for all series; `tasks` has the task of each unit. Series count equally, or by their number of
 * points.
 */
export function intervalOver(
  of: "correlation" | "mean",
  series: readonly PointPairs[],
  taskOf: readonly string[],
  options: ReportOptions,
  weighed: "alike" | "by points" = "alike",
): Ends | null {
  const { number, count } = taskNumbers(taskOf);
  const place = new Int32Array(count).fill(NONE);
  for (const points of series)
    points((unit) => {
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
    if (of === "mean") addMeans(sums, rowOf, points);
    else addCorrelations(sums, rowOf, points);
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

/** The number of each unit's task in the order of tasks, and how many tasks there are. */
type RowOf = (unit: number) => number;

function addMeans(sums: Float64Array, rowOf: RowOf, points: PointPairs): void {
  points((unit, x) => {
    const at = rowOf(unit);
    sums[at] = (sums[at] as number) + 1;
    sums[at + 1] = (sums[at + 1] as number) + x;
  });
}

function addCorrelations(sums: Float64Array, rowOf: RowOf, points: PointPairs): void {
  // About their means, so that large numbers do not cost precision.
  const centre = meansOf(points);
  points((unit, x, y) => {
    const at = rowOf(unit);
    const dx = x - centre.x;
    const dy = y - centre.y;
    sums[at] = (sums[at] as number) + 1;
    sums[at + 1] = (sums[at + 1] as number) + dx;
    sums[at + 2] = (sums[at + 2] as number) + dy;
    sums[at + 3] = (sums[at + 3] as number) + dx * dx;
    sums[at + 4] = (sums[at + 4] as number) + dy * dy;
    sums[at + 5] = (sums[at + 5] as number) + dx * dy;
  });
}

/** The mean of numbers, weighted by their numbers of points. */
export function weightedMean(numbers: readonly number[], points: readonly number[]): number {
  const all = points.reduce((sum, n) => sum + n, 0);
  return numbers.reduce((sum, number, at) => sum + number * ((points[at] as number) / all), 0);
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

/** The values of one rater by ascending unit number, as codes. */
interface Numbers {
  unit: GrowableColumn;
  value: NarrowColumn;
}

/** Mean correlations of a scope: each machine with people, people with the draft in view with others, people with people. */
export function pairingsOf(scope: Scope, machines: readonly Rater[], options: ReportOptions): PairingRow[] {
  if (scope.readings.length !== 1) return [];
  const { alone, assisted, drafted, tasks, numbers, isUnknown } = numbersOf(scope.units);
  const people = inOrder(alone);
  const missingPeople =
    assisted.size > 0 ? "drafts-in-view" : isUnknown ? "exposure-unknown" : "fewer-than-2-pairs";
  const row = (
    pairing: Pairing,
    machine: Rater | null,
    pairs: readonly (readonly [Numbers, Numbers])[],
  ): PairingRow => {
    const met = pairs
      .map(([one, other]) => shared(one, other, numbers))
      .map((points) => ({ points, n: meansOf(points).n }))
      .filter(({ n }) => n > 0);
    // Two units correlate 1 or -1 by construction, so pairs with too few units are left out, if any pair has
    // enough.
    const enough = met.filter(({ n }) => n >= FEWEST_UNITS);
    const counted = enough.length > 0 ? enough : met;
    const series = counted.map(({ points }) => points);
    const outcomes = series.map(correlationOf);
    const defined = series.filter((_, at) => typeof outcomes[at] === "number");
    const values = outcomes.flatMap((outcome) => (typeof outcome === "number" ? outcome : []));
    const weights = counted.flatMap(({ n }, at) => (typeof outcomes[at] === "number" ? n : []));
    const [why] = outcomes.flatMap((outcome) => (typeof outcome === "string" ? outcome : []));
    return {
      scope: scope.name,
      pairing,
      machine: machine && machineOf(machine),
      value: values.length === 0 ? null : weightedMean(values, weights),
      ci: values.length === 0 ? null : intervalOver("correlation", defined, tasks, options, "by points"),
      reason: values.length > 0 ? null : (why ?? (alone.size === 0 ? missingPeople : "fewer-than-2-pairs")),
      pairs: values.length,
      undefinedPairs: outcomes.length - values.length,
      leftOut: met.length - counted.length,
      units: countUnits(series, tasks.length),
    };
  };
  const twoOf = (first: ReadonlyMap<Rater, Numbers>) =>
    inOrder(first).flatMap(([one, own]) =>
      people.flatMap(([other, theirs]) => (one === other ? [] : [[own, theirs] as const])),
    );
  return [
    ...machines.flatMap((machine) => {
      const own = drafted.get(machine);
      return own
        ? [
            row(
              "llm-human",
              machine,
              people.map(([, theirs]) => [own, theirs] as const),
            ),
          ]
        : [];
    }),
    ...(assisted.size > 0 ? [row("assisted-human", null, twoOf(assisted))] : []),
    row(
      "human-human",
      null,
      people.flatMap(([, own], at) => people.slice(at + 1).map(([, theirs]) => [own, theirs] as const)),
    ),
  ];
}

/**
 * The values of people without a draft in view, of people with one, and of models; also the task of each
 * unit, and the value of each code.
 */
function numbersOf(units: Iterable<Unit>) {
  const found = { alone: new Map<Rater, Numbers>(), assisted: new Map<Rater, Numbers>() };
  const drafted = new Map<Rater, Numbers>();
  const tasks: string[] = [];
  const values = new DictionaryColumn<number>();
  let isUnknown = false;
  const add = (numbers: Map<Rater, Numbers>, ratings: readonly Rated[], unit: number) => {
    for (const { rater, value } of ratings) {
      const number = asNumber(value);
      if (number === null) continue;
      const own = numbers.get(rater) ?? { unit: new GrowableColumn(), value: new NarrowColumn() };
      numbers.set(rater, own);
      own.unit.push(unit);
      own.value.push(values.of(number));
    }
  };
  for (const { humans, others, task } of units) {
    const unit = tasks.push(task) - 1;
    add(found.alone, humans.independent, unit);
    add(found.assisted, humans.exposed, unit);
    add(drafted, others, unit);
    isUnknown ||= humans.unknown.length > 0;
  }
  return { ...found, drafted, tasks, numbers: Float64Array.from(values.list), isUnknown };
}

/** Number of distinct units with points in any series. */
export function countUnits(series: readonly PointPairs[], units: number): number {
  return metBy(series, units).reduce((count, met) => count + met, 0);
}

/** For each unit 1 if a series has points for it. */
function metBy(series: readonly PointPairs[], units: number): Uint8Array {
  const isMet = new Uint8Array(units);
  for (const points of series)
    points((unit) => {
      isMet[unit] = 1;
    });
  return isMet;
}

function inOrder(numbers: ReadonlyMap<Rater, Numbers>): [Rater, Numbers][] {
  return [...numbers].sort(([a], [b]) => byName(a.name, b.name) || compare(a.key, b.key));
}

/** The pairs of values that two raters gave for the same units. */
function shared(one: Numbers, other: Numbers, numbers: Float64Array): PointPairs {
  return (take) => {
    let theirs = 0;
    for (let own = 0; own < one.unit.length; own++) {
      const unit = one.unit.at(own);
      while (theirs < other.unit.length && other.unit.at(theirs) < unit) theirs++;
      if (theirs === other.unit.length) break;
      if (other.unit.at(theirs) !== unit) continue;
      take(unit, numbers[one.value.at(own)] as number, numbers[other.value.at(theirs)] as number);
    }
  };
}
