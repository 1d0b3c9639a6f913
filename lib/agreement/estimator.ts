import { bootstrapJointly, type IntervalRequest } from "./bootstrap";
import type { Estimate } from "./estimate";
import { comparePatterns, type Patterns, pairableUnits } from "./patterns";
import type { JointKernel, Kernel, Sample, SampledUnits } from "./sample";

/**
 * The estimate on the data as they are, with an interval when `request` is given.
 *
 * @example
 * const ratings = ratingsFromMatrix([[1, 2, 2, 1], [1, 2, 2, 2]]);
 * estimateFrom(patternSample(patternsOf(ratings), percent("pairs_pooled"))).value; // → 0.75
 */
export function estimateFrom(sample: Sample, request?: IntervalRequest): Estimate {
  const [estimate] = estimatesFrom([sample], request);
  return estimate as Estimate;
}

/**
 * Several statistics of the same units, with intervals from the same draws. The samples have the same forms and leave out
 * the same units.
 */
export function estimatesFrom(samples: readonly Sample[], request?: IntervalRequest): Estimate[] {
  const [first] = samples;
  if (!first) return [];
  return jointEstimates(first, (weight) => samples.map(({ kernel }) => kernel(weight)), request);
}

/** Several statistics that are computed together, with intervals from the same draws. */
export function jointEstimates(
  sample: SampledUnits,
  kernel: JointKernel,
  request?: IntervalRequest,
): Estimate[] {
  const outcomes = [...kernel(sample.weight)];
  const isDefined = outcomes.some((outcome) => typeof outcome === "number");
  const intervals = request && isDefined ? bootstrapJointly(sample, kernel, outcomes.length, request) : [];
  return outcomes.map((outcome, at) => ({
    ...(typeof outcome === "number" ? { value: outcome, reason: null } : { value: null, reason: outcome }),
    units: sample.units,
    raters: sample.raters,
    pairable: sample.pairable,
    ...(request && { interval: typeof outcome === "number" ? (intervals[at] ?? null) : null }),
  }));
}

/** A statistic of the counts of each unit, which ignores who gave which rating. */
export type PatternStatistic = (patterns: Patterns) => Kernel;

/**
 * The sample of a statistic of counts. Units with fewer than `atLeast` ratings are not used.
 *
 * @example
 * const patterns = patternsOf(ratingsFromMatrix([[1, 2, 2], [1, 1, null]]));
 * patternSample(patterns, alpha("nominal")).units; // → 2
 */
export function patternSample(patterns: Patterns, measure: PatternStatistic, atLeast: 1 | 2 = 2): Sample {
  return { kernel: measure(patterns), ...patternUnits(patterns, atLeast) };
}

/** The units of statistics of counts, without those with fewer than `atLeast` ratings. */
export function patternUnits(patterns: Patterns, atLeast: 1 | 2 = 2): SampledUnits {
  const { units, ratings } = pairableUnits(patterns);
  return {
    weight: patterns.weight,
    counts: (form) => (patterns.size[form] as number) >= atLeast,
    compare: (a, b) => comparePatterns(patterns, a, b),
    formOfUnit: patterns.patternOfUnit,
    units,
    raters: patterns.raters,
    pairable: ratings,
  };
}
