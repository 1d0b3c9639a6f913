import { weightedPearson } from "./correlation";
import type { Estimate, ValueOrReason } from "./estimate";
import { estimateFrom, type PatternStatistic, patternSample } from "./estimator";
import { allPairs } from "./pairs";
import { type Patterns, patternsOf } from "./patterns";
import { codesFor, numericValues, type Ratings, type RowCells, rowsOf, type ValueCodes } from "./ratings";

/**
 * A statistic, or several, for every two raters: `matrix[a][b]`, symmetric, null on the diagonal. The
 * statistic receives only the ratings of the two, as raters 0 and 1, so any statistic of this folder can be
 * used. Their buffers are reused for the next pair: the statistic must not hold on to them. Quadratic in
 * raters, like the result.
 *
 * @example
 * const ratings = ratingsFromMatrix([[1, 2, 1], [1, 2, 2]]);
 * pairwiseMatrix(ratings, (two) => percentAgreement(two).value); // → [[null, 0.667], [0.667, null]]
 */
export function pairwiseMatrix<T>(ratings: Ratings, statistic: (two: Ratings) => T): (T | null)[][] {
  const matrix = Array.from({ length: ratings.raters }, () => new Array<T | null>(ratings.raters).fill(null));
  const columns = columnsByRater(ratings);
  const [most = 0, next = 0] = columns.map(({ unit }) => unit.length).sort((a, b) => b - a);
  const buffers = buffersFor(ratings, most + next);
  for (const [a, b] of allPairs(ratings.raters)) {
    const estimate = statistic(onlyTwo(ratings, columns[a] as Column, columns[b] as Column, buffers));
    (matrix[a] as (T | null)[])[b] = estimate;
    (matrix[b] as (T | null)[])[a] = estimate;
  }
  return matrix;
}

/**
 * The statistic without each rater in turn: entry r is the estimate when rater r is dropped. A value that
 * clearly rises points to a rater who disagrees with the others. One pass over the ratings, then work on
 * patterns.
 *
 * @example
 * const ratings = ratingsFromMatrix([[1, 2, 1, 2], [1, 2, 1, 2], [2, 1, 2, 2]]);
 * dropOneRater(ratings, percent("pairs_pooled")).map(({ value }) => value); // → [0.25, 0.25, 1]
 */
export function dropOneRater(ratings: Ratings, measure: PatternStatistic): Estimate[] {
  const patterns = patternsOf(ratings);
  const reduced = withOneLess(patterns);
  return mapRaters(ratings, patterns, ({ pattern, entry }) => {
    const weight = new Float64Array(reduced.size.length);
    weight.set(patterns.weight);
    entry.forEach((e, i) => {
      const before = pattern[i] as number;
      const after = patterns.size.length + e;
      weight[before] = (weight[before] as number) - 1;
      if ((reduced.size[after] as number) > 0) weight[after] = (weight[after] as number) + 1;
    });
    const raters = patterns.raters - (entry.length > 0 ? 1 : 0);
    return estimateFrom(patternSample({ ...reduced, weight, raters }, measure));
  });
}

/**
 * Each rater's agreement with the rest: over the units also rated by others, the mean share of those others who gave
 * the same value.
 *
 * @example
 * const ratings = ratingsFromMatrix([[1, 2, 1, 2], [1, 2, 1, 2], [2, 1, 2, 2]]);
 * agreementWithRest(ratings).map(({ value }) => value); // → [0.625, 0.625, 0.25]
 */
export function agreementWithRest(ratings: Ratings): Estimate[] {
  const patterns = patternsOf(ratings);
  const { size, count } = patterns;
  return mapRaters(ratings, patterns, (positions) => {
    const { pattern, entry } = onSharedUnits(patterns, positions);
    let agreed = 0;
    entry.forEach((e, i) => {
      agreed += ((count[e] as number) - 1) / ((size[pattern[i] as number] as number) - 1);
    });
    return aboutRest(patterns, pattern, pattern.length === 0 ? "no-common-units" : agreed / pattern.length);
  });
}

/**
 * Pearson's r of each rater with the mean of the others, over the units also rated by others.
 *
 * @example
 * const ratings = ratingsFromMatrix([[1, 2, 3, 4], [1, 2, 3, 4], [4, 3, 2, 1]]);
 * correlationWithRest(ratings).map(({ value }) => value); // → [null, null, -1]
 */
export function correlationWithRest(ratings: Ratings): Estimate[] {
  const patterns = patternsOf(ratings);
  const { start, code, count, size } = patterns;
  const numbers = numericValues(patterns.values);
  const sum = Float64Array.from(size, (_, k) => {
    let total = 0;
    for (let i = start[k] as number; i < (start[k + 1] as number); i++) {
      total += (count[i] as number) * (numbers?.[code[i] as number] ?? 0);
    }
    return total;
  });
  return mapRaters(ratings, patterns, (positions) => {
    const { pattern, entry } = onSharedUnits(patterns, positions);
    if (!numbers) return aboutRest(patterns, pattern, "non-numeric-values");
    const own = Float64Array.from(entry, (e) => numbers[code[e] as number] as number);
    const rest = Float64Array.from(
      pattern,
      (k, i) => ((sum[k] as number) - (own[i] as number)) / ((size[k] as number) - 1),
    );
    return aboutRest(patterns, pattern, weightedPearson(own, rest, new Float64Array(own.length).fill(1)));
  });
}

