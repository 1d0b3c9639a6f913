import type { IntervalRequest } from "./bootstrap";
import type { Estimate, ValueOrReason } from "./estimate";
import { jointEstimates } from "./estimator";
import type { JointKernel, SampledUnits } from "./sample";
import {
  type ClassScore,
  Contributions,
  type Verdict,
  type VerdictOptions,
  type VerdictScale,
  VerdictStatistics,
  widthOfSums,
} from "./verdict-table";

/** Measures of a rater's verdicts. Each unit counts once, in however many orders it was judged. */
export const VERDICT_MEASURES = [
  "accuracy",
  "accuracyTiesHalf",
  "accuracyBoth",
  "positionalAgreement",
  "hedging",
  "unparsed",
  "precisionMacro",
  "recallMacro",
  "f1Macro",
  "kappa",
  "alpha",
  "mae",
  "rmse",
] as const;
export type VerdictMeasure = (typeof VERDICT_MEASURES)[number];

/** Verdicts on many units, of which few look different: the form of unit u is `forms[formOf[u]]`. */
export interface PooledVerdicts {
  forms: readonly Verdict[];
  formOf: Int32Array;
}

/**
 * Compares verdicts with known answers. `accuracy` is strict: a verdict that could not be read is wrong, and
 * so is a tie where the answer is a side; `accuracyTiesHalf` counts such a tie as one half. `accuracyBoth`
 * and `positionalAgreement` use only the units that were asked in both orders: the share with the right
 * verdict in both, and the share with the same verdict in both. Two unreadable verdicts are not the same,
 * unless `unreadAgree`. `hedging` is the share of ties among the readable verdicts, `unparsed` the share of
 * verdicts that could not be read. Precision, recall and F1 are unweighted means over the values that occur;
 * an unreadable verdict is a miss of the answer's class. κ (weighted by squared distance where values have an
 * order), α, mean absolute and root mean squared error use the readable verdicts. Where a unit has verdicts
 * in both orders, each weighs one half.
 *
 * Zeng et al. (2024), LLMBar, for both orders; Krippendorff (2011); Cohen (1968).
 *
 * @example
 * // Three pairs in both orders: right in both, right in one, and one unreadable. Values: 0 for A, 1 for B.
 * const units = [
 *   { gold: 0, verdicts: [0, 0] },
 *   { gold: 1, verdicts: [1, 0] },
 *   { gold: 1, verdicts: [1, UNREAD] },
 * ];
 * const scale = { size: 2, numbers: null, tie: null, level: "nominal" };
 * const { accuracy, accuracyBoth, unparsed } = measureVerdicts(units, scale, { unreadAgree: false });
 * accuracy.value; // → 0.667
 * accuracyBoth.value; // → 0.333
 * unparsed.value; // → 0.167
 */
export function measureVerdicts(
  units: readonly Verdict[] | PooledVerdicts,
  scale: VerdictScale,
  options: VerdictOptions,
  resampling?: IntervalRequest,
): Record<VerdictMeasure, Estimate> & { classes: ClassScore[] } {
  const { forms, formOf } = pooled(units);
  const sample = sampleOf(forms, formOf, () => "");
  const statistics = new VerdictStatistics(scale);
  const contributions = new Contributions(forms, scale, options);
  const sums = new Float64Array(widthOfSums(scale.size));
  const addUp = (weight: Float64Array) => {
    sums.fill(0);
    for (let form = 0; form < weight.length; form++) contributions.add(sums, form, weight[form] as number);
    return sums;
  };
  const found = jointEstimates(sample, (weight) => statistics.measures(addUp(weight)), resampling);
  return { ...byMeasure(found), classes: statistics.classes(addUp(sample.weight)) };
}

/**
 * Computes the same measures for parts of the units, such as the subsets of a benchmark, and returns their
 * unweighted means. `parts[u]` lists the parts that unit u belongs to, as numbers below `count`. A mean is
 * undefined if it is undefined for any part.
 *
 * @example
 * // One part with both units right, one with its only unit wrong.
 * const units = [0, 1, 1].map((gold, at) => ({ gold, verdicts: at < 2 ? [gold, gold] : [0, 0] }));
 * const scale = { size: 2, numbers: null, tie: null, level: "nominal" };
 * measureMacroVerdicts(units, [[0], [0], [1]], 2, scale, { unreadAgree: false }).accuracy.value; // → 0.5
 */
