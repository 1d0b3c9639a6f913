import type { ValueOrReason } from "./estimate";

/** A statistic as a function of how many units have each form. Weights may be fractional. */
export type Kernel = (weight: Float64Array) => ValueOrReason;

/** Several statistics computed together, each as in `Kernel`. */
export type JointKernel = (weight: Float64Array) => readonly ValueOrReason[];

/**
 * Units that can be resampled. Units that look the same to a statistic share a *form*; a resample changes only the number
 * of units of each form.
 */
export interface SampledUnits {
  /** Units of each form in the data. */
  readonly weight: Float64Array;
  /** True if the statistic uses units of this form at all (alpha ignores units rated once). */
  readonly counts: (form: number) => boolean;
  /** An order of the forms that does not depend on the order of units. */
  readonly compare: (a: number, b: number) => number;
  /** The form of every unit; -1 for units without ratings. */
  readonly formOfUnit: () => Int32Array;
  readonly units: number;
  readonly raters: number;
  readonly pairable: number;
}

/** Data and a statistic, ready to be computed once or on many resamples. */
export interface Sample extends SampledUnits {
  readonly kernel: Kernel;
}
