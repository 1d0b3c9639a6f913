/**
 * Why a statistic has no value. Reported beside `null`, never replaced by 0, 1 or NaN.
 *
 * - `no-ratings`: there is no rating
 * - `no-pairable-values`: no unit has two ratings
 * - `no-common-units`: the two raters never rated the same unit
 * - `fewer-than-2-pairs`: a correlation needs at least two units rated by both
 * - `no-variation`: every comparable rating is the same, so there is nothing to disagree about
 * - `expected-agreement-is-1`: agreement by chance alone would be complete (0/0 in kappa, pi and Fleiss)
 * - `constant-input`: one side of a correlation never varies
 * - `single-category`: a scale with one category leaves no choice
 * - `negative-values-ratio`: the ratio level needs an absolute zero
 * - `non-numeric-values`: the level or statistic needs numbers, the values are words
 * - `incomplete-ratings`: Fleiss' original kappa needs equally many ratings on every unit
 * - `zero-denominator`: precision, recall or F1 of a class that was never predicted or never occurs
 * - `judge-at-chance`: a judge that tells passed from failed units no better than chance corrects nothing
 * - `not-connected`: models fall into groups between which no comparison was won or tied in one direction
 * - `not-converged`: the iterations ended before the estimate had come to rest
 * - `no-answered-requirements`, `zero-total-weight`: a checklist without an answer, or without weight
 */
export const UNDEFINED_REASONS = [
  "no-ratings",
  "no-pairable-values",
  "no-common-units",
  "fewer-than-2-pairs",
  "no-variation",
  "expected-agreement-is-1",
  "constant-input",
  "single-category",
  "negative-values-ratio",
  "non-numeric-values",
  "incomplete-ratings",
  "zero-denominator",
  "judge-at-chance",
  "not-connected",
  "not-converged",
  "no-answered-requirements",
  "zero-total-weight",
] as const;
export type UndefinedReason = (typeof UNDEFINED_REASONS)[number];

/** The result of a computation: a finite number, or why it is undefined. */
export type ValueOrReason = number | UndefinedReason;

/** An interval around an estimate, and how it was computed. */
export interface Interval {
  low: number;
  high: number;
  /** Nominal coverage, for example 0.95. */
  confidence: number;
  method: "bootstrap-percentile" | "krippendorff-pairs";
  replicates: number;
  /** Replicates on which the statistic was undefined; they are left out of the quantiles. */
  dropped: number;
  seed: number;
  /** Units (or clusters of units, or value pairs) drawn per replicate. */
  drawn: number;
}

/** A statistic of agreement with the numbers of units, raters and ratings behind it. */
export interface Estimate {
  /** Never rounded; null when undefined. */
  value: number | null;
  reason: UndefinedReason | null;
  /** Units that could be compared: at least two ratings, or both raters of a pair. */
  units: number;
  /** Raters with at least one rating; 0 when ratings are anonymous counts. */
  raters: number;
  /** Ratings on the compared units (Krippendorff's n). */
  pairable: number;
  /** Present when requested; null when the value or every replicate is undefined. */
  interval?: Interval | null;
}

/** An interval drawn from fewer units (or clusters of units) says nothing and is not shown. */
export const MIN_CLUSTERS = 5;

/** An interval drawn from fewer units is clearly too narrow, and marked wherever it is shown. */
export const FEW_DRAWN = 30;

/**
 * True when so few units were drawn that the interval is not shown.
 *
 * @example
 * hasTooFewClusters({ drawn: 4 }); // → true
 * hasTooFewClusters({ drawn: 5 }); // → false
 */
export function hasTooFewClusters({ drawn }: Pick<Interval, "drawn">): boolean {
  return drawn < MIN_CLUSTERS;
}

/**
 * True when so few units were drawn that the interval is clearly too narrow and has to be marked.
 *
 * @example
 * restsOnFewUnits({ drawn: 29 }); // → true
 * restsOnFewUnits({ drawn: 30 }); // → false
 */
export function restsOnFewUnits({ drawn }: Pick<Interval, "drawn">): boolean {
  return drawn < FEW_DRAWN;
}
