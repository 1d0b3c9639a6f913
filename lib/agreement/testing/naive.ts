/*
 * Slow implementations that follow the definitions literally: every pair of ratings by itself, without
 * pooling. Tests compare the library with them on random data.
 */

export type RatingMatrix = readonly (readonly (number | null)[])[];

/** The ratings of each unit. */
export function ratingsByUnit(matrix: RatingMatrix): number[][] {
  const units = Math.max(0, ...matrix.map((row) => row.length));
  return Array.from({ length: units }, (_, u) =>
    matrix.map((row) => row[u] ?? null).filter((value) => value !== null),
  );
}

/** All ordered pairs of different places of a list. */
export function orderedPairs<T>(list: readonly T[]): [T, T][] {
  return list.flatMap((a, i) => list.flatMap((b, j): [T, T][] => (i === j ? [] : [[a, b]])));
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, x) => total + x, 0);
}

/** Krippendorff's four squared distances. */
export function squaredDistance(
  level: "nominal" | "ordinal" | "interval" | "ratio",
  pool: readonly number[],
) {
  return (a: number, b: number): number => {
    if (level === "nominal") return a === b ? 0 : 1;
    if (level === "interval") return (a - b) ** 2;
    if (level === "ratio") return a === b ? 0 : ((a - b) / (a + b)) ** 2;
    const [low, high] = [Math.min(a, b), Math.max(a, b)];
    const between = pool.filter((x) => x >= low && x <= high).length;
    const ends = pool.filter((x) => x === a).length + pool.filter((x) => x === b).length;
    return (between - ends / 2) ** 2;
  };
}

/** Alpha, or null when it is undefined. */
export function naiveAlpha(
  matrix: RatingMatrix,
  distance: (pool: number[]) => (a: number, b: number) => number,
) {
  const units = ratingsByUnit(matrix).filter((unit) => unit.length > 1);
  const pool = units.flat();
  const far = distance(pool);
  const inUnits = sum(
    units.map((unit) => sum(orderedPairs(unit).map(([a, b]) => far(a, b))) / (unit.length - 1)),
  );
  const observed = inUnits / pool.length;
  const expected = sum(orderedPairs(pool).map(([a, b]) => far(a, b))) / (pool.length * (pool.length - 1));
  return expected > 0 ? 1 - observed / expected : null;
}

/** Mean share of agreeing pairs, with partial credit, over units with two ratings. */
export function naiveAgreement(
  matrix: RatingMatrix,
  credit: (a: number, b: number) => number,
): number | null {
  const units = ratingsByUnit(matrix).filter((unit) => unit.length > 1);
  if (units.length === 0) return null;
  const shares = units.map((unit) => {
    const pairs = orderedPairs(unit);
    return sum(pairs.map(([a, b]) => credit(a, b))) / pairs.length;
  });
  return sum(shares) / shares.length;
}

/** Shares of the categories, averaged over rated units. */
export function naiveShares(matrix: RatingMatrix, categories: readonly number[]): number[] {
  const units = ratingsByUnit(matrix).filter((unit) => unit.length > 0);
  return categories.map(
    (c) => sum(units.map((unit) => unit.filter((value) => value === c).length / unit.length)) / units.length,
  );
}

/** The units rated by both of the first two raters. */
export function naivePairs([first = [], second = []]: RatingMatrix): [number, number][] {
  return first.flatMap((a, u): [number, number][] => {
    const b = second[u] ?? null;
    return a === null || b === null ? [] : [[a, b]];
  });
}

/** (p_o - p_e) / (1 - p_e) for two raters with any agreement weights. */
export function naiveKappa(
  pairs: [number, number][],
  credit: (a: number, b: number) => number,
): number | null {
  const observed = sum(pairs.map(([a, b]) => credit(a, b))) / pairs.length;
  const expected = sum(pairs.flatMap(([a]) => pairs.map(([, b]) => credit(a, b)))) / pairs.length ** 2;
  return 1 - expected > 1e-12 ? (observed - expected) / (1 - expected) : null;
}

/** Kendall's tau-b, pair of units by pair of units. */
export function naiveKendall(pairs: [number, number][]): number | null {
  const both = orderedPairs(pairs);
  const order = both.map(([[a, b], [c, d]]) => Math.sign(a - c) * Math.sign(b - d));
  const first = both.filter(([[a], [c]]) => a !== c).length;
  const second = both.filter(([[, b], [, d]]) => b !== d).length;
  return first * second > 0 ? sum(order) / Math.sqrt(first * second) : null;
}

/** Pearson's r from the textbook formula. */
export function naivePearson(pairs: [number, number][]): number | null {
  const n = pairs.length;
  const meanX = sum(pairs.map(([x]) => x)) / n;
  const meanY = sum(pairs.map(([, y]) => y)) / n;
  const xy = sum(pairs.map(([x, y]) => (x - meanX) * (y - meanY)));
  const xx = sum(pairs.map(([x]) => (x - meanX) ** 2));
  const yy = sum(pairs.map(([, y]) => (y - meanY) ** 2));
  return xx * yy > 1e-18 ? xy / Math.sqrt(xx * yy) : null;
}

/** Each number replaced by its midrank among all. */
export function naiveRanks(numbers: readonly number[]): number[] {
  return numbers.map((x) => numbers.filter((y) => y < x).length + numbers.filter((y) => y === x).length / 2);
}
