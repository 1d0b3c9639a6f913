import { type Estimate, hasTooFewClusters } from "@/lib/agreement/estimate";
import {
  agreementWithLabels,
  changeOfAgreement,
  type LabelDistance,
  type LabelledValue,
} from "@/lib/agreement/label-agreement";
import { shareInterval } from "@/lib/agreement/share-interval";
import type { Ends } from "@/lib/drafting/rules/judge/form";
import { type GivenValue, isScored, type JudgeSubject } from "@/lib/drafting/schema/judge-spec";
import { numberOf } from "@/lib/judge/rules/labels";
import type { Figure, JudgeFigures } from "@/lib/judge/schema/workshop";

/** A unit with its human label and a judge's value. */
export interface ComparedUnit {
  task: string;
  label: GivenValue;
  /** Mean of the human values as numbers. */
  mean: number;
  /** Null where the judge gave none. */
  judge: GivenValue | null;
  /** The ends of the criterion's scale; missing where no criteria are judged. */
  range?: Ends | undefined;
}

/**
 * A judge beside people: accuracy (the share of units on which it gives the label), Cohen's κ (of scores weighted by
 * squared distance), and bias (mean of judge minus people; of answers the surplus of yes, of preferences of A).
 * Intervals: bootstrap over tasks, Wilson's of an accuracy of 0 or 1 in every replicate. A value that is missing counts in `missing` and in nothing else. Labels have no bias;
 * criteria on different scales have neither κ nor bias together.
 */
export function figuresOf(subject: JudgeSubject, units: readonly ComparedUnit[]): JudgeFigures {
  const read = units.flatMap((unit) => labelledValue(subject, unit) ?? []);
  const agreement = agreementWithLabels(read, distanceOf(subject));
  const accuracy = { ...agreement.accuracy, interval: shareInterval(agreement.accuracy) };
  const found = figuresFrom({ ...agreement, accuracy }, read, units.length);
  return comparable(subject, found, units);
}

/**
 * The change from one version to another on the units that both judged: both are computed on the same drawn tasks. Unit u
 * of one list is unit u of the other.
 */
export function changeOf(
  subject: JudgeSubject,
  before: readonly ComparedUnit[],
  after: readonly ComparedUnit[],
): JudgeFigures {
  const both = after.flatMap((unit, at) => {
    const [old, now] = [labelledValue(subject, before[at]), labelledValue(subject, unit)];
    return old && now ? [{ old, now, unit }] : [];
  });
  const change = changeOfAgreement(
    both.map(({ old }) => old),
    both.map(({ now }) => now),
    distanceOf(subject),
  );
  const now = both.map((one) => one.now);
  const units = both.map(({ unit }) => unit);
  return comparable(subject, figuresFrom(change, now, after.length), units);
}

/** The number of units that two versions both judged, and the gain in accuracy of the later one on them. */
export function gainOf(
  subject: JudgeSubject,
  before: readonly ComparedUnit[],
  after: readonly ComparedUnit[],
): { units: number; gain: number } {
  let [units, gain] = [0, 0];
  for (const [at, unit] of after.entries()) {
    const [old, now] = [labelledValue(subject, before[at]), labelledValue(subject, unit)];
    if (!old || !now) continue;
    units++;
    gain += Number(now.value === now.label) - Number(old.value === old.label);
  }
  return { units, gain: units === 0 ? 0 : gain / units };
}

/** The weighting of κ: scores by squared distance. */
export const distanceOf = (subject: JudgeSubject): LabelDistance => (isScored(subject) ? "squared" : "none");

/** The figures without those that values of this kind do not have. */
function comparable(
  subject: JudgeSubject,
  found: JudgeFigures,
  units: readonly ComparedUnit[],
): JudgeFigures {
  if (subject === "label") return { ...found, bias: without("non-numeric-values") };
  if (!hasMixedScales(units)) return found;
  return { ...found, kappa: without("mixed-scales"), bias: without("mixed-scales") };
}

/** The ends of a unit's scale; the same for all units where no criteria are judged. */
export const endsKey = ({ range }: Pick<ComparedUnit, "range">): string =>
  range ? `${range.min} ${range.max}` : "";

/** The scales that figures are about: of the units that the judge has a value on, and of all while it has none. */
export function judgedScales(units: readonly Pick<ComparedUnit, "judge" | "range">[]): ReadonlySet<string> {
  const judged = units.filter(({ judge }) => judge !== null);
  return new Set((judged.length > 0 ? judged : units).map(endsKey));
}

/** True if a judge scored units on scales with different ends, so that its numbers cannot be put together. */
export const hasMixedScales = (units: readonly Pick<ComparedUnit, "judge" | "range">[]): boolean =>
  judgedScales(units).size > 1;

const without = (reason: string): Figure => ({ value: null, reason, low: null, high: null });

/** An estimate as people see it: without an interval of very few tasks. */
export function figureFrom({ value, reason, interval }: Estimate): Figure {
  const isShown = interval && !hasTooFewClusters(interval);
  return { value, reason, low: isShown ? interval.low : null, high: isShown ? interval.high : null };
}

function labelledValue(subject: JudgeSubject, unit: ComparedUnit | undefined): LabelledValue | null {
  if (!unit || unit.judge === null) return null;
  const { label, judge: value, mean, task } = unit;
  return { label, value, labelNumber: mean, valueNumber: numberOf(subject, value), cluster: task };
}

function figuresFrom(
  { accuracy, kappa, bias }: Record<"accuracy" | "kappa" | "bias", Estimate>,
  read: readonly LabelledValue[],
  all: number,
): JudgeFigures {
  return {
    units: read.length,
    tasks: new Set(read.map(({ cluster }) => cluster)).size,
    missing: all - read.length,
    accuracy: figureFrom(accuracy),
    kappa: figureFrom(kappa),
    bias: figureFrom(bias),
  };
}
