/**
 * Why a statistic has no value. Reported beside `null`, never replaced by 0, 1 or NaN.
 *
 * - `no-ratings`: nobody gave a value
 * - `no-pairable-values`: no unit carries two ratings
 * - `no-common-units`: the two raters never rated the same unit
 * - `fewer-than-2-pairs`: a correlation needs at least two units rated by both
 * - `no-variation`: every comparable rating is the same, so there is nothing to disagree about
 * - `expected-agreement-is-1`: chance alone would already agree always (0/0 in kappa, pi and Fleiss)
 * - `constant-input`: one side of a correlation never varies
 * - `single-category`: a scale with one category leaves no choice
 * - `negative-values-ratio`: the ratio level needs an absolute zero
 * - `non-numeric-values`: the level or statistic needs numbers, the values are words
 * - `incomplete-ratings`: Fleiss' original kappa needs equally many ratings on every unit
 * - `zero-denominator`: precision, recall or F1 of a class nobody predicted or nothing belongs to
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
  "no-answered-requirements",
  "zero-total-weight",
] as const;
export type UndefinedReason = (typeof UNDEFINED_REASONS)[number];

/** What a computation came to: a finite number, or the reason there is none. */
export type ValueOrReason = number | UndefinedReason;

/** An interval around an estimate, and how it was obtained. */
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
  /** How many units (or clusters of units, or value pairs) were drawn per replicate. */
  drawn: number;
}

/** A statistic of agreement together with the evidence it rests on. */
export interface Estimate {
  /** Never rounded; null when undefined. */
  value: number | null;
  reason: UndefinedReason | null;
  /** Units that could be compared: at least two ratings, or both raters of a pair. */
  units: number;
  /** Raters with at least one rating; 0 when ratings are anonymous counts. */
  raters: number;
  /** Ratings that belong to the compared units (Krippendorff's n). */
  pairable: number;
  /** Present when asked for; null when the value or every replicate is undefined. */
  interval?: Interval | null;
}

/** Drawn from fewer units (or clusters of units) than these, an interval says nothing and is not shown. */
export const FEWEST_DRAWN = 5;

/** Drawn from fewer than these it is too narrow by so much that it is marked wherever it stands. */
export const FEW_DRAWN = 30;

/** True when so few units were drawn that the interval is to be left out. */
export function restsOnTooFew({ drawn }: Pick<Interval, "drawn">): boolean {
  return drawn < FEWEST_DRAWN;
}

/** True when the interval rests on so few drawn units that it is clearly too narrow, and has to be marked. */
export function restsOnFewUnits({ drawn }: Pick<Interval, "drawn">): boolean {
  return drawn < FEW_DRAWN;
}
