import { type LinearEstimate, linearInterval } from "@/lib/agreement/linearised";
import type { ReportOptions } from "@/lib/report/schema";
import type { Ends } from "@/lib/report/schema/values";

/** The ends of an estimate's interval with the number of its tasks; null if it rests on fewer than five tasks. */
export function linearEnds(estimate: LinearEstimate, { confidence }: ReportOptions): Ends | null {
  return endsOf(estimate, linearInterval(estimate, confidence));
}

/** The ends of an interval with the number of tasks that the estimate rests on. */
export function endsOf(
  { clusters }: LinearEstimate,
  interval: { low: number; high: number } | null,
): Ends | null {
  return interval && [interval.low, interval.high, clusters];
}

/** The ends of Student's interval of a share, limited to 0 and 1. */
export function linearEndsOfShare(estimate: LinearEstimate, options: ReportOptions): Ends | null {
  const ends = linearEnds(estimate, options);
  return ends && [Math.max(0, ends[0]), Math.min(1, ends[1]), ends[2]];
}
