import { numberOfUnit, tallyNumbers } from "./count-encoding";
import { poolSequences } from "./distinct-sequences";
import { groupBy } from "./group-by";
import { activeRaters, type Ratings, type RatingValue, rowsOf } from "./ratings";

/**
 * The distinct patterns of ratings among the units, and how many units have each.
 *
 * Most statistics of agreement use only how many raters gave a unit which value. Units with the same counts
 * are interchangeable, so every later step takes time in the number of patterns: five raters and five values
 * make at most 251 patterns, for a hundred units or ten million.
 *
 * Pattern k has the values `code[i]`, each given `count[i]` times, for `start[k] <= i < start[k + 1]`, codes
 * ascending.
 */
export interface Patterns {
  readonly start: Int32Array;
  readonly code: Int32Array;
  readonly count: Int32Array;
  /** Ratings on a unit of this pattern. */
  readonly size: Int32Array;
  /** Units of this pattern. */
  readonly weight: Float64Array;
  readonly values: readonly RatingValue[];
  readonly order: Int32Array;
  readonly raters: number;
  /** The pattern of each unit; -1 for units without a rating. */
  patternOfUnit(): Int32Array;
}

/** With more possible patterns, a table with one entry for each is too large. */
const LARGEST_TABLE = 2 ** 22;

const known = new WeakMap<Ratings, Patterns>();

/**
 * Pools the units by pattern in one pass over the ratings. The result is cached per `Ratings` object.
 *
 * @example
 * const patterns = patternsOf(ratingsFromMatrix([["a", "b", "b"], ["a", "b", "b"]]));
 * [...patterns.weight]; // → [1, 2]
 */
export function patternsOf(ratings: Ratings): Patterns {
  const before = known.get(ratings);
  if (before) return before;
  const patterns = poolByNumber(ratings) ?? poolBySequence(ratings);
  known.set(ratings, patterns);
  return patterns;
}

/** The number of units with at least two ratings, and of the ratings on them (Krippendorff's n). */
export function pairableUnits({ size, weight }: Patterns): { units: number; ratings: number } {
  let units = 0;
  let ratings = 0;
  for (let k = 0; k < size.length; k++) {
    const m = size[k] as number;
    if (m < 2) continue;
    units += weight[k] as number;
    ratings += m * (weight[k] as number);
  }
  return { units, ratings };
}

/** Compares patterns by codes and counts: an order that does not depend on the order of units. */
export function comparePatterns(patterns: Patterns, a: number, b: number): number {
  const { start, code, count } = patterns;
  const endA = start[a + 1] as number;
  const endB = start[b + 1] as number;
  let i = start[a] as number;
  let j = start[b] as number;
  for (; i < endA && j < endB; i++, j++) {
    const difference =
      (code[i] as number) - (code[j] as number) || (count[i] as number) - (count[j] as number);
    if (difference !== 0) return difference;
  }
  return endA - i - (endB - j);
}

/** Pools the units of small scales by number. Null when there are too many possible numbers. */
function poolByNumber(ratings: Ratings): Patterns | null {
  const { cells, values } = ratings;
  const base = (cells.layout === "counts" ? cells.most : ratings.raters) + 1;
  const length = cells.layout === "counts" ? cells.count.length : cells.value.length;
  const conceivable = base ** values.length;
  if (conceivable > Math.min(LARGEST_TABLE, 1024 + 4 * length)) return null;

  const { number, weight, start, code, count } = tallyNumbers(ratings, base, conceivable);
  return assemble(ratings, new Int32Array(start), new Int32Array(code), new Int32Array(count), weight, () => {
    const pattern = new Int32Array(conceivable).fill(-1);
    number.forEach((n, k) => {
      pattern[n] = k;
    });
    return numberOfUnit(ratings, base).map((n) => pattern[n] as number);
  });
}

/**
 * Pools the units of any scale: the sorted codes of a unit are a sequence, and equal sequences are one
 * pattern.
 */
function poolBySequence(ratings: Ratings): Patterns {
  const { unit, value } = rowsOf(ratings);
  const byValue = groupBy(new Int32Array(value), ratings.values.length).order;
  const { start: begin, order } = groupBy(
    byValue.map((i) => unit[i] as number),
    ratings.units,
  );
  const codes = order.map((place) => value[byValue[place] as number] as number);

  const pooled = poolSequences(begin, codes);
  const start = new Int32Array(pooled.example.length + 1);
  const code: number[] = [];
  const count: number[] = [];
  pooled.example.forEach((u, k) => {
    const end = begin[u + 1] as number;
    for (let i = begin[u] as number; i < end; ) {
      let run = i + 1;
      while (run < end && codes[run] === codes[i]) run++;
      code.push(codes[i] as number);
      count.push(run - i);
      i = run;
    }
    start[k + 1] = code.length;
  });
  return assemble(
    ratings,
    start,
    new Int32Array(code),
    new Int32Array(count),
    pooled.times,
    () => pooled.kind,
  );
}

function assemble(
  ratings: Ratings,
  start: Int32Array,
  code: Int32Array,
  count: Int32Array,
  weight: readonly number[],
  patternOfUnit: () => Int32Array,
): Patterns {
  const size = new Int32Array(weight.length);
  for (let k = 0; k < size.length; k++) {
    for (let i = start[k] as number; i < (start[k + 1] as number); i++) {
      size[k] = (size[k] as number) + (count[i] as number);
    }
  }
  return {
    start,
    code,
    count,
    size,
    weight: new Float64Array(weight),
    values: ratings.values,
    order: ratings.order,
    raters: activeRaters(ratings),
    patternOfUnit,
  };
}
