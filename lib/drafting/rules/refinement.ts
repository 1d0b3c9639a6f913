import { meanOfKnown, weightedMean } from "@/lib/agreement/arithmetic-mean";

/** One version of a response in a refinement. */
export interface Version {
  iteration: number;
  passed: { yes: number; answered: number; asked: number } | null;
  scores: Readonly<Record<string, number>>;
  /** The weights of scores by name; missing: 1. */
  weights?: Readonly<Record<string, number>>;
}

/** The responses of all tasks after so many revisions. */
export interface IterationRow {
  iteration: number;
  /** Tasks that were revised this many times; the others keep their last response. */
  revised: number;
  /** Tasks with a pass rate. */
  judged: number;
  /** Mean of the pass rates of tasks; null where none was judged. */
  passRate: number | null;
  /** Share of yes among all answers, pooled over tasks (DRFR). */
  pooled: number | null;
  /** Share of tasks in which every question was answered yes. */
  allYes: number | null;
  /** Mean of each score, over the tasks that have it. */
  scores: Record<string, { mean: number; tasks: number }>;
}

/**
 * The course of a refinement. A task that stopped early counts with its last response in every later row, as in Cook
 * et al. (2024), Figure 3: each row is over the same tasks.
 */
export function byIteration(tasks: readonly (readonly Version[])[]): IterationRow[] {
  const last = tasks.flat().reduce((most, { iteration }) => Math.max(most, iteration), -1);
  return Array.from({ length: last + 1 }, (_, iteration) => {
    const versions = tasks.flatMap((task) => latestUpTo(task, iteration) ?? []);
    const passed = versions.flatMap((version) =>
      version.passed && version.passed.answered > 0 ? [version.passed] : [],
    );
    const yes = sum(passed.map((one) => one.yes));
    const answered = sum(passed.map((one) => one.answered));
    return {
      iteration,
      revised: versions.filter((version) => version.iteration === iteration).length,
      judged: passed.length,
      passRate: meanOfKnown(passed.map((one) => one.yes / one.answered)),
      pooled: answered === 0 ? null : yes / answered,
      allYes: meanOfKnown(passed.map((one) => (one.yes === one.asked ? 1 : 0))),
      scores: meanScores(versions),
    };
  });
}

/** The version that a task has after so many revisions. */
export function latestUpTo(task: readonly Version[], iteration: number): Version | undefined {
  return task
    .filter((version) => version.iteration <= iteration)
    .toSorted((a, b) => b.iteration - a.iteration)[0];
}

function meanScores(versions: readonly Version[]): IterationRow["scores"] {
  const names = [...new Set(versions.flatMap(({ scores }) => Object.keys(scores)))].toSorted();
  return Object.fromEntries(
    names.map((name) => {
      const values = versions.flatMap(({ scores, weights }) => {
        const value = scores[name];
        return value === undefined ? [] : [{ value, weight: weights?.[name] ?? 1 }];
      });
      return [name, { mean: weightedMean(values) ?? 0, tasks: values.length }];
    }),
  );
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
