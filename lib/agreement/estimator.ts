import { bootstrapAll, type IntervalRequest } from "./bootstrap";
import type { Estimate, ValueOrReason } from "./estimate";
import { comparePatterns, type Patterns, pairableUnits } from "./patterns";

/** A statistic as a function of how many units there are of each form. Fractional weights are welcome. */
export type Kernel = (weight: Float64Array) => ValueOrReason;

/**
 * Data and statistic ready to be computed once, or a thousand times on resampled units: units that look
 * the same to the statistic share a *form*, and only the number of units per form varies.
 */
export interface Sample {
  readonly kernel: Kernel;
  /** Units of each form in the data. */
  readonly weight: Float64Array;
  /** Whether units of this form bear on the statistic at all (a unit rated once says nothing to alpha). */
  readonly counts: (form: number) => boolean;
  /** An order of the forms that does not depend on the order of units. */
  readonly compare: (a: number, b: number) => number;
  /** The form of every unit; -1 for units without any. */
  readonly formOfUnit: () => Int32Array;
  readonly units: number;
  readonly raters: number;
  readonly pairable: number;
}

/** The estimate on the data as they are, with an interval when one is asked for. */
export function estimateFrom(sample: Sample, ask?: IntervalRequest): Estimate {
  const [estimate] = estimatesFrom([sample], ask);
  return estimate as Estimate;
}

/** Several statistics of the same units, their intervals from the same draws. */
export function estimatesFrom(samples: readonly Sample[], ask?: IntervalRequest): Estimate[] {
  const outcomes = samples.map((sample) => sample.kernel(sample.weight));
  const defined = samples.filter((_, at) => typeof outcomes[at] === "number");
  const intervals = ask ? bootstrapAll(defined, ask) : [];
  return samples.map((sample, at) => {
    const outcome = outcomes[at] as ValueOrReason;
    return {
      ...(typeof outcome === "number" ? { value: outcome, reason: null } : { value: null, reason: outcome }),
      units: sample.units,
      raters: sample.raters,
      pairable: sample.pairable,
      ...(ask && { interval: intervals[defined.indexOf(sample)] ?? null }),
    };
  });
}

/** A statistic of the counts of each unit: it does not matter who gave which rating. */
export type PatternStatistic = (patterns: Patterns) => Kernel;

/** The sample of a statistic of counts. Units below `atLeast` ratings do not bear on it. */
export function patternSample(patterns: Patterns, measure: PatternStatistic, atLeast: 1 | 2 = 2): Sample {
  const { units, ratings } = pairableUnits(patterns);
  return {
    kernel: measure(patterns),
    weight: patterns.weight,
    counts: (form) => (patterns.size[form] as number) >= atLeast,
    compare: (a, b) => comparePatterns(patterns, a, b),
    formOfUnit: patterns.patternOfUnit,
    units,
    raters: patterns.raters,
    pairable: ratings,
  };
}
