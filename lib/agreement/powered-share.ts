import type { LinearEstimate } from "./linearised";
import { type JudgedUnit, type PredictionPowered, predictionPowered } from "./prediction-powered";
import { studentQuantile } from "./student";
import { scoreInterval } from "./wilson";

/** A share with its interval; null if fewer than five clusters carry it. */
export interface ShareEstimate {
  estimate: LinearEstimate;
  interval: { low: number; high: number } | null;
}

/** The same share in three ways. */
export type PoweredShare = Record<"human" | "judge" | "powered", ShareEstimate>;

/**
 * Intervals of a share, such as a pass rate, by people, by a judge and by both: Wilson's score interval with the effective
 * number of labels in place of their number, and Student's t. The effective number is p (1 − p) over the squared error, so it
 * counts that units of a cluster resemble each other and what the judge adds. The error is taken with one passed and one
 * failed label more, of which the judge says nothing: a few failures tell too little of its errors, and none at all would make
 * an interval of no width. If people agree on all units, each cluster counts as one label at most.
 *
 * `units` are those that `found` was made from, with values between 0 and 1.
 *
 * Wilson (1927), JASA 22:209; effective numbers: Korn & Graubard (1998), Survey Methodology 24:193, compared by Dean & Pagano
 * (2015), Journal of Survey Statistics and Methodology 3:484; added labels: Agresti & Coull (1998), American Statistician 52:119.
 *
 * @example
 * // Forty labels, all passed: as Wilson's interval of 40 of 40, but with Student's t.
 * const units = Array.from({ length: 200 }, (_, cluster) =>
 *   ({ cluster, judge: cluster % 20 === 0 ? 0 : 1, human: cluster % 5 === 1 ? 1 : null }));
 * const { powered } = poweredShare(units, predictionPowered(units));
 * [powered.interval.low, powered.interval.high]; // → [0.905, 1]
 */
export function poweredShare(
  units: readonly JudgedUnit[],
  found: PredictionPowered,
  confidence = 0.95,
): PoweredShare {
  const { human, judge, powered } = found;
  const more = predictionPowered(withOneOfEach(units), found.lambda);
  const labelled = units.flatMap((unit) => unit.human ?? []);
  const isOneSided = labelled.every((value) => value === 0) || labelled.every((value) => value === 1);
  const labels = (kind: "human" | "powered") => {
    const effective = trialsOf(more.human.value ?? 0, more[kind]);
    const own = (effective * human.units) / (human.units + 2);
    return isOneSided ? Math.min(own, human.clusters) : own;
  };
  return {
    human: { estimate: human, interval: intervalOf(human, () => labels("human"), confidence) },
    judge: {
      estimate: judge,
      interval: intervalOf(judge, () => trialsOf(judge.value ?? 0, judge), confidence),
    },
    powered: { estimate: powered, interval: intervalOf(powered, () => labels("powered"), confidence) },
  };
}

/**
 * The interval of the difference of two shares, from their own intervals and the correlation of their errors, which is that of
 * what each cluster does to both. It has a width also where both shares are 0 or 1. Null if one of them has no interval.
 *
 * Newcombe (1998), Statistics in Medicine 17:2635; with any intervals ("MOVER"): Zou & Donner (2008), Statistics in Medicine
 * 27:1693.
 *
 * @example
 * const share = (value, low, high) => ({ estimate: { value, influence: new Map() }, interval: { low, high } });
 * const { low, high } = shareDifference(share(0.9, 0.8, 0.95), share(0.7, 0.55, 0.8));
 * [low, high]; // → [0.059, 0.358]
 */
export function shareDifference(
  first: ShareEstimate,
  second: ShareEstimate,
): { low: number; high: number } | null {
  const [one, other] = [distancesToEnds(first), distancesToEnds(second)];
  if (!one || !other) return null;
  const difference = (first.estimate.value ?? 0) - (second.estimate.value ?? 0);
  const correlation = correlationOf(first.estimate, second.estimate);
  const distance = (a: number, b: number) => Math.sqrt(Math.max(0, a * a + b * b - 2 * correlation * a * b));
  return {
    low: difference - distance(one.below, other.above),
    high: difference + distance(one.above, other.below),
  };
}

/** Shares by both may lie a little outside of 0 and 1. */
const clipped = (value: number) => Math.min(1, Math.max(0, value));

/** The distances from the share to the two ends of its interval. */
function distancesToEnds({ estimate, interval }: ShareEstimate): { below: number; above: number } | null {
  if (!interval || estimate.value === null) return null;
  const value = clipped(estimate.value);
  return { below: value - interval.low, above: interval.high - value };
}

function intervalOf(
  { value, error, degrees }: LinearEstimate,
  trials: () => number,
  confidence: number,
): ShareEstimate["interval"] {
  if (value === null || error === null) return null;
  return scoreInterval(clipped(value), trials(), studentQuantile((1 - confidence) / 2, degrees));
}

/** The number of independent trials in which a share would have the error; that of clusters if it has none. */
function trialsOf(share: number, { error, clusters }: LinearEstimate): number {
  const variance = share * (1 - share);
  return error === null || error < 1e-9 || variance < 1e-9 ? clusters : variance / error ** 2;
}

/** The units with two labels more, a passed and a failed one. Each stratum gets its share of them. */
function withOneOfEach(units: readonly JudgedUnit[]): JudgedUnit[] {
  const weights = new Map<string | undefined, number>();
  let labels = 0;
  for (const { human, stratum, weight = 1, probability = 1 } of units) {
    if (human === null) continue;
    labels++;
    weights.set(stratum, (weights.get(stratum) ?? 0) + weight / probability);
  }
  const added = [...weights].flatMap(([stratum, weight]) =>
    [1, 0].map((human): JudgedUnit => {
      const cluster = `\0${human} ${stratum ?? ""}`;
      return {
        cluster,
        judge: null,
        human,
        weight: weight / labels,
        ...(stratum !== undefined && { stratum }),
      };
    }),
  );
  return [...units, ...added];
}

function correlationOf({ influence: one }: LinearEstimate, { influence: other }: LinearEstimate): number {
  let [together, ones, others] = [0, 0, 0];
  for (const [cluster, own] of one) {
    together += own * (other.get(cluster) ?? 0);
    ones += own * own;
  }
  for (const own of other.values()) others += own * own;
  const both = ones * others;
  return both < Number.EPSILON ** 4 ? 0 : together / Math.sqrt(both);
}
