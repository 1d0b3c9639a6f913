import { type Estimate, hasTooFewClusters, type Interval } from "@/lib/agreement/estimate";
import { shareInterval } from "@/lib/agreement/share-interval";
import type { Ends } from "@/lib/report/schema/values";

/**
 * The ends of an interval, with the number of tasks it was drawn from. Null without an interval, and if it
 * was drawn from fewer than five tasks: draws of the same few tasks hardly vary, which would look like
 * certainty.
 */
export function endsOf(interval: Interval | null | undefined): Ends | null {
  return interval && !hasTooFewClusters(interval) ? [interval.low, interval.high, interval.drawn] : null;
}

/** The ends of a share's interval, which is Wilson's where the share is 0 or 1 in every replicate. */
export function endsOfShare(estimate: Pick<Estimate, "value" | "interval">): Ends | null {
  return endsOf(shareInterval(estimate));
}
