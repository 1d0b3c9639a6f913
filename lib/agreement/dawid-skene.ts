import { arithmeticMean } from "./arithmetic-mean";
import type { UndefinedReason } from "./estimate";

/** One label that a rater gave a unit, by number. */
export interface Label {
  unit: number;
  rater: number;
  label: number;
}

/** The estimates of a model of raters. */
export interface RaterModel {
  /** By unit, the probability of each label: a soft label. Rows sum to 1. */
  soft: number[][];
  /** The prevalence of each label, as a share. */
  prevalence: number[];
  /** The log likelihood of the labels given, after each iteration. */
  logLikelihood: number[];
  /** False if the iterations ended before the likelihood had come to rest. */
  hasConverged: boolean;
  reason: UndefinedReason | null;
}

/** With each rater's matrix of errors. */
export interface DawidSkene extends RaterModel {
  /** By rater, then true label, the share of each label given. Rows of labels that none of the rater's units has are null. */
  errors: (number[] | null)[][];
}

/** A change of the log likelihood below this, relative to its size, counts as rest. */
const TOLERANCE = 1e-10;
const MOST_ITERATIONS = 1000;

/**
 * The true label of each unit and each rater's errors, where nobody knows either. Assumes that raters, given the true label,
 * err independently of each other and alike on all units. Starts from the shares of labels that each unit was given, and
 * repeats two steps (EM) until the likelihood rests: it finds a local maximum, as the paper does. Not every rater has to rate
 * every unit.
 *
 * Dawid & Skene (1979), Applied Statistics 28:20.
 *
 * @example
 * // Two raters who agree on everything, and a third who is the other way round.
 * const labels = [0, 1, 0, 1].flatMap((label, unit) =>
 *   [label, label, 1 - label].map((given, rater) => ({ unit, rater, label: given })));
 * const { soft, errors } = dawidSkene(labels, { units: 4, raters: 3, labels: 2 });
 * soft[1]; // → [0, 1]
 * errors[2]; // → [[0, 1], [1, 0]]
 */
export function dawidSkene(
  given: readonly Label[],
  size: { units: number; raters: number; labels: number },
): DawidSkene {
  let soft = sharesGiven(given, size);
  let errors: number[][][] = [];
  let prevalence: number[] = [];
  const logLikelihood: number[] = [];
  const rated = ratedUnits(given, size.units);
  if (given.length === 0)
    return {
      ...{ soft, prevalence, errors, logLikelihood, hasConverged: false, reason: "no-ratings" },
    };
  let hasConverged = false;
  while (!hasConverged && logLikelihood.length < MOST_ITERATIONS) {
    prevalence = prevalenceIn(soft, rated);
    errors = errorsGiven(given, soft, size);
    const found = posterior(given, size, prevalence, (rater, truth, label) =>
      Math.log(errors[rater]?.[truth]?.[label] as number),
    );
    soft = found.soft;
    hasConverged = isAtRest(logLikelihood, found.logLikelihood);
    logLikelihood.push(found.logLikelihood);
  }
  return {
    soft,
    prevalence,
    errors: errors.map((matrix) => matrix.map((row) => (row.some((share) => share > 0) ? row : null))),
    ...{ logLikelihood, hasConverged, reason: hasConverged ? null : "not-converged" },
  };
}

/** True if the likelihood no longer changes. */
export function isAtRest(before: readonly number[], now: number): boolean {
  const last = before.at(-1);
  return last !== undefined && Math.abs(now - last) <= TOLERANCE * (1 + Math.abs(now));
}

/** By unit, the share of each label given; equal shares for a unit that nobody rated. */
export function sharesGiven(
  given: readonly Label[],
  { units, labels }: { units: number; labels: number },
): number[][] {
  const counts = Array.from({ length: units }, () => new Array<number>(labels).fill(0));
  for (const { unit, label } of given) {
    const own = counts[unit] as number[];
    own[label] = (own[label] as number) + 1;
  }
  return counts.map((own) => {
    const all = own.reduce((sum, count) => sum + count, 0);
    return own.map((count) => (all === 0 ? 1 / labels : count / all));
  });
}

/** The units with at least one label. */
export function ratedUnits(given: readonly Label[], units: number): boolean[] {
  const rated = new Array<boolean>(units).fill(false);
  for (const { unit } of given) rated[unit] = true;
  return rated;
}

/** The mean soft label over the rated units. */
export function prevalenceIn(soft: readonly (readonly number[])[], rated: readonly boolean[]): number[] {
  const own = soft.filter((_, unit) => rated[unit]);
  return (own[0] ?? []).map((_, label) => arithmeticMean(own.map((row) => row[label] ?? 0)));
}

/**
 * Soft labels from the prevalence and the chance of each label given, and the log likelihood of all labels. Adds logs, so
 * that many raters of one unit do not underflow.
 */
export function posterior(
  given: readonly Label[],
  { units, labels }: { units: number; labels: number },
  prevalence: readonly number[],
  logChance: (rater: number, truth: number, label: number) => number,
): { soft: number[][]; logLikelihood: number } {
  const logs = Array.from({ length: units }, () => prevalence.map(Math.log));
  for (const { unit, rater, label } of given) {
    const own = logs[unit] as number[];
    for (let truth = 0; truth < labels; truth++)
      own[truth] = (own[truth] as number) + logChance(rater, truth, label);
  }
  let logLikelihood = 0;
  const soft = logs.map((own) => {
    const highest = Math.max(...own);
    const parts = own.map((log) => Math.exp(log - highest));
    const all = parts.reduce((sum, part) => sum + part, 0);
    logLikelihood += highest + Math.log(all);
    return parts.map((part) => part / all);
  });
  return { soft, logLikelihood };
}

function errorsGiven(
  given: readonly Label[],
  soft: readonly (readonly number[])[],
  { raters, labels }: { raters: number; labels: number },
): number[][][] {
  const counts = Array.from({ length: raters }, () =>
    Array.from({ length: labels }, () => new Array<number>(labels).fill(0)),
  );
  for (const { unit, rater, label } of given)
    for (let truth = 0; truth < labels; truth++) {
      const row = counts[rater]?.[truth] as number[];
      row[label] = (row[label] as number) + (soft[unit]?.[truth] as number);
    }
  return counts.map((matrix) =>
    matrix.map((row) => {
      const all = row.reduce((sum, count) => sum + count, 0);
      // None of the rater's units can have this true label: it stays impossible for them.
      return all === 0 ? row : row.map((count) => count / all);
    }),
  );
}
