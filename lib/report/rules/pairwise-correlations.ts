import { groupBy } from "@/lib/agreement/group-by";
import type { ReportOptions } from "@/lib/report/schema";
import type { Pairing, PairingRow } from "@/lib/report/schema/human-vs-llm";
import { machineOf } from "./comparisons";
import {
  correlationOf,
  countUnits,
  intervalOfPoints,
  type Points,
  type Series,
  weightedMean,
} from "./interval-of-points";
import { type ScopeValues, scopeValues } from "./scope-values";
import { byName, type Scope } from "./scopes";
import { compare } from "./text-order";
import type { GivenValues, Rater } from "./unit";

/**
 * Pairs of raters with fewer common units are left out of a mean of correlations if other pairs have as many.
 */
const FEWEST_UNITS = 10;

/** The numbers that one rater gave, by ascending unit number. */
interface Numbers {
  unit: Int32Array;
  value: Float64Array;
}

/** Mean correlations of a scope: each machine with people, people with the draft in view with others, people with people. */
export function pairingsOf(scope: Scope, machines: readonly Rater[], options: ReportOptions): PairingRow[] {
  if (scope.readings.length !== 1) return [];
  const values = scopeValues(scope);
  const { tasks, units } = values;
  const alone = numbersOf(values, values.people("independent"));
  const assisted = numbersOf(values, values.people("exposed"));
  const drafted = numbersOf(values, values.others);
  const people = inOrder(alone);
  const missingPeople =
    assisted.size > 0
      ? "drafts-in-view"
      : values.people("unknown").value.length > 0
        ? "exposure-unknown"
        : "fewer-than-2-pairs";
  const shared = new SharedPoints(units);
  const row = (
    pairing: Pairing,
    machine: Rater | null,
    pairs: readonly (readonly [Numbers, Numbers])[],
  ): PairingRow => {
    const met = pairs.flatMap(([one, other]) => {
      const series = () => shared.of(one, other);
      const points = series();
      const n = points.unit.length;
      return n === 0 ? [] : [{ series, n, r: correlationOf(points) }];
    });
    // Two units correlate 1 or -1 by construction, so pairs with too few units are left out, if any pair has
    // enough.
    const enough = met.filter(({ n }) => n >= FEWEST_UNITS);
    const counted = enough.length > 0 ? enough : met;
    const defined = counted.flatMap(({ r, ...one }) => (typeof r === "number" ? { ...one, r } : []));
    const [why] = counted.flatMap(({ r }) => (typeof r === "string" ? r : []));
    const seriesOf = (list: readonly { series: Series }[]) => list.map(({ series }) => series);
    const isDefined = defined.length > 0;
    return {
      scope: scope.name,
      pairing,
      machine: machine && machineOf(machine),
      value: isDefined
        ? weightedMean(
            defined.map(({ r }) => r),
            defined.map(({ n }) => n),
          )
        : null,
      ci: isDefined ? intervalOfPoints("correlation", seriesOf(defined), tasks, options, "by points") : null,
      reason: isDefined ? null : (why ?? (alone.size === 0 ? missingPeople : "fewer-than-2-pairs")),
      pairs: defined.length,
      undefinedPairs: counted.length - defined.length,
      leftOut: met.length - counted.length,
      units: countUnits(seriesOf(counted), units),
    };
  };
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
    ...(assisted.size > 0
      ? [
          row(
            "assisted-human",
            null,
            inOrder(assisted).flatMap(([one, own]) =>
              people.flatMap(([other, theirs]) => (one === other ? [] : [[own, theirs] as const])),
            ),
          ),
        ]
      : []),
    row(
      "human-human",
      null,
      people.flatMap(([, own], at) => people.slice(at + 1).map(([, theirs]) => [own, theirs] as const)),
    ),
  ];
}

/** The values that are numbers, by rater. */
function numbersOf(
  { raters, numbers }: ScopeValues,
  { start, rater, value }: GivenValues,
): Map<Rater, Numbers> {
  const unitOf = new Int32Array(rater.length);
  for (let unit = 0; unit + 1 < start.length; unit++) unitOf.fill(unit, start[unit], start[unit + 1]);
  const { start: from, order } = groupBy(rater, raters.length);
  return new Map(
    raters.flatMap((by, number) => {
      const given = order
        .subarray(from[number] as number, from[number + 1] as number)
        .filter((at) => !Number.isNaN(numbers[value[at] as number]));
      const own = {
        unit: given.map((at) => unitOf[at] as number),
        value: Float64Array.from(given, (at) => numbers[value[at] as number] as number),
      };
      return given.length === 0 ? [] : [[by, own] as const];
    }),
  );
}

function inOrder(numbers: ReadonlyMap<Rater, Numbers>): [Rater, Numbers][] {
  return [...numbers].sort(([a], [b]) => byName(a.name, b.name) || compare(a.key, b.key));
}

/** The pairs of values that two raters gave for the same units. */
class SharedPoints {
  private readonly unit: Int32Array;
  private readonly x: Float64Array;
  private readonly y: Float64Array;

  constructor(units: number) {
    this.unit = new Int32Array(units);
    this.x = new Float64Array(units);
    this.y = new Float64Array(units);
  }

  /** Until they are asked for again. */
  of(one: Numbers, other: Numbers): Points {
    const { unit, x, y } = this;
    let length = 0;
    for (let own = 0, theirs = 0; own < one.unit.length && theirs < other.unit.length; ) {
      const apart = (one.unit[own] as number) - (other.unit[theirs] as number);
      if (apart === 0) {
        unit[length] = one.unit[own] as number;
        x[length] = one.value[own] as number;
        y[length++] = other.value[theirs] as number;
      }
      if (apart <= 0) own++;
      if (apart >= 0) theirs++;
    }
    return { unit: unit.subarray(0, length), x: x.subarray(0, length), y: y.subarray(0, length) };
  }
}
