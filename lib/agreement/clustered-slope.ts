import { arithmeticMean } from "./arithmetic-mean";
import {
  type ClusterName,
  type LinearEstimate,
  linearInterval,
  linearised,
  undefinedEstimate,
} from "./linearised";

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

/** Two raters' values of a unit, and a third number of the unit that may influence both: the covariate. */
export interface RelatedValues {
  cluster: ClusterName;
  first: number;
  second: number;
  third: number;
}

/**
 * The correlation of two raters' values after the influence of a third number, such as the length of a response, is removed
 * from each: the partial correlation, with an error that lets units of one cluster resemble each other. Nothing is
 * removed for a third number that never varies. Undefined if one of them never varies, or is wholly explained by the third.
 *
 * Yule (1907), Proceedings of the Royal Society A 79:182; influence by Devlin, Gnanadesikan & Kettenring (1975), Biometrika
 * 62:531.
 *
 * @example
 * // r(a, b) = .5, r(a, z) = r(b, z) = 0: z influences neither.
 * const values = [[1, 1, 1], [1, 1, -1], [-1, 1, 0], [-1, -1, 0]];
 * partialCorrelation(values.map(([first, second, third], cluster) => ({ cluster, first, second, third }))).value; // → 0.577
 */
export function partialCorrelation(units: readonly RelatedValues[]): LinearEstimate {
  const n = units.length;
  const rests = { units: n, clusters: new Set(units.map(({ cluster }) => cluster)).size };
  if (n < 2) return undefinedEstimate("fewer-than-2-pairs", rests);
  const third = units.map((unit) => unit.third);
  const first = standardised(
    units.map((unit) => unit.first),
    third,
  );
  const second = standardised(
    units.map((unit) => unit.second),
    third,
  );
  if (!first || !second) return undefinedEstimate("constant-input", rests);
  const r = first.reduce((sum, a, i) => sum + a * (second[i] as number), 0) / n;
  const influence = new Map<ClusterName, number>();
  for (const [i, { cluster }] of units.entries()) {
    const [a, b] = [first[i] as number, second[i] as number];
    influence.set(cluster, (influence.get(cluster) ?? 0) + (a * b - (r * (a * a + b * b)) / 2) / n);
  }
  const isRemoved = third.some((z) => z !== third[0]);
  return linearised(r, influence, rests, isRemoved ? 3 : 2);
}

/**
 * The interval of a correlation by Student's t on the scale of its inverse hyperbolic tangent, on which it is nearly normal.
 * Null without an error, and at ±1.
 *
 * Fisher (1921), Metron 1:3.
 *
 * @example
 * const { low, high } = correlationInterval({ value: 0, error: 0.1, degrees: 98 });
 * [low, high]; // → [-0.196, 0.196]
 */
export function correlationInterval(
  { value, error, degrees }: Pick<LinearEstimate, "value" | "error" | "degrees">,
  confidence = 0.95,
): { low: number; high: number } | null {
  if (value === null || error === null || Math.abs(value) > 1 - 1e-12) return null;
  const scaled = { value: Math.atanh(value), error: error / (1 - value * value), degrees };
  const ends = linearInterval(scaled, confidence);
  return ends && { low: Math.tanh(ends.low), high: Math.tanh(ends.high) };
}

/** The residuals of a straight line through the third numbers, with mean 0 and variance 1; null if they are all 0. */
function standardised(values: readonly number[], third: readonly number[]): number[] | null {
  const [meanY, meanZ] = [arithmeticMean(values), arithmeticMean(third)];
  const squares = third.reduce((sum, z) => sum + (z - meanZ) ** 2, 0);
  const products = third.reduce((sum, z, i) => sum + (z - meanZ) * ((values[i] as number) - meanY), 0);
  const slope = squares < 1e-12 * (1 + meanZ * meanZ) ? 0 : products / squares;
  const left = values.map((y, i) => y - meanY - slope * ((third[i] as number) - meanZ));
  const variance = arithmeticMean(left.map((one) => one * one));
  const whole = arithmeticMean(values.map((y) => (y - meanY) ** 2));
  return variance <= 1e-12 * whole || whole === 0 ? null : left.map((one) => one / Math.sqrt(variance));
}
