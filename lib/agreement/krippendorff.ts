import type { IntervalRequest } from "./bootstrap";
import type { Estimate, UndefinedReason, ValueOrReason } from "./estimate";
import { estimateFrom, type PatternStatistic, patternSample } from "./estimator";
import { type Patterns, patternsOf } from "./patterns";
import { numericValues, type Ratings, type RatingValue } from "./ratings";
import type { JointKernel } from "./sample";

/** Levels of measurement: which differences between two values count. */
export const LEVELS = ["nominal", "ordinal", "interval", "ratio"] as const;
export type Level = (typeof LEVELS)[number];

/** A custom distance: symmetric, not negative, 0 for equal values. It is used as a squared distance. */
export type Distance = (a: RatingValue, b: RatingValue) => number;

/**
 * Krippendorff's alpha: agreement beyond chance. 1 is perfect, 0 is what shuffled ratings would score, below
 * 0 is systematic disagreement. Thresholds usually quoted: .800 to rely on, .667 for tentative conclusions.
 *
 * Any number of raters, any pattern of missing ratings. A unit rated once cannot be compared and counts
 * nowhere. Undefined, not perfect, when the comparable ratings never vary.
 *
 * Krippendorff (2011), "Computing Krippendorff's Alpha-Reliability"; Hayes & Krippendorff (2007).
 *
 * @example
 * // Example C of Krippendorff (2011): four observers, twelve units.
 * const ratings = ratingsFromMatrix([
 * [1, 2, 3, 3, 2, 1, 4, 1, 2, null, null, null],
 * [1, 2, 3, 3, 2, 2, 4, 1, 2, 5, null, 3],
 * [null, 3, 3, 3, 2, 3, 4, 2, 2, 5, 1, null],
 * [1, 2, 3, 3, 2, 4, 4, 1, 2, 5, 1, null],
 * ]);
 * krippendorffAlpha(ratings, "nominal").value; // → 0.743
 * krippendorffAlpha(ratings, "ordinal").value; // → 0.815
 * krippendorffAlpha(ratingsFromMatrix([[2, 2], [2, 2]]), "nominal").reason; // → "no-variation"
 */
export function krippendorffAlpha(
  ratings: Ratings,
  level: Level | Distance,
  request?: IntervalRequest,
): Estimate {
  return estimateFrom(patternSample(patternsOf(ratings), alpha(level)), request);
}

/**
 * Alpha as a statistic of counts, for bootstraps of differences, drop-one tables and permutation tests.
 *
 * @example
 * const sample = patternSample(patternsOf(ratingsFromMatrix([[1, 2, 3, 4], [1, 2, 3, 3]])), alpha("interval"));
 * estimateFrom(sample).value; // → 0.889
 */
export function alpha(level: Level | Distance): PatternStatistic {
  return (patterns) => {
    const parts = alphas([level])(patterns);
    return (weight) => parts(weight)[0] as ValueOrReason;
  };
}

/**
 * Alpha at several levels, which share the counting of values.
 *
 * @example
 * const patterns = patternsOf(ratingsFromMatrix([[1, 2, 3, 4], [1, 2, 3, 3]]));
 * alphas(["nominal", "interval"])(patterns)(patterns.weight); // → [0.696, 0.889]
 */
export function alphas(levels: readonly (Level | Distance)[]): (patterns: Patterns) => JointKernel {
  return (patterns) => {
    const meters = levels.map((level) => disagreements(patterns, level));
    const pool = new ValuePool(patterns.values.length);
    return (weight) => {
      pool.fill(patterns, weight);
      return meters.map((meter) => {
        const reason = meter.measureBy(pool);
        if (reason) return reason;
        const expected = meter.expectedIn(pool);
        return expected === 0 ? "no-variation" : 1 - meter.observedIn(weight) / expected;
      });
    };
  };
}

/**
 * The disagreement within a bag of values, in which value `code[i]` occurs `count[i]` times, `from <= i <
 * to`; `size` values in all.
 */
type Bag = (code: Int32Array, count: ArrayLike<number>, from: number, to: number, size: number) => number;

/**
 * A distance, as the disagreement within a bag: the sum over all ordered pairs of values, divided by size -
 * 1.
 */
interface Disagreement {
  readonly of: Bag;
  /** The squared distance on the scale of the values that a computed distance of 1 means. */
  readonly unit: number;
  /** Ordinal distances depend on the pool of all comparable values: this sets them for a new pool. */
  readonly setPool?: (pool: Float64Array) => void;
}

