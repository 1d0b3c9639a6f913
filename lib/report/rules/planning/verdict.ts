import type { Plan } from "./plan";

/** The least work after which more will not change the verdict, in words. Null for a mean: it has no bar. */
export function verdictOnPlan(plan: Plan): string | null {
  if (plan.of === "means") return plan.statistic === "difference" ? verdictOnDifference(plan.rows) : null;
  const enough = leastWork(plan.rows.filter(({ isStable }) => isStable));
  const bars = "no bar (.667, .800) lies within the interval to expect";
  if (plan.rows.every(({ reason }) => reason !== null)) return null;
  return enough
    ? `Stop at ${count(enough.units)} units by ${count(enough.raters)} raters: ${bars}, so more will hardly change the verdict.`
    : "No design listed decides the verdict, because a bar (.667 or .800) lies within every interval. If the true value is close to a bar, no affordable number of labels tells them apart.";
}

function verdictOnDifference(rows: Extract<Plan, { of: "means" }>["rows"]): string | null {
  if (rows.every(({ expected }) => expected === null)) return null;
  const enough = leastWork(rows.filter(({ isStable }) => isStable));
  return enough
    ? `Stop at ${count(enough.labelled)} labels: 0 does not lie within the interval to expect, so more will hardly change which model is better.`
    : "No size listed tells the models apart: 0 lies within every interval to expect.";
}

function leastWork<Row extends { judgements: number }>(rows: readonly Row[]): Row | undefined {
  return [...rows].sort((a, b) => a.judgements - b.judgements)[0];
}

const count = (n: number) => n.toLocaleString("en");
