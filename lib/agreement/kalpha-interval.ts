import { coincidenceMatrix } from "./coincidence";
import type { Estimate, Interval } from "./estimate";
import { type Distance, disagreements, krippendorffAlpha, type Level } from "./krippendorff";
import { allPairs } from "./pairs";
import { type Patterns, patternsOf } from "./patterns";
import { binomial, randomFrom } from "./random";
import { activeRaters, type Ratings } from "./ratings";

/**
 * The number of value pairs that one replicate draws. `kalpha`: as the KALPHA macro 3.0, the smaller of 25 times the
 * non-empty cells of the coincidence matrix and (raters - 1) n / 2. `number-of-pairs`: the number of pairs in the
 * data.
 */
export type DrawsRule = "kalpha" | "number-of-pairs";

export interface KalphaRequest {
  draws?: DrawsRule;
  replicates?: number;
  seed?: number;
  confidence?: number;
}

/**
 * Alpha with Krippendorff's own interval, for comparison with SPSS/SAS KALPHA and Stata kalpha. Prefer the
 * bootstrap over units: this interval treats the pairs within a unit as independent and the units as fixed,
 * and in simulations covers the true value far less often than it claims.
 *
 * Draws value pairs from the coincidence matrix and leaves the expected disagreement fixed. Replicates are
 * cut off at -1; replicates without variation are set to 0 when the data vary. Krippendorff (2006, rev.
 * 2011), "Algorithm for bootstrapping a distribution of alpha".
 *
 * @example
 * const ratings = ratingsFromMatrix([[1, 2, 3, 3, 2, 1], [1, 2, 3, 3, 2, 2]]);
 * const { value, interval } = alphaWithKalphaInterval(ratings, "nominal");
 * value; // → 0.766
 * [interval.low, interval.high]; // → [0.298, 1]
 */
export function alphaWithKalphaInterval(
  ratings: Ratings,
  level: Level | Distance,
  request: KalphaRequest = {},
): Estimate {
  const estimate = krippendorffAlpha(ratings, level);
  return { ...estimate, interval: kalphaInterval(ratings, level, request) };
}

function kalphaInterval(ratings: Ratings, level: Level | Distance, request: KalphaRequest): Interval | null {
  const { draws: rule = "kalpha", replicates = 1000, seed = 42, confidence = 0.95 } = request;
  const patterns = patternsOf(ratings);
  const parts = disagreements(patterns, level).of(patterns.weight);
  if (typeof parts === "string") return null;

  const matrix = coincidenceMatrix(patterns);
  const cells = cellsOf(matrix, parts.distance);
  const draws =
    rule === "kalpha" ? kalphaDraws(matrix, activeRaters(ratings), parts.n) : pairsWithin(patterns);
  const expected = parts.expected / parts.n;
  const random = randomFrom(seed);
  const alphas = new Float64Array(replicates);
  for (let b = 0; b < replicates; b++) {
    alphas[b] = Math.max(-1, 1 - drawnDisagreement(random, cells, parts.n, draws) / (draws * expected));
  }
  correctForNoVariation(alphas, matrix, parts.n, draws);
  alphas.sort();
  const low = Math.max(1, Math.trunc(((1 - confidence) / 2) * replicates));
  const high = Math.min(replicates, Math.trunc(((1 + confidence) / 2) * replicates) + 1);
  return {
    low: alphas[low - 1] as number,
    high: alphas[high - 1] as number,
    confidence,
    method: "krippendorff-pairs",
    replicates,
    dropped: 0,
    seed,
    drawn: draws,
  };
}

/** A cell above the diagonal of the coincidence matrix, together with its mirror image. */
interface Cell {
  coincidences: number;
  distance: number;
}

function cellsOf(matrix: number[][], distance: (v: number, w: number) => number): Cell[] {
  return allPairs(matrix.length)
    .map(([v, w]) => ({ coincidences: 2 * (matrix[v]?.[w] as number), cell: [v, w] as const }))
    .filter(({ coincidences }) => coincidences > 0)
    .map(({ coincidences, cell: [v, w] }) => ({ coincidences, distance: distance(v, w) }));
}

/** The disagreement of pairs drawn independently, each cell with probability o_vw / n. */
function drawnDisagreement(random: () => number, cells: Cell[], n: number, draws: number): number {
  let left = draws;
  let others = n;
  let sum = 0;
  for (const { coincidences, distance } of cells) {
    const times = binomial(random, left, coincidences / others);
    sum += times * distance;
    left -= times;
    others -= coincidences;
  }
  return sum;
}

/**
 * A replicate of 1 may mean that no variation was drawn, for which alpha is 0. That is certain when only one
 * value ever agrees with itself; otherwise it is assumed for the share of replicates expected by chance.
 */
function correctForNoVariation(alphas: Float64Array, matrix: number[][], n: number, draws: number): void {
  const agreeing = matrix.map((row, v) => row[v] as number).filter((o) => o > 0);
  let wrong = alphas.length;
  if (agreeing.length !== 1) {
    const chance = agreeing.reduce((sum, o) => sum + (o / n) ** draws, 0);
    wrong = Math.round(alphas.length * chance);
  }
  for (let b = 0; b < alphas.length && wrong > 0; b++) {
    if (alphas[b] !== 1) continue;
    alphas[b] = 0;
    wrong--;
  }
}

function kalphaDraws(matrix: number[][], raters: number, n: number): number {
  const filled = matrix.reduce((sum, row) => sum + row.filter((o) => o > 0).length, 0);
  return Math.min(25 * filled, Math.trunc(((raters - 1) * n) / 2));
}

function pairsWithin({ size, weight }: Patterns): number {
  return size.reduce((sum, m, k) => sum + ((weight[k] as number) * m * (m - 1)) / 2, 0);
}
