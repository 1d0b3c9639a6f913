import type { ValueOrReason } from "./estimate";
import type { Kernel, Sample } from "./estimator";
import { isCode, numericValues, type Ratings, type RatingValue, rowsOf } from "./ratings";

/** Two raters, by their number. */
export type TwoRaters = readonly [first: number, second: number];

/**
 * What two raters said about the units both of them rated: the distinct pairs of codes, and how many
 * units have each. Everything about two raters costs as much as there are distinct pairs.
 */
export interface Pairs {
  readonly first: Int32Array;
  readonly second: Int32Array;
  readonly weight: Float64Array;
  readonly values: readonly RatingValue[];
  readonly order: Int32Array;
  /** The pair of each unit; -1 where one of the two did not rate. */
  pairOfUnit(): Int32Array;
}

/** The pairs of two raters (default: the first two), sorted by code. Anonymous ratings have none. */
export function pairsOf(ratings: Ratings, [one, other]: TwoRaters = [0, 1]): Pairs {
  const { values, units } = ratings;
  const first = codesOfRater(ratings, one);
  const second = codesOfRater(ratings, other);
  const q = values.length;
  const keyOfUnit = new Float64Array(units).fill(-1);
  for (let u = 0; u < units; u++) {
    if (first[u] !== -1 && second[u] !== -1) keyOfUnit[u] = (first[u] as number) * q + (second[u] as number);
  }
  const keys: number[] = [];
  const weight: number[] = [];
  for (const key of keyOfUnit.slice().sort()) {
    if (key === -1) continue;
    if (keys.at(-1) !== key) {
      keys.push(key);
      weight.push(0);
    }
    weight[weight.length - 1] = (weight[weight.length - 1] as number) + 1;
  }
  return {
    first: Int32Array.from(keys, (key) => Math.floor(key / q)),
    second: Int32Array.from(keys, (key) => key % q),
    weight: new Float64Array(weight),
    values,
    order: ratings.order,
    pairOfUnit() {
      const place = new Map(keys.map((key, k) => [key, k]));
      const pairs = new Int32Array(units);
      for (let u = 0; u < units; u++) pairs[u] = place.get(keyOfUnit[u] as number) ?? -1;
      return pairs;
    },
  };
}

/** One rater's code for every unit, -1 where there is none. */
export function codesOfRater(ratings: Ratings, rater: number): Int32Array {
  const { cells, units, raters, values } = ratings;
  const codes = new Int32Array(units).fill(-1);
  if (cells.layout === "grid") {
    for (let u = 0; u < units && rater < raters; u++) {
      const code = cells.value[u * raters + rater] as number;
      if (isCode(code, values.length)) codes[u] = code;
    }
    return codes;
  }
  const { unit, rater: who, value } = rowsOf(ratings);
  for (let i = 0; i < unit.length; i++) if (who[i] === rater) codes[unit[i] as number] = value[i] as number;
  return codes;
}

/** A statistic of two raters. */
export type PairMeasure = (pairs: Pairs) => Kernel;

/** The sample of a statistic of two raters. */
export function pairSample(pairs: Pairs, measure: PairMeasure): Sample {
  const units = pairs.weight.reduce((sum, weight) => sum + weight, 0);
  return {
    kernel: measure(pairs),
    weight: pairs.weight,
    counts: () => true,
    compare: (a, b) => a - b,
    formOfUnit: pairs.pairOfUnit,
    units,
    raters: 2,
    pairable: 2 * units,
  };
}

/** A kernel over numbers on both sides, once both sides are known to be numbers. */
export function onNumbers(
  pairs: Pairs,
  kernel: (x: Float64Array, y: Float64Array, weight: Float64Array) => ValueOrReason,
): Kernel {
  const numbers = numericValues(pairs.values);
  if (!numbers) return () => "non-numeric-values";
  const x = Float64Array.from(pairs.first, (code) => numbers[code] as number);
  const y = Float64Array.from(pairs.second, (code) => numbers[code] as number);
  return (weight) => kernel(x, y, weight);
}

/** Every unordered pair of raters, by number. */
export function allPairs(raters: number): [number, number][] {
  const pairs: [number, number][] = [];
  for (let a = 0; a < raters; a++) for (let b = a + 1; b < raters; b++) pairs.push([a, b]);
  return pairs;
}
