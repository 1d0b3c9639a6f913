import type { ReliabilityRow } from "@/lib/report/schema/reliability";

/** The half-width of an interval that tells the usual bars, 0.667 and 0.8, apart. */
const NARROW = 0.05;
/** The bars of Krippendorff for tentative and for firm conclusions. */
export const ALPHA_BARS = [0.667, 0.8] as const;
/** The width of an interval from fewer tasks says nothing of how many are needed. */
const FEWEST_TASKS = 10;

/** The tasks it takes to know α better, at as many ratings a task as now. */
interface MoreTasks {
  /** The bar the interval leaves open, and the tasks until it does not, if α stays where it is. */
  bar: number | null;
  forBar: number | null;
  /** Tasks for an interval of ± 0.05; null where it is that narrow. */
  forWidth: number | null;
  tasks: number;
}

/**
 * The number of tasks that are needed, from the width of the interval now: it falls with the root of their number. A
 * rough answer, of which the first figure can be trusted. Null without an interval from at least ten tasks.
 */
export function moreTasks({ value, ci }: Pick<ReliabilityRow, "value" | "ci">): MoreTasks | null {
  if (value === null || ci === null || ci[2] < FEWEST_TASKS) return null;
  const [low, high, tasks] = ci;
  const needed = (now: number, wanted: number) => rounded(tasks * (now / wanted) ** 2);
  const bar = ALPHA_BARS.filter((each) => low < each && each <= high).sort(
    (a, b) => Math.abs(value - b) - Math.abs(value - a),
  )[0];
  const side = bar === undefined ? 0 : bar > value ? high - value : value - low;
  const away = bar === undefined ? 0 : Math.abs(bar - value);
  const half = (high - low) / 2;
  return {
    bar: bar ?? null,
    // So close to a bar no number of tasks is enough in practice.
    forBar: bar === undefined || away < side / 30 ? null : needed(side, away),
    forWidth: half <= NARROW ? null : needed(half, NARROW),
    tasks,
  };
}

/** Up to two figures: 237 is 240. */
function rounded(tasks: number): number {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(tasks)) - 1);
  return Math.ceil(tasks / unit) * unit;
}
