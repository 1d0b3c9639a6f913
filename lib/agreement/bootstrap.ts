import type { Interval } from "./estimate";
import { quantileOf } from "./quantile";
import { type Clusters, resampler } from "./resample";
import type { JointKernel, Sample, SampledUnits } from "./sample";

/** Settings of an interval. All are optional: `{}` asks for an interval with the defaults. */
export interface IntervalRequest {
  /** Default 1,000. */
  replicates?: number;
  /** Default 42. The same seed gives the same interval on every machine. */
  seed?: number;
  /** Default 0.95. */
  confidence?: number;
  /**
   * The cluster of each unit, by unit number (for example the task of an item). Whole clusters are drawn,
   * because units of one cluster resemble each other and an interval from single units would be too narrow.
   * Default: each unit is a cluster of its own.
   */
  clusters?: Clusters;
  /**
   * The units that are drawn: those that the statistic uses (default), or every unit with a rating, including units
   * rated only once.
   */
  resample?: "pairable-units" | "all-units";
}

/**
 * Percentile bootstrap: draws as many units (or clusters) as there are, with replacement, recomputes the
 * statistic, and takes type 7 quantiles of the results. Replicates on which the statistic is undefined are
 * counted in `dropped`. Null when every replicate is undefined.
 *
 * Efron (1979); for reliability Zapf et al. (2016), BMC Medical Research Methodology 16:93.
 */
export function bootstrap(sample: Sample, request: IntervalRequest = {}): Interval | null {
  const [interval = null] = bootstrapJointly(sample, (weight) => [sample.kernel(weight)], 1, request);
  return interval;
}

/**
 * Bootstrap intervals of several statistics of the same units, computed together on the same draws. Each interval equals
 * the one that `bootstrap` returns for its statistic alone; sharing the draws saves time.
 */
export function bootstrapJointly(
  units: SampledUnits,
  kernel: JointKernel,
  statistics: number,
  request: IntervalRequest = {},
): (Interval | null)[] {
  const { replicates = 1000, seed = 42, confidence = 0.95 } = request;
  const { each, drawn } = resampler([units], { ...request, replicates, seed });
  const values = Array.from({ length: statistics }, () => new Float64Array(replicates));
  const defined = new Int32Array(statistics);
  each(([weight]) => {
    const outcomes = kernel(weight as Float64Array);
    for (let at = 0; at < statistics; at++) {
      const outcome = outcomes[at];
      if (typeof outcome !== "number") continue;
      (values[at] as Float64Array)[defined[at] as number] = outcome;
      defined[at] = (defined[at] as number) + 1;
    }
  });
  return values.map((own, at) =>
    percentileInterval(own.subarray(0, defined[at]), { replicates, seed, confidence, drawn }),
  );
}

/** The central share `confidence` of the defined replicate values. */
export function percentileInterval(
  values: ArrayLike<number>,
  about: Pick<Interval, "replicates" | "seed" | "confidence" | "drawn">,
): Interval | null {
  if (values.length === 0) return null;
  const numbers = new Float64Array(values);
  return {
    low: quantileOf(numbers, (1 - about.confidence) / 2),
    high: quantileOf(numbers, (1 + about.confidence) / 2),
    method: "bootstrap-percentile",
    dropped: about.replicates - values.length,
    ...about,
  };
}
