import { arithmeticMean, meanOfKnown, weightedMean } from "@/lib/agreement/arithmetic-mean";
import { compareShares } from "@/lib/drafting/rules/votes";

interface Passed {
  passed: { yes: number; answered: number } | null;
}

/** All with the highest pass rate, compared in whole numbers. Those without an answered question are never selected. */
export function highestPassRate<C extends Passed>(candidates: readonly C[]): C[] {
  const rated = candidates.filter(({ passed }) => passed !== null && passed.answered > 0);
  return rated.filter((one) =>
    rated.every(({ passed }) => one.passed && passed && compareShares(one.passed, passed) !== "B"),
  );
}

/** All with the highest number. Those without one are never selected. */
export function highest<C>(candidates: readonly C[], numberOf: (candidate: C) => number | null): C[] {
  const numbers = candidates.flatMap((one) => numberOf(one) ?? []);
  if (numbers.length === 0) return [];
  const most = Math.max(...numbers);
  return candidates.filter((one) => numberOf(one) === most);
}

/** One response of a task as the selectors of a best-of-N run see it. */
export interface Candidate extends Passed {
  role: "candidate" | "greedy";
  selfScore: number | null;
  scores: Readonly<Record<string, number>>;
  /** The weights of scores by name; missing: 1. */
  weights?: Readonly<Record<string, number>>;
}

/** One row of the comparison of selectors. */
export interface SelectorRow {
  selector: "greedy" | "external" | "self-score" | "checklist";
  /** The score it selects by, for an external selector. */
  by?: string;
  /** Tasks it is averaged over. */
  tasks: number;
  /** Tasks in which it selected nothing. */
  excluded: number;
  /** Mean over tasks of the mean true score of the selected responses, by their weights; null without any task. */
  score: number | null;
  /** Mean over tasks of the share of selected responses that are truly best; null for the greedy response. */
  precision: number | null;
  /** Mean number of responses selected per task. */
  selected: number | null;
}

/** A row with its results in each task, by the task's place. */
export interface SelectorResults extends SelectorRow {
  results: { at: number; score: number; weight: number; precision: number }[];
}

/**
 * Compares what selects among N candidates, by a true score of each response. Precision of a task is |selected ∩ truly
 * best| / |selected|, averaged over tasks (Cook et al. 2024, Table 5). Tasks in which any candidate lacks a true score
 * are left out of every row and counted in `unscored`: the best would be unknown. `by` are external scores to select
 * by, such as those of a reward model.
 */
export function compareSelectors(
  tasks: readonly (readonly Candidate[])[],
  choice: { truth: string; by: readonly string[] },
): { rows: SelectorRow[]; unscored: number } {
  const { rows, unscored } = selectorResults(tasks, choice);
  return { rows: rows.map(({ results: _, ...row }) => row), unscored };
}

/** The comparison with the results in each task. */
export function selectorResults(
  tasks: readonly (readonly Candidate[])[],
  { truth, by }: { truth: string; by: readonly string[] },
): { rows: SelectorResults[]; unscored: number } {
  const trueScore = ({ scores }: Candidate) => scores[truth] ?? null;
  const weightOf = ({ weights }: Candidate) => weights?.[truth] ?? 1;
  const candidatesOf = (task: readonly Candidate[]) => task.filter(({ role }) => role === "candidate");
  const scored = tasks.flatMap((task, at) => {
    const candidates = candidatesOf(task);
    const isScored = candidates.length > 0 && candidates.every((one) => trueScore(one) !== null);
    return isScored ? [{ task, at }] : [];
  });

  const rowOf = (
    name: Pick<SelectorRow, "selector" | "by">,
    select: (task: readonly Candidate[]) => readonly Candidate[],
  ): SelectorResults => {
    const isPrecise = name.selector !== "greedy";
    const results = scored.flatMap(({ task, at }) => {
      const selected = select(task).filter((one) => trueScore(one) !== null);
      if (selected.length === 0) return [];
      const best = new Set(highest(candidatesOf(task), trueScore));
      const weighed = selected.map((one) => ({ value: trueScore(one) ?? 0, weight: weightOf(one) }));
      return [
        {
          at,
          score: weightedMean(weighed) ?? 0,
          weight: arithmeticMean(weighed.map(({ weight }) => weight)),
          precision: selected.filter((one) => best.has(one)).length / selected.length,
          selected: selected.length,
        },
      ];
    });
    return {
      ...name,
      tasks: results.length,
      excluded: scored.length - results.length,
      score: weightedMean(results.map(({ score: value, weight }) => ({ value, weight }))),
      precision: isPrecise ? meanOfKnown(results.map(({ precision }) => precision)) : null,
      selected: isPrecise ? meanOfKnown(results.map(({ selected }) => selected)) : null,
      results,
    };
  };

  const rows = [
    rowOf({ selector: "greedy" }, (task) => task.filter(({ role }) => role === "greedy")),
    ...by.map((name) =>
      rowOf({ selector: "external", by: name }, (task) =>
        highest(candidatesOf(task), ({ scores }) => scores[name] ?? null),
      ),
    ),
    rowOf({ selector: "self-score" }, (task) => highest(candidatesOf(task), ({ selfScore }) => selfScore)),
    rowOf({ selector: "checklist" }, (task) => highestPassRate(candidatesOf(task))),
  ];
  return { rows, unscored: tasks.length - scored.length };
}
