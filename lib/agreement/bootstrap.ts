import type { Interval } from "./estimate";
import type { Sample } from "./estimator";
import { quantile } from "./quantile";
import { randomFrom } from "./random";
import { type Clusters, drawer } from "./resample";

/** How an interval is to be made. Everything has a default; `{}` is a good request. */
export interface IntervalRequest {
  /** Default 1,000. */
  replicates?: number;
  /** Default 42. The same seed gives the same interval on every machine. */
  seed?: number;
  /** Default 0.95. */
  confidence?: number;
  /**
   * The cluster of each unit, by unit number (items of one task, say). Whole clusters are then drawn, which
   * keeps the interval honest when units of a cluster resemble each other. Default: each unit on its own.
   */
  clusters?: Clusters;
  /**
   * What is drawn from: the units that bear on the statistic (default), or every unit with a rating,
   * the ones rated only once included.
   */
  resample?: "pairable-units" | "all-units";
}

/**
 * Percentile bootstrap: draws units (or clusters) with replacement, as many as there are, recomputes the
 * statistic completely, and takes the quantiles (type 7) of what comes out. Replicates on which the
 * statistic is undefined are dropped and counted. Null when none is left.
 *
 * Efron (1979); for reliability Zapf et al. (2016), BMC Medical Research Methodology 16:93.
 */
export function bootstrap(sample: Sample, ask: IntervalRequest = {}): Interval | null {
  const [interval = null] = bootstrapAll([sample], ask);
  return interval;
}

/**
 * The same for several statistics of the same units, each on the same draws: samples whose forms are the same and that
 * leave out the same units. As each has the interval it would have alone, drawing once only saves time.
 */
export function bootstrapAll(samples: readonly Sample[], ask: IntervalRequest = {}): (Interval | null)[] {
  const { replicates = 1000, seed = 42, confidence = 0.95 } = ask;
  const [first] = samples;
  if (!first) return [];
  const { draw, drawn } = drawer([first], ask);
  const random = randomFrom(seed);
  const values = samples.map((): number[] => []);
  for (let b = 0; b < replicates; b++) {
    const [weight] = draw(random) as [Float64Array];
    samples.forEach(({ kernel }, at) => {
      const outcome = kernel(weight);
      if (typeof outcome === "number") values[at]?.push(outcome);
    });
  }
  return values.map((own) => percentileInterval(own, { replicates, seed, confidence, drawn }));
}

/** The middle `confidence` of the replicate values that are defined. */
export function percentileInterval(
  values: readonly number[],
  about: Pick<Interval, "replicates" | "seed" | "confidence" | "drawn">,
): Interval | null {
  if (values.length === 0) return null;
  const sorted = new Float64Array(values).sort();
  return {
    low: quantile(sorted, (1 - about.confidence) / 2),
    high: quantile(sorted, (1 + about.confidence) / 2),
    method: "bootstrap-percentile",
    dropped: about.replicates - values.length,
    ...about,
  };
}
