import type { ReportOptions } from "@/lib/report/schema";
import type { Ends } from "@/lib/report/schema/values";
import { Tallies } from "./clustered-ratio";

/** One rater's answers about one response: met, not met, or null for not applicable; and the items' points. */
interface WeightedAnswers {
  task: string;
  answers: readonly (boolean | null)[];
  weights: readonly number[];
}

/**
 * The mean over responses of the points reached, of those that could be reached: the sum of the weights of items that
 * are met, over the sum of the positive weights of items that were answered, within 0 and 1. An item of negative weight
 * describes a fault and costs its points where it is met. Responses without points to reach are left out.
 */
export function meanWeightedPassRate(
  responses: readonly WeightedAnswers[],
  options: ReportOptions,
): { value: number | null; ci: Ends | null } {
  const tally = new Tallies(["responses", "rates"]);
  for (const { task, answers, weights } of responses) {
    const rate = rateOf(answers, weights);
    if (rate === null) continue;
    tally.add(task, "responses");
    tally.add(task, "rates", rate);
  }
  return tally.mean("rates", "responses", options);
}

function rateOf(answers: readonly (boolean | null)[], weights: readonly number[]): number | null {
  let reached = 0;
  let reachable = 0;
  for (const [at, answer] of answers.entries()) {
    const weight = weights[at] ?? 1;
    if (answer === null) continue;
    if (answer) reached += weight;
    reachable += Math.max(0, weight);
  }
  return reachable === 0 ? null : Math.min(1, Math.max(0, reached / reachable));
}
