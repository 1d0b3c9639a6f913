import type { UndefinedReason } from "./estimate";

/** One score, a category by its place from 0, on a unit by a rater on an item. */
export interface FacetScore {
  unit: number;
  rater: number;
  item: number;
  score: number;
}

/** The measure of one unit, rater or item, in logits. */
export interface FacetMeasure {
  measure: number;
  /** Standard error, with all other measures taken as known. */
  error: number;
  /** True if all its scores are the lowest or all the highest: its measure is set by a convention. */
  isExtreme: boolean;
  scores: number;
}

/** A many-facet Rasch model fitted to scores. */
export interface FacetModel {
  /** Higher: better. */
  units: (FacetMeasure | null)[];
  /** Severity, with mean 0. Higher: gives lower scores. */
  raters: (FacetMeasure | null)[];
  /** Difficulty, with mean 0. Higher: harder to score high on. */
  items: (FacetMeasure | null)[];
  /** The categories that were used, in order: the others are passed over, as if they did not exist. */
  categories: number[];
  /** The step from each of them to the next, with mean 0. Empty without a result. */
  thresholds: number[];
  iterations: number;
  hasConverged: boolean;
  reason: UndefinedReason | null;
}

const FACETS = ["unit", "rater", "item"] as const;
type Facet = (typeof FACETS)[number];

const MOST_ITERATIONS = 5000;
/** The largest move of a measure, in logits, at which the iterations end. */
const TOLERANCE = 1e-8;
/** Moves extreme sums of scores away from the end, as in the program Facets. */
const EXTREME_ADJUSTMENT = 0.3;

/**
 * Severity of raters, difficulty of items and quality of units on one scale. Assumes that the log odds of a category over
 * the next lower one are quality − severity − difficulty − threshold, with thresholds shared by all, and that scores are
 * otherwise independent. Categories that were never used are passed over and the others renumbered, as the program Facets does:
 * nothing tells how far apart they are. Joint maximum likelihood: with few scores for each unit differences come out too large, up to twofold
 * with two scores of two categories (Andersen 1980). Measures whose scores are all at one end are set by moving their sum by 0.3.
 *
 * Undefined as `not-connected` if some raters or items cannot be compared because no unit links them (Weeks & Williams 1964).
 *
 * Linacre (1989), Many-Facet Rasch Measurement; thresholds: Andrich (1978), Psychometrika 43:561.
 *
 * @example
 * // Two raters; of eight units on which they differ the first passed six: severities ln(6 / 2) apart, doubled.
 * const pairs = [[1, 1], [0, 0], ...Array(6).fill([1, 0]), ...Array(2).fill([0, 1])];
 * const scores = pairs.flatMap((pair, unit) => pair.map((score, rater) => ({ unit, rater, item: 0, score })));
 * const { raters } = manyFacetRasch(scores, { units: 10, raters: 2, items: 1 });
 * raters[1].measure - raters[0].measure; // → 2.197
 */
export function manyFacetRasch(scores: readonly FacetScore[], size: Size): FacetModel {
  const { scores: renumbered, inner, categories } = renumberedScores(scores, size);
  const steps = categories.length - 1;
  const start = (n: number) => new Array<number>(n).fill(0);
  const measures: Record<Facet, number[]> = {
    unit: start(size.units),
    rater: start(size.raters),
    item: start(size.items),
  };
  const thresholds = start(Math.max(0, steps));
  const isRanked = scores.length > 0 && isConnected(scores);
  const observed = sumsOf(renumbered, size, steps);
  const isInner = innerElements(inner);
  // Extreme elements say nothing about the others, so they are measured last, on the scale of the others.
  const fitted = isRanked
    ? iterate(inner, measures, thresholds, sumsOf(inner, size, steps), (...of) => isInner(...of), true)
    : { iterations: 0, hasConverged: false };
  if (fitted.hasConverged)
    iterate(renumbered, measures, thresholds, observed, (...of) => !isInner(...of), false);
  const reason =
    scores.length === 0
      ? "no-ratings"
      : !isRanked
        ? "not-connected"
        : inner.length === 0
          ? "no-variation"
          : fitted.hasConverged
            ? null
            : "not-converged";
  const variances = varianceSums(renumbered, measures, thresholds, size);
  const of = (facet: Facet) =>
    measures[facet].map((measure, n): FacetMeasure | null => {
      const own = observed[facet][n] as FacetSum;
      if (own.scores === 0 || reason !== null) return null;
      const error = 1 / Math.sqrt(variances[facet][n] as number);
      return { measure, error, isExtreme: !isInner(facet, n), scores: own.scores };
    });
  return {
    ...{ units: of("unit"), raters: of("rater"), items: of("item"), categories, ...fitted, reason },
    thresholds: reason === null ? thresholds : [],
  };
}

