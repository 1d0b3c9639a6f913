import type { IntervalRequest } from "./bootstrap";
import type { Estimate, UndefinedReason } from "./estimate";
import { estimateFrom } from "./estimator";
import { cohen, kappaOfNumbers } from "./kappa";
import type { LabelDistance } from "./label-agreement";
import { pairsOf } from "./pairs";
import { type RatingValue, ratingsFromMatrix } from "./ratings";
import type { Kernel, Sample } from "./sample";

/** A value that a rater gave, and the label it is held against. */
export interface BesideLabel {
  /** Number of the unit. */
  unit: number;
  label: RatingValue;
  value: RatingValue;
}

/**
 * The mean of several raters' Cohen's kappa, each against labels of their own, such as what the others say together.
 * `distanceOf` says how each rater's values are compared with the labels: with `squared` distance numbers that lie close to
 * each other are a near miss. A rater whose kappa is undefined is left out, in the data and in each resample. `raters` counts
 * those with a kappa. With an interval when `request` is given.
 *
 * @example
 * const labels = ["yes", "yes", "no", "no"];
 * const rater = (values) => values.map((value, unit) => ({ unit, value, label: labels[unit] }));
 * meanKappa([rater(labels), rater(["yes", "no", "no", "no"])], 4, () => "none").value; // → 0.75
 */
export function meanKappa(
  raters: readonly (readonly BesideLabel[])[],
  units: number,
  distanceOf: (given: readonly BesideLabel[]) => LabelDistance,
  request?: IntervalRequest,
): Estimate {
  const given = raters.flat();
  const clusters = given.map(({ unit }) => request?.clusters?.[unit] ?? unit);
  return estimateFrom(sampleOf(raters, units, distanceOf), request && { ...request, clusters });
}

/** Each value counts as a unit of its own, whose form is its rater with the pair of label and value. */
function sampleOf(
  raters: readonly (readonly BesideLabel[])[],
  units: number,
  distanceOf: (given: readonly BesideLabel[]) => LabelDistance,
): Sample {
  const isRated = new Uint8Array(units);
  const weights: number[] = [];
  const formOf: number[] = [];
  const kernels = raters.map((given): Kernel => {
    const measure = distanceOf(given) === "squared" ? kappaOfNumbers : cohen("none");
    const pairs = pairsOf(
      ratingsFromMatrix([given.map(({ label }) => label), given.map(({ value }) => value)]),
    );
    const kernel = measure(pairs);
    const from = weights.length;
    for (const weight of pairs.weight) weights.push(weight);
    for (const pair of pairs.pairOfUnit()) formOf.push(from + pair);
    for (const { unit } of given) isRated[unit] = 1;
    const to = weights.length;
    return (weight) => kernel(weight.subarray(from, to));
  });
  const weight = Float64Array.from(weights);
  return {
    kernel: (drawn) => {
      let [sum, defined] = [0, 0];
      let reason: UndefinedReason = "no-common-units";
      for (const kappa of kernels) {
        const outcome = kappa(drawn);
        if (typeof outcome === "string") reason = outcome;
        else {
          sum += outcome;
          defined++;
        }
      }
      return defined === 0 ? reason : sum / defined;
    },
    weight,
    counts: () => true,
    compare: (a, b) => a - b,
    formOfUnit: () => Int32Array.from(formOf),
    units: isRated.reduce((rated, own) => rated + own, 0),
    raters: kernels.filter((kappa) => typeof kappa(weight) === "number").length,
    pairable: 2 * formOf.length,
  };
}
