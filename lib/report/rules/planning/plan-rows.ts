import type { PlannedMean } from "@/lib/agreement/planned-means";
import { isVerdictStable, type PlannedInterval } from "@/lib/agreement/planner";
import { ALPHA_BARS } from "@/lib/report/rules/more-data";

/** The cost of work. */
export interface Work {
  /** Time of one judgement. */
  secondsEach: number;
  /** Pay of an hour; null if it does not matter. */
  wage: number | null;
}

interface Effort {
  judgements: number;
  hours: number;
  cost: number | null;
}

/** One design with the interval to expect, and the work it takes. */
export interface AgreementPlan extends PlannedInterval, Effort {
  /** True if no bar lies within the interval: more data will hardly change the verdict. */
  isStable: boolean;
}

/** One size of an estimate of a mean or a difference, and the work it takes. */
export interface MeanPlan extends PlannedMean, Effort {
  /** For a difference: 0 does not lie in the interval to expect. */
  isStable: boolean;
}

/** Planned designs with hours, cost, and where to stop. */
export function agreementRows(plans: readonly PlannedInterval[], work: Work): AgreementPlan[] {
  return plans.map((plan) => ({
    ...plan,
    ...effortOf(plan.units * plan.raters, work),
    isStable:
      plan.low !== null &&
      plan.high !== null &&
      isVerdictStable({ low: plan.low, high: plan.high }, ALPHA_BARS),
  }));
}

/** Planned sizes with hours, cost, and where to stop. Each label is one judgement: several people make it more. */
export function meanRows(plans: readonly PlannedMean[], work: Work, isDifference: boolean): MeanPlan[] {
  return plans.map((plan) => {
    const width = plan.powered ?? plan.human;
    const isKnown = isDifference && plan.expected !== null && width !== null;
    const interval = isKnown && {
      low: (plan.expected as number) - (width as number) / 2,
      high: (plan.expected as number) + (width as number) / 2,
    };
    return {
      ...plan,
      ...effortOf(plan.labelled, work),
      isStable: interval !== false && isVerdictStable(interval, [0]),
    };
  });
}

function effortOf(judgements: number, { secondsEach, wage }: Work): Effort {
  const hours = (judgements * secondsEach) / 3600;
  return { judgements, hours, cost: wage === null ? null : hours * wage };
}
