import type { IntervalRequest } from "./bootstrap";
import { compareSequences, poolSequences } from "./distinct-sequences";
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
 * each other are a near miss. A rater whose kappa is undefined is left
 * out, in the data and in each resample. `raters` counts those with a kappa. With an interval when `request` is given.
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
  return estimateFrom(sampleOf(raters, units, distanceOf), request);
}

function sampleOf(
  raters: readonly (readonly BesideLabel[])[],
  units: number,
  distanceOf: (given: readonly BesideLabel[]) => LabelDistance,
): Sample {
  const own = raters.map((given) => {
    const measure = distanceOf(given) === "squared" ? kappaOfNumbers : cohen("none");
    const pairs = pairsOf(
      ratingsFromMatrix([given.map(({ label }) => label), given.map(({ value }) => value)]),
    );
    return { given, kernel: measure(pairs), weight: pairs.weight, pairOf: pairs.pairOfUnit() };
  });
  // Pairs of all raters are numbered one after the other; a unit is the sequence of those on it.
  const offsets: number[] = [];
  const ofUnit: number[][] = Array.from({ length: units }, () => []);
  let length = 0;
  for (const { given, weight, pairOf } of own) {
    offsets.push(length);
    for (const [at, { unit }] of given.entries()) ofUnit[unit]?.push(length + (pairOf[at] as number));
    length += weight.length;
  }
  const start = new Int32Array(units + 1);
  for (const [unit, pairs] of ofUnit.entries()) start[unit + 1] = (start[unit] as number) + pairs.length;
  const pairOf = Int32Array.from(ofUnit.flat());
  const isCompared = (unit: number) => (start[unit + 1] as number) > (start[unit] as number);
  const { example, times, kind } = poolSequences(start, pairOf);
  const weights = new Float64Array(length);
  const kernels = own.map(({ kernel, weight }, at) => {
    const from = offsets[at] as number;
    return () => kernel(weights.subarray(from, from + weight.length));
  });
  const kernel: Kernel = (formWeight) => {
    weights.fill(0);
    for (let form = 0; form < formWeight.length; form++) {
      const unit = example[form] as number;
      for (let i = start[unit] as number; i < (start[unit + 1] as number); i++) {
        const pair = pairOf[i] as number;
        weights[pair] = (weights[pair] as number) + (formWeight[form] as number);
      }
    }
    let sum = 0;
    let defined = 0;
    let reason: UndefinedReason = "no-common-units";
    for (const kappa of kernels) {
      const outcome = kappa();
      if (typeof outcome === "string") reason = outcome;
      else {
        sum += outcome;
        defined++;
      }
    }
    return defined === 0 ? reason : sum / defined;
  };
  return {
    kernel,
    weight: new Float64Array(times),
    counts: (form) => isCompared(example[form] as number),
    compare: (a, b) => compareSequences(start, pairOf, example[a] as number, example[b] as number),
    formOfUnit: () => kind,
    units: ofUnit.filter((pairs) => pairs.length > 0).length,
    raters: own.filter(({ kernel, weight }) => typeof kernel(weight) === "number").length,
    pairable: 2 * pairOf.length,
  };
}