/** Observed and expected disagreement. Both are totals: n times Krippendorff's D_o and D_e. */
export interface Disagreements {
  /** Disagreement within the units. */
  observed: number;
  /** Disagreement if all comparable values belonged to one unit. */
  expected: number;
  /** Number of comparable values. */
  n: number;
  /** Number of occurrences of each value among the comparable ones, by code. */
  pool: Float64Array;
  /** The squared distance of two values, by code, in units of `unit`. */
  distance: (v: number, w: number) => number;
  /** The squared distance on the scale of the values that a computed distance of 1 means. */
  unit: number;
}

/** The frequency of each value among the comparable values of some units, and how many values that are. */
export class ValuePool {
  readonly count: Float64Array;
  n = 0;

  constructor(values: number) {
    this.count = new Float64Array(values);
  }

  /** Counts the values of so many units of each pattern. */
  fill(patterns: Patterns, weight: Float64Array): void {
    this.clear();
    for (let k = 0; k < patterns.size.length; k++) this.add(patterns, k, weight[k] as number);
  }

  clear(): void {
    this.count.fill(0);
    this.n = 0;
  }

  add({ start, code, count, size }: Patterns, k: number, units: number): void {
    if (units === 0 || (size[k] as number) < 2) return;
    this.n += units * (size[k] as number);
    for (let i = start[k] as number; i < (start[k + 1] as number); i++) {
      const v = code[i] as number;
      this.count[v] = (this.count[v] as number) + units * (count[i] as number);
    }
  }
}

/** Computes disagreements. Its buffers are reused by the next call. */
export interface DisagreementMeter {
  /** Takes ordinal distances from this pool, until the next call. */
  measureBy(pool: ValuePool): UndefinedReason | null;
  /** The disagreement within units, of which so many have each pattern, at the distances measured before. */
  observedIn(weight: Float64Array): number;
  /** The disagreement if all values of a pool belonged to one unit, at the distances measured before; 0 if they do not vary. */
  expectedIn(pool: ValuePool): number;
  /** The disagreements among all units, at their own distances. */
  of(weight: Float64Array): Disagreements | UndefinedReason;
}

/** Alpha's observed and expected disagreement. */
export function disagreements(patterns: Patterns, level: Level | Distance): DisagreementMeter {
  const disagreement = disagreementAt(level, patterns);
  if (typeof disagreement === "string") return undefinedMeter(patterns, disagreement);
  const { start, code, count, size } = patterns;
  const within = new Float64Array(size.length);
  const present = new Int32Array(patterns.values.length);
  const frequency = new Float64Array(patterns.values.length);
  const measureUnits = (bag: Bag) => {
    for (let k = 0; k < size.length; k++) {
      const m = size[k] as number;
      within[k] = m < 2 ? 0 : bag(code, count, start[k] as number, start[k + 1] as number, m);
    }
  };
  if (!disagreement.setPool) measureUnits(disagreement.of);

  const measureBy = (pool: ValuePool) => {
    if (pool.n === 0) return "no-pairable-values";
    if (!disagreement.setPool) return null;
    disagreement.setPool(pool.count);
    measureUnits(disagreement.of);
    return null;
  };
  const observedIn = (weight: Float64Array) => {
    let observed = 0;
    for (let k = 0; k < within.length; k++) observed += (weight[k] as number) * (within[k] as number);
    return observed;
  };
  const expectedIn = (pool: ValuePool) => {
    let distinct = 0;
    for (let v = 0; v < pool.count.length; v++) {
      if (pool.count[v] === 0) continue;
      present[distinct] = v;
      frequency[distinct++] = pool.count[v] as number;
    }
    return distinct < 2 ? 0 : disagreement.of(present, frequency, 0, distinct, pool.n);
  };
  return {
    measureBy,
    observedIn,
    expectedIn,
    of(weight) {
      const pool = new ValuePool(patterns.values.length);
      pool.fill(patterns, weight);
      const reason = measureBy(pool);
      if (reason) return reason;
      const expected = expectedIn(pool);
      if (expected === 0) return "no-variation";
      const { of, unit } = disagreement;
      return {
        observed: observedIn(weight),
        expected,
        n: pool.n,
        pool: pool.count,
        distance: between(of),
        unit,
      };
    },
  };
}

/** Where the level does not fit the values: there is no disagreement to measure. */
function undefinedMeter(patterns: Patterns, reason: UndefinedReason): DisagreementMeter {
  const measureBy = ({ n }: ValuePool) => (n === 0 ? "no-pairable-values" : reason);
  return {
    measureBy,
    observedIn: () => 0,
    expectedIn: () => 0,
    of(weight) {
      const pool = new ValuePool(patterns.values.length);
      pool.fill(patterns, weight);
      return measureBy(pool);
    },
  };
}

