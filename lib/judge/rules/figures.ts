import { accuracyMeasure } from "@/lib/agreement/classification";
import { pairedDifference } from "@/lib/agreement/difference";
import { differenceMeasure } from "@/lib/agreement/error";
import { type Estimate, restsOnTooFew } from "@/lib/agreement/estimate";
import { estimatesFrom } from "@/lib/agreement/estimator";
import { cohen } from "@/lib/agreement/kappa";
import { pairSample, pairsOf } from "@/lib/agreement/pairs";
import { ratingsFromMatrix } from "@/lib/agreement/ratings";
import type { Sample } from "@/lib/agreement/sample";
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
  const read = units.filter(({ judge }) => judge !== null);
  const request = { clusters: read.map(({ task }) => task) };
  const { kappa, accuracy, bias } = samplesOf(subject, read);
  const [k, a] = estimatesFrom([kappa, accuracy], request);
  const [b] = estimatesFrom([bias], request);
  return {
    units: read.length,
    tasks: new Set(read.map(({ task }) => task)).size,
    missing: units.length - read.length,
    accuracy: figureFrom(a),
    kappa: figureFrom(k),
    bias: figureFrom(b),
  };
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
    const other = before[at];
    return unit.judge === null || !other || other.judge === null ? [] : [{ unit, other }];
  });
  const request = { clusters: both.map(({ unit }) => unit.task) };
  const [old, now] = [
    samplesOf(
      subject,
      both.map(({ other }) => other),
    ),
    samplesOf(
      subject,
      both.map(({ unit }) => unit),
    ),
  ];
  const difference = (name: "accuracy" | "kappa" | "bias") =>
    figureFrom(pairedDifference(now[name], old[name], request));
  return {
    units: both.length,
    tasks: new Set(both.map(({ unit }) => unit.task)).size,
    missing: after.length - both.length,
    accuracy: difference("accuracy"),
    kappa: difference("kappa"),
    bias: difference("bias"),
  };
}

function samplesOf(
  subject: JudgeSubject,
  units: readonly ComparedUnit[],
): Record<"accuracy" | "kappa" | "bias", Sample> {
  const labels = pairsOf(
    ratingsFromMatrix([units.map(({ label }) => label), units.map(({ judge }) => judge)]),
  );
  const numbers = pairsOf(
    ratingsFromMatrix([units.map(({ judge }) => numberOf(judge ?? 0)), units.map(({ mean }) => mean)]),
  );
  return {
    accuracy: pairSample(labels, accuracyMeasure),
    kappa: pairSample(labels, cohen(subject === "response" ? "quadratic" : "none")),
    bias: pairSample(numbers, differenceMeasure),
  };
}

function figureFrom(estimate: Estimate | undefined): Figure {
  const { value = null, reason = "no-ratings", interval } = estimate ?? {};
  const isShown = interval && !restsOnTooFew(interval);
  return { value, reason, low: isShown ? interval.low : null, high: isShown ? interval.high : null };
}
