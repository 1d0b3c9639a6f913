import { pairedDifference } from "@/lib/agreement/difference";
import type { Estimate } from "@/lib/agreement/estimate";
import { estimateFrom, patternSample } from "@/lib/agreement/estimator";
import { alpha } from "@/lib/agreement/krippendorff";
import { meanRating } from "@/lib/agreement/mean-rating";
import { patternsOf } from "@/lib/agreement/patterns";
import { ratingsFromRows } from "@/lib/agreement/ratings";
import type { Sample } from "@/lib/agreement/sample";
import {
  preferenceInconsistency,
  ratingInconsistency,
} from "@/lib/drafting/rules/methods/checklist-study/inconsistency";
import { endsOf, endsOfShare } from "@/lib/report/rules/interval-ends";
import { overTasks, shareOverTasks, type WithEnds } from "@/lib/report/rules/papers/task-intervals";
import type { ReportOptions } from "@/lib/report/schema";
import type { Ends } from "@/lib/report/schema/values";
import type { Judge, Kind, Known, Verdict } from "./verdicts";

/** The thresholds that the paper tries. */
const THRESHOLDS: Record<Kind, readonly number[]> = {
  pairwise: [1, 2, 3, 4, 5],
  direct: [0.3, 0.35, 0.4, 0.45, 0.5, 0.6, 0.7],
};

/** When the checklist is used: never, from a disagreement on, or always. */
export type Condition = "none" | "all" | number;

export const conditionsOf = (kind: Kind): Condition[] => ["none", ...THRESHOLDS[kind], "all"];

/** A pair or response that a judge judged without a checklist and with one, and that people judged. */
export interface Instance {
  known: Known;
  without: Verdict;
  with: Verdict;
}

const INCONSISTENCY = { pairwise: preferenceInconsistency, direct: ratingInconsistency };

/** True if the checklist decides under the condition: its verdict could be read, and samples disagreed enough. */
function isApplied(kind: Kind, { without, with: given }: Instance, condition: Condition): boolean {
  if (condition === "none" || given.value === null) return false;
  if (condition === "all") return true;
  const score = INCONSISTENCY[kind](without.votes);
  return score !== null && score >= condition;
}

export function applicationRate(
  kind: Kind,
  instances: readonly Instance[],
  condition: Condition,
  options: ReportOptions,
): WithEnds {
  const applied = instances.map((one) => ({
    task: one.known.task,
    holds: isApplied(kind, one, condition),
  }));
  return shareOverTasks(applied, options);
}

/**
 * The instances that a judge judged without a checklist and under every policy, and that people judged: the same for all
 * policies, so that their numbers can be compared.
 */
export function instancesOf(judge: Judge, known: ReadonlyMap<string, Known>): Map<string, Instance[]> {
  const policies = [...judge.checklist];
  const common = [...judge.none.keys()]
    .filter((subject) => known.has(subject) && policies.every(([, verdicts]) => verdicts.has(subject)))
    .sort();
  return new Map(
    policies.map(([policy, verdicts]) => [
      policy,
      common.map((subject) => ({
        known: known.get(subject) as Known,
        without: judge.none.get(subject) as Verdict,
        with: verdicts.get(subject) as Verdict,
      })),
    ]),
  );
}

type Conventions = Pick<ReportOptions, "compat">;

/**
 * The points of a tie in accuracy: one half, as the paper says. The released program gives it nothing, since it looks for
 * ties among the gold labels, where there are none.
 */
const pointsOfTie = ({ compat }: Conventions) => (compat === "checklists" ? 0 : 0.5);

/** 1 for the right side, 0 for the other and for none; a tie counts by the convention. */
function pointsOf(verdict: Verdict["value"], right: Known["value"], options: Conventions): number {
  if (verdict === "tie") return pointsOfTie(options);
  return verdict === right ? 1 : 0;
}

/** The reading of a statistic, for the note under a table. */
export function statisticNote(kind: Kind, options: Conventions): string {
  if (kind === "direct") return "Between the judge and gold, or the mean of people rounded half up.";
  return pointsOfTie(options) === 0
    ? "A tie counts 0, as in the program released with the paper, and so does what could not be read."
    : "A tie counts one half; what could not be read counts 0.";
}

/** The statistic of a condition: accuracy of preferences, ordinal α between the judge and people of ratings. */
function sampleOf(
  kind: Kind,
  instances: readonly Instance[],
  condition: Condition,
  options: Conventions,
): Sample {
  const decided = instances.map((one) => ({
    right: one.known.value,
    value: (isApplied(kind, one, condition) ? one.with : one.without).value,
  }));
  if (kind === "pairwise") {
    const rows = decided.map(({ value, right }, unit) => ({
      ...{ unit, rater: 0 },
      value: pointsOf(value, right, options),
    }));
    return patternSample(patternsOf(ratingsFromRows(rows)), meanRating, 1);
  }
  const rows = decided.flatMap(({ value, right }, unit) => [
    { unit, rater: "people", value: right },
    { unit, rater: "judge", value },
  ]);
  return patternSample(patternsOf(ratingsFromRows(rows)), alpha("ordinal"));
}

export function statistic(
  kind: Kind,
  instances: readonly Instance[],
  condition: Condition,
  options: ReportOptions,
): Estimate {
  const over = overTasks(
    instances.map(({ known }) => known.task),
    options,
  );
  return estimateFrom(
    sampleOf(kind, instances, condition, options),
    over && { ...over, resample: "all-units" },
  );
}

/** The ends of a statistic's interval: accuracy is a share. */
export const endsOfStatistic = (kind: Kind, estimate: Estimate): Ends | null =>
  kind === "pairwise" ? endsOfShare(estimate) : endsOf(estimate.interval);

/** The statistic of a condition minus that without a checklist, with a paired bootstrap over tasks. */
export function differenceFromNone(
  kind: Kind,
  instances: readonly Instance[],
  condition: Condition,
  options: Pick<ReportOptions, "replicates" | "seed" | "compat">,
): Estimate {
  const { replicates, seed } = options;
  const sample = (one: Condition) => sampleOf(kind, instances, one, options);
  return pairedDifference(sample(condition), sample("none"), {
    ...{ replicates, seed, resample: "all-units" },
    clusters: instances.map(({ known }) => known.task),
  });
}

export const conditionName = (condition: Condition): string =>
  condition === "none" ? "None" : condition === "all" ? "All" : `k = ${condition}`;
