import type { ValueOrReason } from "./estimate";
import { isCode, numericValues, type Ratings, type RatingValue, rowsOf } from "./ratings";
import type { Kernel, Sample } from "./sample";

/** Two raters, by number. */
export type TwoRaters = readonly [first: number, second: number];

/**
 * The values that two raters gave to the units both rated: the distinct pairs of codes, and how many units
 * have each. Later computations take time in the number of distinct pairs, not of units.
 */
export interface Pairs {
  readonly first: Int32Array;
  readonly second: Int32Array;
  readonly weight: Float64Array;
  readonly values: readonly RatingValue[];
  readonly order: Int32Array;
  /** The pair of each unit; -1 where one of the two raters gave no rating. */
  pairOfUnit(): Int32Array;
}

/** The pairs of two raters (default: the first two), sorted by code. Empty for anonymous ratings. */
export function pairsOf(ratings: Ratings, [a, b]: TwoRaters = [0, 1]): Pairs {
  const { values, units } = ratings;
  const first = codesOfRater(ratings, a);
  const second = codesOfRater(ratings, b);
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

/** One rater's code for every unit, -1 where it is missing. */
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

/** A kernel that needs numbers from both raters; undefined (`non-numeric-values`) for words. */
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

/**
 * Every unordered pair of raters, by number.
 *
 * @example
 * allPairs(3); // → [[0, 1], [0, 2], [1, 2]]
 */
export function allPairs(raters: number): [number, number][] {
  const pairs: [number, number][] = [];
  for (let a = 0; a < raters; a++) for (let b = a + 1; b < raters; b++) pairs.push([a, b]);
  return pairs;
}
