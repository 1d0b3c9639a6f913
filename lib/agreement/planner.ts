import { PairCounts, type PlannedLevel } from "./complete-design";
import type { UndefinedReason, ValueOrReason } from "./estimate";
import { clustersOf, shuffled } from "./group-by-cluster";
import { quantile } from "./quantile";
import { type Random, randomFrom } from "./random";

/** Ratings of a pilot: by unit, the values that raters gave, as places in the list of categories. */
export interface PilotUnit {
  cluster: string | number;
  values: readonly number[];
}

/** A pilot, or guesses in its stead. */
export type PilotSource =
  | { units: readonly PilotUnit[] }
  /** The α expected, and how often each category occurs; sums to 1. */
  | { alpha: number; prevalence: readonly number[] };

/** The coefficient that is planned, of ratings in so many categories, listed in the order of the scale. */
export interface PlannedStatistic {
  statistic: "alpha" | "kappa";
  /** The level of measurement of α. */
  level: PlannedLevel;
  categories: number;
}

/** The designs to compare: each number of units by each number of raters. */
export interface Designs {
  units: readonly number[];
  raters: readonly number[];
}

/** The interval to expect of a design. */
export interface PlannedInterval {
  units: number;
  /** Number of raters of each unit. */
  raters: number;
  /** The median over simulated studies; null if none has a value. */
  expected: number | null;
  low: number | null;
  high: number | null;
  /** The distance of both ends. */
  width: number | null;
  /** Simulated studies without a value. */
  undefined: number;
  reason: UndefinedReason | null;
}

/** Settings of a simulation. */
export interface Simulation {
  /** Simulated studies; default 1,000. */
  studies?: number;
  /** Default 42. */
  seed?: number;
  confidence?: number;
}

/** A computation in steps, so that a browser stays responsive: yields the share that is done. */
export type Planning<Plan> = Generator<number, Plan>;

/**
 * The intervals to expect of α, or of κ of interchangeable raters, for some designs. Simulated studies draw whole clusters of
 * the pilot with replacement, and of each unit as many of its ratings as the design has raters. Where the design has more
 * raters than the pilot, further ratings come from Pólya's urn: mostly what the unit was given before, otherwise what all
 * units were given, in the proportion that reproduces the pilot's own agreement. Guesses fill the urn from the prevalence
 * alone. The designs of one simulated study share its units and raters, so that they can be compared. A small pilot is itself
 * uncertain, and its plans are as uncertain as it is.
 *
 * Davison & Hinkley (1997), Bootstrap Methods, chapter 2; the urn: Blackwell & MacQueen (1973), Annals of Statistics 1:353.
 *
 * @example
 * const guess = { alpha: 0.6, prevalence: [0.5, 0.5] };
 * const yesNo = { statistic: "alpha", level: "nominal", categories: 2 };
 * const [small, large] = completed(planAgreement(guess, yesNo, { units: [50, 200], raters: [3] }, { studies: 200 }));
 * small.width > 1.6 * large.width; // → true
 */
export function* planAgreement(
  source: PilotSource,
  planned: PlannedStatistic,
  designs: Designs,
  { studies = 1000, seed = 42, confidence = 0.95 }: Simulation = {},
): Planning<PlannedInterval[]> {
  const cells = designs.units.flatMap((units) =>
    designs.raters.map((raters) => ({ units, raters, found: [] as ValueOrReason[] })),
  );
  const random = randomFrom(seed);
  const urn = urnOf(source, planned.categories);
  for (let study = 0; urn !== null && study < studies; study++) {
    rateOneStudy(source, urn, planned, cells, random);
    yield (study + 1) / studies;
  }
  return cells.map(({ units, raters, found }) => ({ units, raters, ...expectedOf(found, confidence) }));
}

/**
 * The result of a computation in steps, without pauses.
 *
 * @example
 * const guess = { alpha: 0.5, prevalence: [0.5, 0.5] };
 * const planned = { statistic: "kappa", level: "nominal", categories: 2 };
 * completed(planAgreement(guess, planned, { units: [30, 60], raters: [2] }, { studies: 10 })).length; // → 2
 */
export function completed<Plan>(planning: Planning<Plan>): Plan {
  for (;;) {
    const step = planning.next();
    if (step.done) return step.value;
  }
}

interface Cell {
  units: number;
  raters: number;
  /** Its value in each simulated study. */
  found: ValueOrReason[];
}

