import { arithmeticMean } from "./arithmetic-mean";
import { type ClusterName, type LinearEstimate, linearised, undefinedEstimate } from "./linearised";

/** One point of a regression line. */
export interface Point {
  cluster: ClusterName;
  x: number;
  y: number;
}

/**
 * The slope of y on x by least squares, with an error that lets points of one cluster resemble each other.
 *
 * Liang & Zeger (1986), Biometrika 73:13; Cameron & Miller (2015), Journal of Human Resources 50:317.
 *
 * @example
 * const points = [[1, 1], [2, 2], [3, 2], [4, 4], [5, 5]].map(([x, y], cluster) => ({ cluster, x, y }));
 * clusteredSlope(points).value; // → 1
 */
export function clusteredSlope(points: readonly Point[]): LinearEstimate {
  const n = points.length;
  const rests = { units: n, clusters: new Set(points.map(({ cluster }) => cluster)).size };
  if (n < 3) return undefinedEstimate("fewer-than-2-pairs", rests);
  const [meanX, meanY] = [arithmeticMean(points.map(({ x }) => x)), arithmeticMean(points.map(({ y }) => y))];
  const squares = points.reduce((sum, { x }) => sum + (x - meanX) ** 2, 0);
  if (squares < 1e-12 * (1 + meanX * meanX)) return undefinedEstimate("constant-input", rests);
  const slope = points.reduce((sum, { x, y }) => sum + (x - meanX) * (y - meanY), 0) / squares;
  const influence = new Map<ClusterName, number>();
  for (const { cluster, x, y } of points) {
    const own = ((x - meanX) * (y - meanY - slope * (x - meanX))) / squares;
    influence.set(cluster, (influence.get(cluster) ?? 0) + own);
  }
  return linearised(slope, influence, rests, 2);
}

/**
 * The correlation of two raters' values after what both owe to a third number, such as the length of a response, is taken
 * from each: the partial correlation. Null if one of them never varies, or is wholly explained by the third.
 *
 * Yule (1907), Proceedings of the Royal Society A 79:182.
 *
 * @example
 * // r(a, b) = .5, r(a, z) = r(b, z) = 0: nothing is owed to z.
 * partialCorrelation([1, 1, -1, -1], [1, 1, 1, -1], [1, -1, 0, 0]); // → 0.577
 */
export function partialCorrelation(
  first: readonly number[],
  second: readonly number[],
  third: readonly number[],
): number | null {
  const ab = correlationOf(first, second);
  const az = correlationOf(first, third);
  const bz = correlationOf(second, third);
  if (ab === null) return null;
  // A length that never varies explains nothing.
  if (az === null || bz === null) return ab;
  const left = (1 - az * az) * (1 - bz * bz);
  return left < 1e-12 ? null : (ab - az * bz) / Math.sqrt(left);
}

function correlationOf(a: readonly number[], b: readonly number[]): number | null {
  const n = a.length;
  const [meanA, meanB] = [arithmeticMean(a), arithmeticMean(b)];
  let [together, ofA, ofB] = [0, 0, 0];
  for (let i = 0; i < n; i++) {
    const [left, right] = [(a[i] as number) - meanA, (b[i] as number) - meanB];
    together += left * right;
    ofA += left * left;
    ofB += right * right;
  }
  return n < 2 || ofA === 0 || ofB === 0 ? null : together / Math.sqrt(ofA * ofB);
}