type Size = { units: number; raters: number; items: number };

/**
 * The scores by the places of their categories among those that are used, and the scores of elements that are not all at one
 * end. A category that only extreme elements have has no threshold either: it counts as the nearest that others use.
 */
function renumberedScores(
  scores: readonly FacetScore[],
  size: Size,
  categories: number[] = [...new Set(scores.map(({ score }) => score))].sort((a, b) => a - b),
): { scores: readonly FacetScore[]; inner: readonly FacetScore[]; categories: number[] } {
  const last = Math.max(0, categories.length - 1);
  const placeOf = (score: number) => Math.min(last, categories.filter((own) => own < score).length);
  const places = new Map([...new Set(scores.map(({ score }) => score))].map((own) => [own, placeOf(own)]));
  const renumbered = scores.map((one) => ({ ...one, score: places.get(one.score) as number }));
  const inner = withoutExtremes(renumbered, size, last);
  const used = new Set(inner.map(({ score }) => score));
  if (inner.length === 0 || used.size === categories.length) return { scores: renumbered, inner, categories };
  const kept = categories.filter((_, place) => used.has(place));
  return renumberedScores(scores, size, kept);
}

type IsMovable = (facet: Facet, at: number) => boolean;

/** Moves measures until they rest. */
function iterate(
  scores: readonly FacetScore[],
  measures: Record<Facet, number[]>,
  thresholds: number[],
  observed: Observed,
  isMovable: IsMovable,
  movesThresholds: boolean,
): Pick<FacetModel, "iterations" | "hasConverged"> {
  for (let iterations = 1; iterations <= MOST_ITERATIONS; iterations++) {
    const moves = FACETS.map((facet) => moveFacet(facet, scores, measures, thresholds, observed, isMovable));
    if (movesThresholds) moves.push(moveThresholds(scores, measures, thresholds, observed));
    if (Math.max(...moves) < TOLERANCE) return { iterations, hasConverged: scores.length > 0 };
    // Only a frame without extreme elements is free to shift: the others are measured within it.
    if (movesThresholds) for (const facet of ["rater", "item"] as const) centre(facet, measures, observed);
  }
  return { iterations: MOST_ITERATIONS, hasConverged: false };
}

/** The scores of elements whose scores are not all at one end, after those of others are left out. */
function withoutExtremes(scores: readonly FacetScore[], size: Size, steps: number): readonly FacetScore[] {
  const sums = sumsOf(scores, size, steps);
  const inner = scores.filter((score) => FACETS.every((facet) => !sums[facet][score[facet]]?.isExtreme));
  return inner.length === scores.length ? scores : withoutExtremes(inner, size, steps);
}

function innerElements(inner: readonly FacetScore[]): IsMovable {
  const found = new Set(inner.flatMap((score) => FACETS.map((facet) => `${facet} ${score[facet]}`)));
  return (facet, at) => found.has(`${facet} ${at}`);
}

interface FacetSum {
  /** Adjusted if extreme. */
  sum: number;
  scores: number;
  isExtreme: boolean;
}

interface Observed extends Record<Facet, FacetSum[]> {
  /** By threshold, the number of scores at or above it. */
  reached: number[];
}

function sumsOf(scores: readonly FacetScore[], size: Size, steps: number): Observed {
  const empty = (n: number) => Array.from({ length: n }, () => ({ sum: 0, scores: 0, isExtreme: false }));
  const found = {
    ...{ unit: empty(size.units), rater: empty(size.raters), item: empty(size.items) },
    reached: Array.from({ length: steps }, (_, step) => scores.filter(({ score }) => score > step).length),
  };
  for (const score of scores)
    for (const facet of FACETS) {
      const own = found[facet][score[facet]] as FacetSum;
      own.sum += score.score;
      own.scores++;
    }
  for (const facet of FACETS)
    for (const own of found[facet]) {
      const most = own.scores * steps;
      own.isExtreme = own.scores > 0 && (own.sum === 0 || own.sum === most);
      if (own.isExtreme) own.sum = own.sum === 0 ? EXTREME_ADJUSTMENT : most - EXTREME_ADJUSTMENT;
    }
  return found;
}

/** The chance of each category. */
function chancesOf(
  { unit, rater, item }: FacetScore,
  measures: Record<Facet, readonly number[]>,
  thresholds: readonly number[],
): number[] {
  const logit =
    (measures.unit[unit] as number) - (measures.rater[rater] as number) - (measures.item[item] as number);
  const logs = [0];
  for (const threshold of thresholds) logs.push((logs.at(-1) as number) + logit - threshold);
  const highest = Math.max(...logs);
  const parts = logs.map((log) => Math.exp(log - highest));
  const all = parts.reduce((sum, part) => sum + part, 0);
  return parts.map((part) => part / all);
}