/** The distance of two values: half the disagreement of a bag that contains just these two. */
function between(bag: Bag): (v: number, w: number) => number {
  const once = [1, 1];
  return (v, w) => bag(Int32Array.of(v, w), once, 0, 2, 2) / 2;
}

function disagreementAt(level: Level | Distance, patterns: Patterns): Disagreement | UndefinedReason {
  if (level === "nominal") return { of: nominalDisagreement, unit: 1 };
  if (level === "ordinal") return ordinalDisagreement(patterns.order);
  if (typeof level === "function") {
    return { of: pairwiseDisagreement(patterns.values, level), unit: 1 };
  }
  const numbers = numericValues(patterns.values);
  if (!numbers) return "non-numeric-values";
  if (level === "interval") {
    const { position, range } = onUnitRange(numbers);
    return { of: squaredDisagreement(position), unit: range * range };
  }
  if (occurs(patterns, (v) => (numbers[v] as number) < 0)) return "negative-values-ratio";
  return { of: pairwiseDisagreement(patterns.values, ratioDistance), unit: 1 };
}

/** Nominal disagreement: the number of ordered pairs of different values, m² - Σc², each at distance 1. */
const nominalDisagreement: Bag = (_, count, from, to, size) => {
  let same = 0;
  for (let i = from; i < to; i++) same += (count[i] as number) ** 2;
  return (size * size - same) / (size - 1);
};

/**
 * Ordinal distance is the squared distance between midranks in the pool of all comparable values: the
 * sum of the frequencies in between, plus half of those at the two ends.
 */
function ordinalDisagreement(order: Int32Array): Disagreement {
  const midrank = new Float64Array(order.length);
  return {
    of: squaredDisagreement(midrank),
    unit: 1,
    setPool(pool) {
      let below = 0;
      for (const v of order) {
        midrank[v] = below + (pool[v] as number) / 2;
        below += pool[v] as number;
      }
    },
  };
}

/**
 * Squared distances on a line: Σ over ordered pairs of (x - y)² = 2m Σ(x - mean)². Taken about the bag's
 * own mean, and that relative to one of its values, so that neither offset nor scale costs precision.
 */
function squaredDisagreement(position: Float64Array): Bag {
  return (code, count, from, to, size) => {
    const origin = position[code[from] as number] as number;
    let sum = 0;
    for (let i = from; i < to; i++) {
      sum += (count[i] as number) * ((position[code[i] as number] as number) - origin);
    }
    const mean = sum / size;
    let squares = 0;
    for (let i = from; i < to; i++) {
      squares += (count[i] as number) * ((position[code[i] as number] as number) - origin - mean) ** 2;
    }
    return (2 * size * squares) / (size - 1);
  };
}

/** Any distance: all pairs of distinct values of a bag. */
function pairwiseDisagreement(values: readonly RatingValue[], distance: Distance): Bag {
  return (code, count, from, to, size) => {
    let sum = 0;
    for (let i = from; i < to; i++) {
      const value = values[code[i] as number] as RatingValue;
      let toOthers = 0;
      for (let j = i + 1; j < to; j++) {
        toOthers += (count[j] as number) * distance(value, values[code[j] as number] as RatingValue);
      }
      sum += (count[i] as number) * toOthers;
    }
    return (2 * sum) / (size - 1);
  };
}

/**
 * ((a - b) / (a + b))²: proportions matter, and zero is absolute. The two values differ and neither is
 * negative. Computed relative to the larger, because their sum may overflow.
 */
const ratioDistance: Distance = (a, b) => {
  const [low, high] = a < b ? [Number(a), Number(b)] : [Number(b), Number(a)];
  return ((high - low) / high / (1 + low / high)) ** 2;
};

/** Scales numbers to 0..1. This changes no ratio of distances, and squares neither overflow nor underflow. */
function onUnitRange(numbers: Float64Array): { position: Float64Array; range: number } {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (const x of numbers) {
    low = Math.min(low, x);
    high = Math.max(high, x);
  }
  const half = high / 2 - low / 2;
  if (!(half > 0)) return { position: numbers, range: 1 };
  return { position: numbers.map((x) => (x / 2 - low / 2) / half), range: 2 * half };
}

/** True if some comparable rating has a code of this kind. */
function occurs({ start, code, size }: Patterns, kind: (code: number) => boolean): boolean {
  for (let k = 0; k < size.length; k++) {
    if ((size[k] as number) < 2) continue;
    for (let i = start[k] as number; i < (start[k + 1] as number); i++)
      if (kind(code[i] as number)) return true;
  }
  return false;
}
