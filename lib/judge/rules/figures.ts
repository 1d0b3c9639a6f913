import { type Estimate, restsOnTooFew } from "@/lib/agreement/estimate";
import {
  agreementWithLabels,
  changeOfAgreement,
  type LabelDistance,
  type LabelledValue,
} from "@/lib/agreement/label-agreement";
import type { JudgeSubject } from "@/lib/drafting/schema/judges";
import { numberOf } from "@/lib/judge/rules/labels";
import type { Figure, JudgeFigures } from "@/lib/judge/schema/workshop";
import type { Value } from "@/lib/judgement/schema";

/** A unit with its human label and a judge's value. */
export interface ComparedUnit {
  task: string;
  label: Value;
  /** Mean of the human values as numbers. */
  mean: number;
  /** Null where the judge gave none. */
  judge: Value | null;
}

/**
 * A judge beside people: accuracy (the share of units on which it gives the label), Cohen's κ (of scores weighted by
 * squared distance), and bias (mean of judge minus people; of answers the surplus of yes, of preferences of A).
 * Intervals: bootstrap over tasks. A value that is missing counts in `missing` and in nothing else.
 */
export function figuresOf(subject: JudgeSubject, units: readonly ComparedUnit[]): JudgeFigures {
  const read = units.flatMap((unit) => labelledValue(unit) ?? []);
  return figuresFrom(agreementWithLabels(read, distanceOf(subject)), read, units.length);
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
    const [old, now] = [labelledValue(before[at]), labelledValue(unit)];
    return old && now ? [{ old, now }] : [];
  });
  const change = changeOfAgreement(
    both.map(({ old }) => old),
    both.map(({ now }) => now),
    distanceOf(subject),
  );
  return figuresFrom(
    change,
    both.map(({ now }) => now),
    after.length,
  );
}

/** The weighting of κ: scores by squared distance. */
export const distanceOf = (subject: JudgeSubject): LabelDistance =>
  subject === "response" ? "squared" : "none";

/** An estimate as people see it: without an interval of very few tasks. */
export function figureFrom({ value, reason, interval }: Estimate): Figure {
  const isShown = interval && !restsOnTooFew(interval);
  return { value, reason, low: isShown ? interval.low : null, high: isShown ? interval.high : null };
}

function labelledValue(unit: ComparedUnit | undefined): LabelledValue | null {
  if (!unit || unit.judge === null) return null;
  const { label, judge: value, mean, task } = unit;
  return { label, value, labelNumber: mean, valueNumber: numberOf(value), cluster: task };
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
