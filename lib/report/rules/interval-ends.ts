import { type Estimate, type Interval, restsOnTooFew } from "@/lib/agreement/estimate";
import { wilsonInterval } from "@/lib/agreement/wilson";
import type { Ends } from "@/lib/report/schema/values";

/**
 * The ends of an interval, with the number of tasks it was drawn from. Null without an interval, and if it
 * was drawn from fewer than five tasks: draws of the same few tasks hardly vary, which would look like
 * certainty.
 */
export function endsOf(interval: Interval | null | undefined): Ends | null {
  return interval && !restsOnTooFew(interval) ? [interval.low, interval.high, interval.drawn] : null;
}

/**
 * The ends of a share's interval. If the share is 0 or 1 in every replicate, a bootstrap interval would have
 * length 0, so Wilson's score interval is used, with as many trials as there are tasks.
 */
export function endsOfShare({ value, interval }: Pick<Estimate, "value" | "interval">): Ends | null {
  const ends = endsOf(interval);
  if (!ends || (value !== 0 && value !== 1) || ends[0] !== ends[1]) return ends;
  const { low, high } = wilsonInterval(value, ends[2], interval?.confidence);
  return [low, high, ends[2]];
}
