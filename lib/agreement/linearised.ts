import { MIN_CLUSTERS, type UndefinedReason } from "./estimate";
import { studentQuantile } from "./student";

/** The name of a cluster of units that resemble each other, for example a task. */
export type ClusterName = string | number;

/** An estimate whose error follows from how far each cluster of units moves it. */
export interface LinearEstimate {
  /** Never rounded; null when undefined. */
  value: number | null;
  reason: UndefinedReason | null;
  /** The standard error; null if fewer than five clusters carry it. */
  error: number | null;
  /** Degrees of freedom of Student's t for its interval. */
  degrees: number;
  /** Units with the values that carry the error: those that people labelled, or all units of a judge. */
  units: number;
  /** Clusters of those units. */
  clusters: number;
  /** Each cluster's influence on the estimate, as its share of the error. The sum over clusters is 0. */
  influence: ReadonlyMap<ClusterName, number>;
}

/** The size of the data behind an estimate. */
type Rests = Pick<LinearEstimate, "units" | "clusters">;

/**
 * An estimate from the influence of each cluster. The variance is the sum of squared influences, times G / (G − p) for G
 * clusters and p fitted parameters.
 *
 * Liang & Zeger (1986), Biometrika 73:13; Särndal, Swensson & Wretman (1992), Model Assisted Survey Sampling, chapter 5.
 *
 * @example
 * // The mean of 1, 2, 3, 4 and 5: its error is s / √n = √2.5 / √5.
 * const influence = new Map([1, 2, 3, 4, 5].map((y) => [y, (y - 3) / 5]));
 * linearised(3, influence, { units: 5, clusters: 5 }, 1).error; // → 0.707
 */
export function linearised(
  value: number,
  influence: ReadonlyMap<ClusterName, number>,
  { units, clusters }: Rests,
  parameters: number,
): LinearEstimate {
  const degrees = clusters - parameters;
  let squares = 0;
  for (const own of influence.values()) squares += own * own;
  const isReadable = clusters >= MIN_CLUSTERS && degrees > 0;
  const error = isReadable ? Math.sqrt((squares * clusters) / degrees) : null;
  return { value, reason: null, error, degrees, units, clusters, influence };
}

/** An estimate without a value. */
export function undefinedEstimate(reason: UndefinedReason, rests: Partial<Rests> = {}): LinearEstimate {
  const { units = 0, clusters = 0 } = rests;
  return { value: null, reason, error: null, degrees: 0, units, clusters, influence: new Map() };
}

/**
 * The interval of an estimate by Student's t. Null without an error: the ends of an interval from fewer than five
 * clusters would be luck.
 *
 * @example
 * const { low, high } = linearInterval({ value: 3, error: 0.707, degrees: 4 });
 * [low, high]; // → [1.037, 4.963]
 */
export function linearInterval(
  { value, error, degrees }: Pick<LinearEstimate, "value" | "error" | "degrees">,
  confidence = 0.95,
): { low: number; high: number } | null {
  if (value === null || error === null) return null;
  const half = error * studentQuantile((1 - confidence) / 2, degrees);
  return { low: value - half, high: value + half };
}

/**
 * The difference of two estimates. What the same cluster does to both cancels, so that two models that answered the same
 * tasks are compared task by task.
 *
 * @example
 * const one = linearised(2, new Map([[1, 1], [2, -1], [3, 0], [4, 1], [5, -1]]), { units: 5, clusters: 5 }, 1);
 * const other = { ...one, value: 1.5 };
 * const { value, error } = linearDifference(one, other);
 * [value, error]; // → [0.5, 0]
 */
export function linearDifference(first: LinearEstimate, second: LinearEstimate): LinearEstimate {
  const rests = {
    units: Math.min(first.units, second.units),
    clusters: Math.min(first.clusters, second.clusters),
  };
  if (first.value === null || second.value === null)
    return undefinedEstimate(first.reason ?? second.reason ?? "no-ratings", rests);
  const influence = new Map(first.influence);
  for (const [cluster, own] of second.influence) influence.set(cluster, (influence.get(cluster) ?? 0) - own);
  const parameters = rests.clusters - Math.min(first.degrees, second.degrees);
  return linearised(first.value - second.value, influence, rests, parameters);
}