export function measureMacroVerdicts(
  units: readonly Verdict[] | PooledVerdicts,
  parts: readonly (readonly number[])[],
  count: number,
  scale: VerdictScale,
  options: VerdictOptions,
  resampling?: IntervalRequest,
): Record<VerdictMeasure, Estimate> {
  const { forms, formOf, partsOfForm } = withParts(pooled(units), parts);
  const sample = sampleOf(forms, formOf, (form) => (partsOfForm[form] as readonly number[]).join(" "));
  const statistics = new VerdictStatistics(scale);
  const contributions = new Contributions(forms, scale, options);
  const sums = Array.from({ length: count }, () => new Float64Array(widthOfSums(scale.size)));
  const kernel: JointKernel = (weight) => {
    for (const own of sums) own.fill(0);
    for (let form = 0; form < weight.length; form++)
      for (const part of partsOfForm[form] as readonly number[])
        contributions.add(sums[part] as Float64Array, form, weight[form] as number);
    const ofParts = sums.map((own) => statistics.measures(own));
    return VERDICT_MEASURES.map((_, measure) => meanOfParts(ofParts, measure));
  };
  return byMeasure(jointEstimates(sample, kernel, resampling));
}

/** The mean of a measure over parts; undefined as soon as it is for one of them. */
function meanOfParts(parts: readonly (readonly ValueOrReason[])[], measure: number): ValueOrReason {
  let sum = 0;
  for (const values of parts) {
    const value = values[measure] as ValueOrReason;
    if (typeof value !== "number") return value;
    sum += value;
  }
  return parts.length === 0 ? "no-common-units" : sum / parts.length;
}

function byMeasure(found: readonly Estimate[]): Record<VerdictMeasure, Estimate> {
  return Object.fromEntries(VERDICT_MEASURES.map((measure, at) => [measure, found[at]])) as Record<
    VerdictMeasure,
    Estimate
  >;
}

/** Units that look the same share a form. */
function pooled(units: readonly Verdict[] | PooledVerdicts): PooledVerdicts {
  if ("forms" in units) return units;
  const forms: Verdict[] = [];
  const known = new Map<string, number>();
  const formOf = Int32Array.from(units, (unit) => {
    const key = keyOf(unit);
    const form = known.get(key) ?? forms.push(unit) - 1;
    known.set(key, form);
    return form;
  });
  return { forms, formOf };
}

const keyOf = ({ gold, verdicts }: Verdict) => [gold, ...verdicts].join(" ");

/** Units of the same form in the same parts. */
function withParts({ forms, formOf }: PooledVerdicts, parts: readonly (readonly number[])[]) {
  const found: Verdict[] = [];
  const partsOfForm: (readonly number[])[] = [];
  const byParts = new Map<string, Int32Array>();
  // Callers pass the same list for many units, so that few are compared as text.
  const known = new Map<readonly number[], Int32Array>();
  const inParts = formOf.map((form, unit) => {
    const part = parts[unit] as readonly number[];
    let own = known.get(part);
    if (!own) {
      own = byParts.get(part.join()) ?? new Int32Array(forms.length).fill(-1);
      byParts.set(part.join(), own);
      known.set(part, own);
    }
    if (own[form] === -1) {
      own[form] = found.push(forms[form] as Verdict) - 1;
      partsOfForm.push(part);
    }
    return own[form] as number;
  });
  return { forms: found, formOf: inParts, partsOfForm };
}

function sampleOf(
  forms: readonly Verdict[],
  formOf: Int32Array,
  partsOf: (form: number) => string,
): SampledUnits {
  const keys = forms.map((form, at) => `${keyOf(form)} ${partsOf(at)}`);
  const weight = new Float64Array(forms.length);
  for (let unit = 0; unit < formOf.length; unit++) {
    const form = formOf[unit] as number;
    weight[form] = (weight[form] as number) + 1;
  }
  return {
    weight,
    counts: () => true,
    compare: (a, b) => ((keys[a] as string) < (keys[b] as string) ? -1 : 1),
    formOfUnit: () => formOf,
    units: formOf.length,
    raters: 2,
    pairable: 2 * formOf.length,
  };
}
