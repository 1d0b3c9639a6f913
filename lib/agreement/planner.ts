import type { UndefinedReason, ValueOrReason } from "./estimate";
import { fleissKappa } from "./fleiss";
import { krippendorffAlpha, type Level } from "./krippendorff";
import { linearDifference, linearInterval } from "./linearised";
import { type JudgedUnit, predictionPowered } from "./prediction-powered";
import { quantile } from "./quantile";
import { type Random, randomFrom } from "./random";
import { type RatingValue, ratingsFromMatrix } from "./ratings";

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

/** How many units are rated by how many raters each. */
export interface Design {
  units: number;
  raters: number;
}

/** The interval to expect of a design. */
export interface PlannedInterval {
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

/**
 * The interval to expect of α, or of κ of interchangeable raters, for a design. Simulated studies draw whole clusters of the
 * pilot with replacement, and of each unit as many of its ratings as the design has raters. Where the design has more raters
 * than the pilot, further ratings come from Pólya's urn: mostly what the unit was given before, otherwise what all units
 * were given, in the proportion that reproduces the pilot's own agreement. Guesses fill the urn from the prevalence alone.
 * A small pilot is itself uncertain, and its plans are as uncertain as it is.
 *
 * Davison & Hinkley (1997), Bootstrap Methods, chapter 2; the urn: Blackwell & MacQueen (1973), Annals of Statistics 1:353.
 *
 * @example
 * const guess = { alpha: 0.6, prevalence: [0.5, 0.5] };
 * const widths = [50, 200].map((units) =>
 *   planAgreement(guess, "alpha", { units, raters: 3 }, ["no", "yes"], "nominal", { studies: 200 }).width);
 * widths[0] > 1.6 * widths[1]; // → true
 */
export function planAgreement(
  source: PilotSource,
  statistic: "alpha" | "kappa",
  design: Design,
  categories: readonly RatingValue[],
  level: Level,
  { studies = 1000, seed = 42, confidence = 0.95 }: Simulation = {},
): PlannedInterval {
  const random = randomFrom(seed);
  const urn = urnOf(source, categories.length);
  if (!urn) return noPlan("no-pairable-values");
  const found: ValueOrReason[] = [];
  for (let study = 0; study < studies; study++) {
    const units =
      "units" in source ? drawUnits(source.units, design.units, random) : emptyUnits(design.units);
    const rated = units.map((values) => urn(values, design.raters, random));
    const matrix = Array.from({ length: design.raters }, (_, rater) =>
      rated.map((values) => categories[values[rater] as number] as RatingValue),
    );
    const ratings = ratingsFromMatrix(matrix, { categories });
    const estimate = statistic === "alpha" ? krippendorffAlpha(ratings, level) : fleissKappa(ratings);
    found.push(estimate.value ?? estimate.reason ?? "no-ratings");
  }
  return planned(found, confidence);
}

/** A unit of a pilot that both a judge and people gave a value, and of which model's response. */
export interface PilotMean extends JudgedUnit {
  human: number;
  model?: string;
}

/** The widths to expect of a mean, or of the difference of two models' means. */
export interface PlannedMean {
  /** From people alone, and with the judge on all units. Null if a simulated study of this size has no interval. */
  human: number | null;
  powered: number | null;
}

/**
 * The mean width of intervals of a mean by people alone and by prediction-powered inference, if people label `labelled` of
 * `judged` units; with `contrast`, of the difference of two models. Simulated studies draw whole clusters of the pilot with
 * replacement, and choose by lot which units people label.
 *
 * @example
 * // People agree with the judge on four of five units: with it on 400, forty labels are worth more.
 * const units = Array.from({ length: 60 }, (_, n) =>
 *   ({ cluster: n, judge: n % 2, human: n % 5 === 0 ? 1 - (n % 2) : n % 2 }));
 * const { human, powered } = planMean(units, { judged: 400, labelled: 40 }, undefined, { studies: 100 });
 * powered < human; // → true
 */
export function planMean(
  pilot: readonly PilotMean[],
  { judged, labelled }: { judged: number; labelled: number },
  contrast?: readonly [string, string],
  { studies = 200, seed = 42, confidence = 0.95 }: Simulation = {},
): PlannedMean {
  const random = randomFrom(seed);
  const clusters = clustersOf(pilot);
  const widths = { human: [] as number[], powered: [] as number[] };
  for (let study = 0; study < studies && clusters.length > 0; study++) {
    const units: PilotMean[] = [];
    for (let copy = 0; units.length < judged; copy++)
      for (const unit of clusters[Math.floor(random() * clusters.length)] as readonly PilotMean[])
        if (units.length < judged) units.push({ ...unit, cluster: copy });
    const isLabelled = chosen(units.length, labelled, random);
    const hidden = units.map((unit, n) => ({ ...unit, human: isLabelled[n] ? unit.human : null }));
    const estimates = (contrast ?? [undefined]).map((model) =>
      predictionPowered(model === undefined ? hidden : hidden.filter((unit) => unit.model === model)),
    );
    for (const kind of ["human", "powered"] as const) {
      const [first, second] = estimates.map((estimate) => estimate[kind]);
      if (!first) continue;
      const interval = linearInterval(second ? linearDifference(first, second) : first, confidence);
      if (interval) widths[kind].push(interval.high - interval.low);
    }
  }
  const mean = (list: readonly number[]) =>
    list.length < studies / 2 || list.length === 0
      ? null
      : list.reduce((sum, width) => sum + width, 0) / list.length;
  return { human: mean(widths.human), powered: mean(widths.powered) };
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

function noPlan(reason: UndefinedReason, missing = 0): PlannedInterval {
  return { expected: null, low: null, high: null, width: null, undefined: missing, reason };
}

function planned(found: readonly ValueOrReason[], confidence: number): PlannedInterval {
  const values = found.filter((value) => typeof value === "number");
  const missing = found.length - values.length;
  // An interval from the few defined studies would describe lucky ones.
  if (values.length === 0 || missing > found.length / 2)
    return noPlan(found.find((value) => typeof value === "string") ?? "no-ratings", missing);
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

function drawUnits(units: readonly PilotUnit[], n: number, random: Random): (readonly number[])[] {
  const clusters = clustersOf(units);
  const found: (readonly number[])[] = [];
  while (found.length < n)
    for (const { values } of clusters[Math.floor(random() * clusters.length)] as readonly PilotUnit[])
      if (found.length < n) found.push(values);
  return found;
}

const emptyUnits = (n: number) => Array.from({ length: n }, (): readonly number[] => []);

function clustersOf<Unit extends { cluster: string | number }>(units: readonly Unit[]): Unit[][] {
  const found = new Map<string | number, Unit[]>();
  for (const unit of units) {
    const own = found.get(unit.cluster) ?? [];
    found.set(unit.cluster, own);
    own.push(unit);
  }
  return [...found.values()];
}

/** Which of `n` units are chosen, `wanted` of them. */
function chosen(n: number, wanted: number, random: Random): boolean[] {
  const order = shuffled(
    Array.from({ length: n }, (_, place) => place),
    random,
  );
  const found = new Array<boolean>(n).fill(false);
  for (const place of order.slice(0, wanted)) found[place] = true;
  return found;
}

function shuffled(values: readonly number[], random: Random): number[] {
  const list = [...values];
  for (let at = list.length - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1));
    [list[at], list[other]] = [list[other] as number, list[at] as number];
  }
  return list;
}

function drawn(shares: readonly number[], random: Random): number {
  let left = random();
  const at = shares.findIndex((share) => {
    left -= share;
    return left < 0;
  });
  return at < 0 ? shares.length - 1 : at;
}