function aboutRest({ size, raters }: Patterns, pattern: Int32Array, outcome: ValueOrReason): Estimate {
  const pairable = pattern.reduce((sum, k) => sum + (size[k] as number), 0);
  const about = { units: pattern.length, raters, pairable };
  if (typeof outcome === "string") return { value: null, reason: outcome, ...about };
  return { value: outcome, reason: null, ...about };
}

/** One rater's ratings. */
interface Column {
  readonly unit: Int32Array;
  readonly value: ValueCodes;
}

function columnsByRater(ratings: Ratings): Column[] {
  if (ratings.raters === 0) return [];
  const { unit, rater, value } = rowsOf(ratings);
  const counts = new Int32Array(ratings.raters);
  for (let i = 0; i < rater.length; i++)
    counts[rater[i] as number] = (counts[rater[i] as number] as number) + 1;
  const columns = Array.from(counts, (length) => ({
    unit: new Int32Array(length),
    value: codesFor(ratings.values.length, length),
  }));
  const filled = new Int32Array(ratings.raters);
  for (let i = 0; i < rater.length; i++) {
    const r = rater[i] as number;
    const at = filled[r] as number;
    const own = columns[r] as Column;
    own.unit[at] = unit[i] as number;
    own.value[at] = value[i] as number;
    filled[r] = at + 1;
  }
  return columns;
}

function buffersFor({ values }: Ratings, length: number): RowCells {
  const [unit, rater] = [new Int32Array(length), new Int8Array(length)];
  return { layout: "rows", unit, rater, value: codesFor(values.length, length) };
}

/**
 * The ratings of two raters on the same units and values, written into buffers that are large enough for
 * both.
 */
function onlyTwo(ratings: Ratings, a: Column, b: Column, buffers: RowCells): Ratings {
  const length = a.unit.length + b.unit.length;
  const cells: RowCells = {
    layout: "rows",
    unit: buffers.unit.subarray(0, length),
    rater: buffers.rater.subarray(0, length).fill(0, 0, a.unit.length).fill(1, a.unit.length),
    value: buffers.value.subarray(0, length),
  };
  cells.unit.set(a.unit);
  cells.unit.set(b.unit, a.unit.length);
  cells.value.set(a.value);
  cells.value.set(b.value, a.unit.length);
  return { ...ratings, cells, raters: 2, raterIds: null };
}

/** For each rating of a rater: the pattern of its unit, and the entry of its value there. */
interface RatingPositions {
  readonly pattern: Int32Array;
  readonly entry: Int32Array;
}

/**
 * Applies a function to the positions of each rater's ratings. The arrays are reused for the next rater and
 * must not be held on to.
 */
function mapRaters<T>(ratings: Ratings, patterns: Patterns, of: (positions: RatingPositions) => T): T[] {
  const { start, code, patternOfUnit } = patterns;
  const columns = columnsByRater(ratings);
  const ofUnit = columns.length === 0 ? new Int32Array() : patternOfUnit();
  const most = columns.reduce((longest, { unit }) => Math.max(longest, unit.length), 0);
  const buffers = { pattern: new Int32Array(most), entry: new Int32Array(most) };
  return columns.map(({ unit, value }) => {
    const pattern = buffers.pattern.subarray(0, unit.length);
    const entry = buffers.entry.subarray(0, unit.length);
    for (let i = 0; i < unit.length; i++) {
      const k = ofUnit[unit[i] as number] as number;
      let e = start[k] as number;
      while (code[e] !== value[i]) e++;
      pattern[i] = k;
      entry[i] = e;
    }
    return of({ pattern, entry });
  });
}

/** Leaves out units that no other rater rated. */
function onSharedUnits({ size }: Patterns, { pattern, entry }: RatingPositions): RatingPositions {
  return {
    pattern: pattern.filter((k) => (size[k] as number) > 1),
    entry: entry.filter((_, i) => (size[pattern[i] as number] as number) > 1),
  };
}

/**
 * The patterns, followed by one more for each of their entries: the pattern with one rating of that value
 * removed.
 */
function withOneLess(patterns: Patterns): Patterns {
  const start = Array.from(patterns.start);
  const code = Array.from(patterns.code);
  const count = Array.from(patterns.count);
  const size = Array.from(patterns.size);
  for (let k = 0; k < patterns.size.length; k++) {
    const from = patterns.start[k] as number;
    const to = patterns.start[k + 1] as number;
    for (let dropped = from; dropped < to; dropped++) {
      for (let i = from; i < to; i++) {
        const left = (patterns.count[i] as number) - (i === dropped ? 1 : 0);
        if (left === 0) continue;
        code.push(patterns.code[i] as number);
        count.push(left);
      }
      start.push(code.length);
      size.push((patterns.size[k] as number) - 1);
    }
  }
  return {
    ...patterns,
    start: new Int32Array(start),
    code: new Int32Array(code),
    count: new Int32Array(count),
    size: new Int32Array(size),
  };
}