function momentsOf(chances: readonly number[]): { mean: number; variance: number } {
  const mean = chances.reduce((sum, chance, score) => sum + chance * score, 0);
  const variance = chances.reduce((sum, chance, score) => sum + chance * (score - mean) ** 2, 0);
  return { mean, variance };
}

/** One Newton step for all measures of a facet. Returns the longest move. */
function moveFacet(
  facet: Facet,
  scores: readonly FacetScore[],
  measures: Record<Facet, number[]>,
  thresholds: readonly number[],
  observed: Observed,
  isMovable: IsMovable,
): number {
  const own = measures[facet];
  const expected = new Array<number>(own.length).fill(0);
  const variances = new Array<number>(own.length).fill(0);
  for (const score of scores) {
    const { mean, variance } = momentsOf(chancesOf(score, measures, thresholds));
    const at = score[facet];
    expected[at] = (expected[at] as number) + mean;
    variances[at] = (variances[at] as number) + variance;
  }
  const sign = facet === "unit" ? 1 : -1;
  const next = own.map((measure, at) => {
    const { sum, scores: n } = observed[facet][at] as FacetSum;
    if (n === 0 || !isMovable(facet, at)) return measure;
    const step = (sum - (expected[at] as number)) / (variances[at] as number);
    return measure + sign * Math.max(-1, Math.min(1, step));
  });
  let longest = 0;
  next.forEach((measure, at) => {
    longest = Math.max(longest, Math.abs(measure - (own[at] as number)));
    own[at] = measure;
  });
  return longest;
}

function moveThresholds(
  scores: readonly FacetScore[],
  measures: Record<Facet, readonly number[]>,
  thresholds: number[],
  { reached }: Observed,
): number {
  if (thresholds.length < 2) return 0;
  const expected = new Array<number>(thresholds.length).fill(0);
  const variances = new Array<number>(thresholds.length).fill(0);
  for (const score of scores) {
    const chances = chancesOf(score, measures, thresholds);
    let above = 1;
    for (let step = 0; step < thresholds.length; step++) {
      above -= chances[step] as number;
      expected[step] = (expected[step] as number) + above;
      variances[step] = (variances[step] as number) + above * (1 - above);
    }
  }
  const next = thresholds.map((threshold, step) => {
    const apart = (expected[step] as number) - (reached[step] as number);
    return threshold + Math.max(-1, Math.min(1, apart / ((variances[step] as number) * thresholds.length)));
  });
  const mean = next.reduce((sum, threshold) => sum + threshold, 0) / next.length;
  let longest = 0;
  next.forEach((uncentred, step) => {
    const threshold = uncentred - mean;
    longest = Math.max(longest, Math.abs(threshold - (thresholds[step] as number)));
    thresholds[step] = threshold;
  });
  return longest;
}

/** Shifts severities or difficulties to mean 0, and units with them, so that no chance changes. */
function centre(facet: "rater" | "item", measures: Record<Facet, number[]>, observed: Observed): void {
  const own = measures[facet];
  const isMeasured = (of: Facet, at: number) => (observed[of][at] as FacetSum).scores > 0;
  const measured = own.filter((_, at) => isMeasured(facet, at));
  const mean = measured.reduce((sum, measure) => sum + measure, 0) / measured.length;
  for (const one of [facet, "unit"] as const)
    measures[one].forEach((measure, at) => {
      if (isMeasured(one, at)) measures[one][at] = measure - mean;
    });
}

function varianceSums(
  scores: readonly FacetScore[],
  measures: Record<Facet, readonly number[]>,
  thresholds: readonly number[],
  size: Size,
): Record<Facet, number[]> {
  const found = {
    unit: new Array<number>(size.units).fill(0),
    rater: new Array<number>(size.raters).fill(0),
    item: new Array<number>(size.items).fill(0),
  };
  for (const score of scores) {
    const { variance } = momentsOf(chancesOf(score, measures, thresholds));
    for (const facet of FACETS)
      found[facet][score[facet]] = (found[facet][score[facet]] as number) + variance;
  }
  return found;
}

/** True if all scores are linked by others that differ from them in one facet only. */
function isConnected(scores: readonly FacetScore[]): boolean {
  const parent = scores.map((_, at) => at);
  const rootOf = (at: number): number => {
    let root = at;
    while (parent[root] !== root) root = parent[root] as number;
    while (parent[at] !== root) [at, parent[at]] = [parent[at] as number, root];
    return root;
  };
  for (const facet of FACETS) {
    const first = new Map<string, number>();
    scores.forEach((score, at) => {
      const key = FACETS.map((one) => (one === facet ? "" : score[one])).join(" ");
      const known = first.get(key);
      if (known === undefined) first.set(key, at);
      else parent[rootOf(at)] = rootOf(known);
    });
  }
  return scores.every((_, at) => rootOf(at) === rootOf(0));
}
