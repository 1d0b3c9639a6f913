import { type LinearEstimate, linearInterval } from "@/lib/agreement/linearised";
import type { ReportOptions } from "@/lib/report/schema";
import type { Ends } from "@/lib/report/schema/values";

/** The ends of an estimate's interval with the number of its tasks; null if fewer than five tasks carry it. */
export function linearEnds(estimate: LinearEstimate, { confidence }: ReportOptions): Ends | null {
  const interval = linearInterval(estimate, confidence);
  return interval && [interval.low, interval.high, estimate.clusters];
}

/** The ends of the interval of a share, which is between 0 and 1. */
export function linearEndsOfShare(estimate: LinearEstimate, options: ReportOptions): Ends | null {
  const ends = linearEnds(estimate, options);
  return ends && [Math.max(0, ends[0]), Math.min(1, ends[1]), ends[2]];
}
