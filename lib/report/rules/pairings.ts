import { weightedPearson } from "@/lib/agreement/correlation";
import type { Outcome } from "@/lib/agreement/estimate";
import { intervalOfSums } from "@/lib/agreement/sums";
import type { Ends, Pairing, PairingRow, ReportOptions } from "@/lib/report/schema";
import { machineOf } from "./comparisons";
import { endsOf } from "./reliability";
import { byName, type Scope } from "./scopes";
import { compare, mean, type Rated, type Rater, type Unit } from "./units";
import { asNumber } from "./values";

/** Two numbers of each of some units that share a task. */
export interface Point {
  x: number;
  y: number;
  task: string;
}

/** Sums enough for a correlation, and for the mean of x: n, Σx, Σy, Σx², Σy², Σxy. */
const WIDTH = 6;

/** Beyond so many additions an interval is not worth waiting for. */
const MOST_ADDITIONS = 3e8;

/** Pearson's r of some points. */
export function correlationOf(points: readonly Point[]): Outcome {
  if (points.length < 2) return "fewer-than-2-pairs";
  return weightedPearson(
    Float64Array.from(points, ({ x }) => x),
    Float64Array.from(points, ({ y }) => y),
    new Float64Array(points.length).fill(1),
  );
}

/** The interval of the mean of several correlations, or of several means of x: tasks are drawn for all of them. */
export function intervalOver(
  of: "correlation" | "mean",
  series: readonly (readonly Point[])[],
  { replicates, seed }: ReportOptions,
): Ends | null {
  const tasks = [...new Set(series.flatMap((points) => points.map(({ task }) => task)))].sort(compare);
  const width = WIDTH * series.length;
  if (tasks.length < 2 || tasks.length * (width + 1) * replicates > MOST_ADDITIONS) return null;
  const place = new Map(tasks.map((task, at) => [task, at]));
  const sums = new Float64Array(tasks.length * width);
  series.forEach((points, at) => {
    // About their means, so that large numbers do not cost precision.
    const [centreX, centreY] = [mean(points.map(({ x }) => x)), mean(points.map(({ y }) => y))];
    const shift = of === "mean" ? 0 : centreX;
    for (const { x, y, task } of points) {
      const [dx, dy] = [x - shift, y - centreY];
      const from = (place.get(task) ?? 0) * width + at * WIDTH;
      for (const [i, term] of [1, dx, dy, dx * dx, dy * dy, dx * dy].entries())
        sums[from + i] = (sums[from + i] as number) + term;
    }
  });
  const statistic = (drawn: Float64Array): Outcome => {
    const found: number[] = [];
    for (let at = 0; at < width; at += WIDTH) {
      const one = of === "mean" ? meanOfSums(drawn, at) : correlationOfSums(drawn, at);
      if (one !== null) found.push(one);
    }
    // Without one of several means their mean would be of something else.
    if (found.length === 0 || (of === "mean" && found.length < series.length)) return "fewer-than-2-pairs";
    return mean(found);
  };
  return endsOf(intervalOfSums(sums, width, statistic, { replicates, seed }));
}

function meanOfSums(sums: Float64Array, at: number): number | null {
  const n = sums[at] as number;
  return n === 0 ? null : (sums[at + 1] as number) / n;
}

function correlationOfSums(sums: Float64Array, at: number): number | null {
  const [n = 0, x = 0, y = 0, xx = 0, yy = 0, xy = 0] = sums.subarray(at, at + WIDTH);
  if (n < 2) return null;
  const [varianceX, varianceY] = [xx - (x * x) / n, yy - (y * y) / n];
  // What is left of a constant side is rounding.
  if (varianceX <= 1e-9 * xx || varianceY <= 1e-9 * yy) return null;
  return Math.max(-1, Math.min(1, (xy - (x * y) / n) / Math.sqrt(varianceX * varianceY)));
}

type Numbers = Map<number, number>;

/** Mean correlations of a scope: each machine with people, people with the draft in view with others, people with people. */
export function pairingsOf(scope: Scope, machines: readonly Rater[], options: ReportOptions): PairingRow[] {
  if (scope.readings.length !== 1) return [];
  const alone = numbersOf(scope.units, ({ humans }) => humans.independent);
  const assisted = numbersOf(scope.units, ({ humans }) => humans.exposed);
  const drafted = numbersOf(scope.units, ({ others }) => others);
  const people = inOrder(alone);
  const row = (
    pairing: Pairing,
    machine: Rater | null,
    pairs: readonly (readonly [Numbers, Numbers])[],
  ): PairingRow => {
    const series = pairs
      .map(([one, other]) => shared(one, other, scope.units))
      .filter((points) => points.length > 0);
    const outcomes = series.map(correlationOf);
    const defined = series.filter((_, at) => typeof outcomes[at] === "number");
    const values = outcomes.flatMap((outcome) => (typeof outcome === "number" ? outcome : []));
    const [why] = outcomes.flatMap((outcome) => (typeof outcome === "string" ? outcome : []));
    return {
      scope: scope.name,
      pairing,
      machine: machine && machineOf(machine),
      value: values.length === 0 ? null : mean(values),
      ci: values.length === 0 ? null : intervalOver("correlation", defined, options),
      reason:
        values.length > 0
          ? null
          : (why ?? (alone.size === 0 && assisted.size > 0 ? "drafts-in-view" : "no-common-units")),
      pairs: values.length,
      undefinedPairs: outcomes.length - values.length,
      units: new Set(series.flatMap((points) => points.map(({ unit }) => unit))).size,
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

function numbersOf(units: readonly Unit[], of: (unit: Unit) => readonly Rated[]): Map<Rater, Numbers> {
  const found = new Map<Rater, Numbers>();
  for (const [at, unit] of units.entries()) {
    for (const { rater, value } of of(unit)) {
      const number = asNumber(value);
      if (number === null) continue;
      const own = found.get(rater) ?? new Map<number, number>();
      found.set(rater, own);
      own.set(at, number);
    }
  }
  return found;
}

function inOrder(numbers: ReadonlyMap<Rater, Numbers>): [Rater, Numbers][] {
  return [...numbers].sort(([a], [b]) => byName(a.name, b.name) || compare(a.key, b.key));
}

function shared(one: Numbers, other: Numbers, units: readonly Unit[]): (Point & { unit: number })[] {
  return [...one].flatMap(([unit, x]) => {
    const y = other.get(unit);
    return y === undefined ? [] : [{ x, y, unit, task: units[unit]?.task ?? "" }];
  });
}
