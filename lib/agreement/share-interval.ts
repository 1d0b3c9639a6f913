import type { Estimate, Interval } from "./estimate";
import { wilsonInterval } from "./wilson";

/**
 * The interval of a share. If the share is 0 or 1 in every replicate, a bootstrap interval has length 0, which would look
 * like certainty: Wilson's score interval takes its place, with as many trials as clusters were drawn. Null without an
 * interval.
 *
 * @example
 * const interval = { low: 1, high: 1, confidence: 0.95, drawn: 10 };
 * shareInterval({ value: 1, interval }).low; // → 0.722
 */
export function shareInterval({ value, interval }: Pick<Estimate, "value" | "interval">): Interval | null {
  if (!interval || (value !== 0 && value !== 1) || interval.low !== interval.high) return interval ?? null;
  return { ...interval, ...wilsonInterval(value, interval.drawn, interval.confidence) };
}
