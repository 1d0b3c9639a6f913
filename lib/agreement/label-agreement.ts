import { accuracyMeasure } from "./classification";
import { pairedDifference } from "./difference";
import { differenceMeasure } from "./error";
import type { Estimate } from "./estimate";
import { estimatesFrom } from "./estimator";
import { cohen, kappaOfNumbers } from "./kappa";
import { pairSample, pairsOf } from "./pairs";
import { type RatingValue, ratingsFromMatrix } from "./ratings";
import type { Sample } from "./sample";

/** A unit with its label and a rater's value, both also as numbers, for the bias. */
export interface LabelledValue {
  label: RatingValue;
  value: RatingValue;
  /** For example the mean of several people's scores, of which the label is the median. */
  labelNumber: number;
  valueNumber: number;
  /** Units of one cluster are drawn together, such as the responses to one task. */
  cluster: string;
}

/** The distance of two values for kappa: different at all, or by the square of their difference as numbers. */
export type LabelDistance = "none" | "squared";

type LabelMeasure = "accuracy" | "kappa" | "bias";

/**
 * A rater's values beside labels: the share that equals the label, Cohen's kappa, and the mean of value minus label. With
 * bootstrap intervals over clusters. Cohen (1960), EPM 20:37; Efron (1979).
 *
 * @example
 * const unit = (label, value, n) => ({ label, value, labelNumber: Number(label === "yes"), valueNumber: Number(value === "yes"), cluster: `t${n}` });
 * const units = [unit("yes", "yes", 1), unit("yes", "no", 2), unit("no", "no", 3), unit("no", "no", 4)];
 * const { accuracy, kappa, bias } = agreementWithLabels(units, "none");
 * accuracy.value; // → 0.75
 * kappa.value; // → 0.5
 * bias.value; // → -0.25
 */
export function agreementWithLabels(
  units: readonly LabelledValue[],
  distance: LabelDistance,
): Record<LabelMeasure, Estimate> {
  const request = { clusters: units.map(({ cluster }) => cluster) };
  const { kappa, accuracy, bias } = samplesOf(units, distance);
  const [k, a] = estimatesFrom([kappa, accuracy], request) as [Estimate, Estimate];
  const [b] = estimatesFrom([bias], request) as [Estimate];
  return { accuracy: a, kappa: k, bias: b };
}

/**
 * The change from one rater's values to another's, beside the same labels: unit u of one list is unit u of the other, and
 * both are computed on the same drawn clusters.
 *
 * @example
 * const unit = (label, value, n) => ({ label, value, labelNumber: label, valueNumber: value, cluster: `t${n}` });
 * const before = [unit(1, 2, 1), unit(2, 2, 2)];
 * const after = [unit(1, 1, 1), unit(2, 2, 2)];
 * changeOfAgreement(before, after, "none").accuracy.value; // → 0.5
 * changeOfAgreement(before, after, "none").bias.value; // → -0.5
 */
export function changeOfAgreement(
  before: readonly LabelledValue[],
  after: readonly LabelledValue[],
  distance: LabelDistance,
): Record<LabelMeasure, Estimate> {
  const request = { clusters: after.map(({ cluster }) => cluster) };
  const [old, now] = [samplesOf(before, distance), samplesOf(after, distance)];
  const difference = (name: LabelMeasure) => pairedDifference(now[name], old[name], request);
  return { accuracy: difference("accuracy"), kappa: difference("kappa"), bias: difference("bias") };
}

function samplesOf(units: readonly LabelledValue[], distance: LabelDistance): Record<LabelMeasure, Sample> {
  const values = pairsOf(
    ratingsFromMatrix([units.map(({ label }) => label), units.map(({ value }) => value)]),
  );
  const numbers = pairsOf(
    ratingsFromMatrix([
      units.map(({ valueNumber }) => valueNumber),
      units.map(({ labelNumber }) => labelNumber),
    ]),
  );
  return {
    accuracy: pairSample(values, accuracyMeasure),
    kappa: pairSample(values, distance === "squared" ? kappaOfNumbers : cohen("none")),
    bias: pairSample(numbers, differenceMeasure),
  };
}
