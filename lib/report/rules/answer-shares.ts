import type { ReportOptions } from "@/lib/report/schema";
import type { AnswerRow } from "@/lib/report/schema/answers";
import type { ReportQuestion } from "@/lib/report/schema/study";
import { Tallies } from "./clustered-ratio";
import { byName } from "./scopes";

/** An answer by the values it contains: one option, several, or labels. */
interface GivenValues {
  task: string;
  arm: string;
  values: readonly string[];
}

/** Calls `of` for all arms together, then for each, where there are several. */
export function byArm<Given extends { arm: string }, Row>(
  given: readonly Given[],
  of: (arm: string | null, some: readonly Given[]) => Row[],
): Row[] {
  const arms = [...new Set(given.map(({ arm }) => arm))].sort(byName);
  return [null, ...(arms.length > 1 ? arms : [])].flatMap((arm) => {
    const some = arm === null ? given : given.filter((answer) => answer.arm === arm);
    return some.length === 0 ? [] : of(arm, some);
  });
}

/** The share of each value, by arm. Intervals resample tasks. */
export function sharesByArm(
  { question, text, options: offered }: Pick<ReportQuestion, "question" | "text" | "options">,
  given: readonly GivenValues[],
  options: ReportOptions,
): AnswerRow[] {
  return byArm(given, (arm, some) => {
    // Values that only another arm offers stand after those of the question.
    const labels = new Map(offered.map(({ value, label }) => [value, label]));
    for (const value of [...new Set(some.flatMap(({ values }) => values))].sort(byName))
      if (!labels.has(value)) labels.set(value, value);
    return [...labels].map(([value, label]) => {
      const tally = new Tallies(["answers", "count"]);
      for (const { task, values } of some) {
        tally.add(task, "answers");
        if (values.includes(value)) tally.add(task, "count");
      }
      const { value: share, ci, reason } = tally.share("count", "answers", options);
      return { question, text, arm, value, label, ...tally.all(), share, ci, reason, tasks: tally.count };
    });
  });
}
