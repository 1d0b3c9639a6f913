import type { Estimate } from "@/lib/agreement/estimate";
import { Tallies } from "@/lib/report/rules/clustered-ratio";
import { endsOf } from "@/lib/report/rules/interval-ends";
import type { Spec } from "@/lib/report/rules/tables/build";
import { intervalOf } from "@/lib/report/rules/tables/columns";
import type { ReportOptions } from "@/lib/report/schema";
import type { Ends } from "@/lib/report/schema/values";

/* Intervals of the tables of papers: they draw whole tasks, and are there only where replicates are asked for. */

/** A number with the ends of its interval. */
export interface WithEnds {
  value: number | null;
  ends: Ends | null;
}

export const NOTHING: WithEnds = { value: null, ends: null };

/** A number without an interval, such as one that a paper prints. */
export const withoutInterval = (value: number | null): WithEnds => ({ value, ends: null });

interface OfTask {
  task: string;
  value: number;
  /** Missing: 1. */
  weight?: number;
}

/** The mean of numbers, of which a task may have several. */
export function meanOverTasks(numbers: readonly OfTask[], options: ReportOptions): WithEnds {
  const tallies = new Tallies(["sum", "count"]);
  for (const { task, value, weight = 1 } of numbers) {
    tallies.add(task, "count", weight);
    tallies.add(task, "sum", weight * value);
  }
  const { value, ci } = tallies.mean("sum", "count", options);
  return { value, ends: ci };
}

/** The share of entries of which `holds` is true. */
export function shareOverTasks(
  all: readonly { task: string; holds: boolean }[],
  options: ReportOptions,
): WithEnds {
  return meanShareOverTasks(
    all.map(({ task, holds }) => ({ task, value: Number(holds) })),
    options,
  );
}

/** The mean of shares, which is one itself: its interval has a length where all of them are 0, or 1. */
export function meanShareOverTasks(shares: readonly OfTask[], options: ReportOptions): WithEnds {
  const tallies = new Tallies(["part", "whole"]);
  for (const { task, value, weight = 1 } of shares) {
    tallies.add(task, "whole", weight);
    tallies.add(task, "part", weight * value);
  }
  const { value, ci } = tallies.share("part", "whole", options);
  return { value, ends: ci };
}

/** The draws for the interval of an estimate over units; undefined where none is asked for, or there is a single task. */
export function overTasks(clusters: readonly string[], { replicates, seed, confidence }: ReportOptions) {
  if (replicates === 0 || new Set(clusters).size < 2) return undefined;
  return { replicates, seed, clusters, ...(confidence !== undefined && { confidence }) };
}

export const withEnds = ({ value, interval }: Pick<Estimate, "value" | "interval">): WithEnds => ({
  value,
  ends: endsOf(interval),
});

/** A column followed by its interval, which is left out where no row has one. */
export function andInterval<Row>(
  column: Spec<Row>,
  endsFor: (row: Row) => Ends | null,
): [Spec<Row>, Spec<Row>] {
  const { id, unit, decimals } = column;
  const interval = intervalOf<Row>(id, endsFor, { unit, ...(decimals !== undefined && { decimals }) });
  return [column, { ...interval, optional: true }];
}