function rateOneStudy(
  source: PilotSource,
  urn: Urn,
  { statistic, level, categories }: PlannedStatistic,
  cells: readonly Cell[],
  random: Random,
): void {
  const mostRaters = Math.max(...cells.map(({ raters }) => raters));
  const counts = new PairCounts(categories, mostRaters);
  const bySize = [...cells].sort((a, b) => a.units - b.units);
  const drawn = unitsFrom(source, random);
  let rated = 0;
  for (const { units, raters, found } of bySize) {
    for (; rated < units; rated++) counts.add(urn(drawn(), mostRaters, random));
    found.push(statistic === "alpha" ? counts.alpha(raters, level) : counts.kappa(raters));
  }
}

/** Draws one unit after the other: whole clusters of the pilot, or units without a rating for guesses. */
function unitsFrom(source: PilotSource, random: Random): () => readonly number[] {
  if (!("units" in source)) return () => [];
  const clusters = clustersOf(source.units);
  let cluster: readonly PilotUnit[] = [];
  let next = 0;
  return () => {
    if (next === cluster.length) {
      cluster = clusters[Math.floor(random() * clusters.length)] as readonly PilotUnit[];
      next = 0;
    }
    return (cluster[next++] as PilotUnit).values;
  };
}

/**
 * True if more data will hardly change a verdict: no bar lies within the interval. Bars are .667 and .800 for α, 0 for a
 * difference.
 *
 * @example
 * isVerdictStable({ low: 0.7, high: 0.78 }, [0.667, 0.8]); // → true
 * isVerdictStable({ low: 0.6, high: 0.7 }, [0.667, 0.8]); // → false
 */
export function isVerdictStable(
  { low, high }: { low: number; high: number },
  bars: readonly number[],
): boolean {
  return bars.every((bar) => bar <= low || bar > high);
}

function expectedOf(
  found: readonly ValueOrReason[],
  confidence: number,
): Omit<PlannedInterval, "units" | "raters"> {
  const values = found.filter((value) => typeof value === "number");
  const missing = found.length - values.length;
  // An interval from the few defined studies would describe lucky ones.
  if (values.length === 0 || missing > found.length / 2) {
    const reason = found.find((value) => typeof value === "string") ?? "no-pairable-values";
    return { expected: null, low: null, high: null, width: null, undefined: missing, reason };
  }
  const sorted = Float64Array.from(values).sort();
  const [low, high] = [quantile(sorted, (1 - confidence) / 2), quantile(sorted, (1 + confidence) / 2)];
  return { expected: quantile(sorted, 0.5), low, high, width: high - low, undefined: missing, reason: null };
}

/** Gives a unit so many ratings, from those it has. */
type Urn = (values: readonly number[], raters: number, random: Random) => number[];

/** Null for a pilot whose agreement is unknown. */
function urnOf(source: PilotSource, categories: number): Urn | null {
  const prevalence = "units" in source ? sharesIn(source.units, categories) : source.prevalence;
  const agreement = "units" in source ? agreementOf(source.units, prevalence) : source.alpha;
  if (agreement === null) return null;
  // Two draws agree beyond chance with probability 1 / (1 + concentration). Raters who agree less than chance draw at random.
  const concentration = agreement <= 0 ? Number.POSITIVE_INFINITY : 1 / Math.min(agreement, 1) - 1;
  return (values, raters, random) => {
    const own = shuffled(values, random).slice(0, raters);
    while (own.length < raters) {
      const isNew = random() * (own.length + concentration) >= own.length || own.length === 0;
      own.push(isNew ? drawn(prevalence, random) : (own[Math.floor(random() * own.length)] as number));
    }
    return own;
  };
}

function sharesIn(units: readonly PilotUnit[], categories: number): number[] {
  const counts = new Array<number>(categories).fill(0);
  for (const { values } of units) for (const value of values) counts[value] = (counts[value] as number) + 1;
  const all = counts.reduce((sum, count) => sum + count, 0);
  return counts.map((count) => count / all);
}

/** Agreement of two ratings of a unit beyond that of two ratings of any units, from 0 to 1. Null without two ratings. */
function agreementOf(units: readonly PilotUnit[], prevalence: readonly number[]): number | null {
  let [agreeing, pairs] = [0, 0];
  for (const { values } of units)
    for (let a = 0; a < values.length; a++)
      for (let b = 0; b < a; b++) {
        pairs++;
        agreeing += Number(values[a] === values[b]);
      }
  if (pairs === 0) return null;
  const chance = prevalence.reduce((sum, share) => sum + share * share, 0);
  return chance >= 1 ? 1 : (agreeing / pairs - chance) / (1 - chance);
}

function drawn(shares: readonly number[], random: Random): number {
  let left = random();
  const at = shares.findIndex((share) => {
    left -= share;
    return left < 0;
  });
  return at < 0 ? shares.length - 1 : at;
}
