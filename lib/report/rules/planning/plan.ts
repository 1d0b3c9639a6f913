import type { PlannedLevel } from "@/lib/agreement/complete-design";
import { type PilotMean, type PlannedMeans, planMeans } from "@/lib/agreement/planned-means";
import { type PilotSource, type Planning, planAgreement } from "@/lib/agreement/planner";
import { type AgreementPlan, agreementRows, type MeanPlan, meanRows, type Work } from "./plan-rows";

/**
 * A request for a plan: for agreement of raters, or for a mean or difference of models with or without a judge's
 * help.
 */
export type PlanRequest =
  | {
      statistic: "alpha" | "kappa";
      source: PilotSource;
      level: PlannedLevel;
      categories: number;
      units: readonly number[];
      raters: readonly number[];
      work: Work;
    }
  | (PlannedMeans & {
      statistic: "mean" | "difference";
      pilot: readonly PilotMean[];
      /** False where people are alone: only the units that people label count. */
      hasJudge: boolean;
      units: readonly number[];
      labels: readonly number[];
      work: Work;
    });

export type Plan =
  | { of: "agreement"; statistic: "alpha" | "kappa"; rows: AgreementPlan[] }
  | { of: "means"; statistic: "mean" | "difference"; hasJudge: boolean; rows: MeanPlan[] };

/** Fewer than the command takes: a page shows two decimals, and is waited for. */
const STUDIES = { agreement: 300, means: 100 };

/** The plan for a request, in steps. */
export function* plan(request: PlanRequest): Planning<Plan> {
  if ("source" in request) {
    const { statistic, source, work } = request;
    const found = yield* planAgreement(source, request, request, { studies: STUDIES.agreement });
    return { of: "agreement", statistic, rows: agreementRows(found, work) };
  }
  const { statistic, pilot, isShare, contrast, hasJudge, units, labels, work } = request;
  const rows: MeanPlan[] = [];
  // Without a judge nothing is known of units that nobody labels.
  const sizes = hasJudge
    ? [{ judged: units, labelled: labels }]
    : labels.map((n) => ({ judged: [n], labelled: [n] }));
  for (const [n, size] of sizes.entries()) {
    const planning = planMeans(pilot, size, { isShare, contrast }, { studies: STUDIES.means });
    let step = planning.next();
    for (; !step.done; step = planning.next()) yield (n + step.value) / sizes.length;
    rows.push(...meanRows(step.value, work, statistic === "difference"));
  }
  return { of: "means", statistic, hasJudge, rows };
}

/**
 * Units as guessed, in place of a pilot: the share of responses of each model that pass, and how often a judge is right (1
 * where there is no judge). Models are A, B, …; each task has one response of each.
 */
export function guessedUnits(passes: readonly number[], judgeRight: number): PilotMean[] {
  const TASKS = 400;
  return passes.flatMap((share, model) =>
    Array.from({ length: TASKS }, (_, n) => {
      // Places far from each other in a low-discrepancy sequence: shares come out exactly, and models do not go together.
      const human = Number(spread(n, TASKS, model === 0 ? 1 : 149) < share);
      const isRight = spread(n, TASKS, model === 0 ? 83 : 211) < judgeRight;
      return { cluster: n, human, judge: isRight ? human : 1 - human, model: guessedModel(model) };
    }),
  );
}

export const guessedModel = (place: number) => String.fromCharCode(65 + place);

/** The place of n in another order of 0 … count - 1, from 0 to 1. `step` and `count` have no common divisor. */
function spread(n: number, count: number, step: number): number {
  return (((n + 1) * step) % count) / count;
}
