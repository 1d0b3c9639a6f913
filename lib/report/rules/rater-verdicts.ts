import { arithmeticMean } from "@/lib/agreement/arithmetic-mean";
import { SIDE_ORDERS, type SideOrder } from "@/lib/dataset/schema";
import type { Value } from "@/lib/judgement/schema";
import { PREFERENCE } from "@/lib/judgement/schema/units";
import type { Reading } from "./machine-readings";
import { standardDeviation } from "./standard-deviation";
import { ofSamples } from "./unit-values";

/**
 * A rater's verdicts on one unit, by the order in which the pair was shown. A verdict is undefined if it was
 * not requested in that order, and null if it could not be read.
 */
export interface RaterVerdicts {
  /** Verdicts without a known order are in the first place, and the second is undefined. */
  verdicts: readonly [first: Value | null | undefined, second: Value | null | undefined];
  exposed: boolean;
  /** The spread of several samples; undefined for a single one. */
  spread: number | undefined;
}

/** The one answer of several samples and orders of a unit. */
export function verdictsOf(item: string, readings: readonly Reading[]): RaterVerdicts {
  const [only] = readings;
  if (only && readings.length === 1)
    return { verdicts: [only.value, undefined], exposed: false, spread: undefined };
  const byOrder = new Map<SideOrder | null, (Value | null)[]>();
  for (const { order, value } of readings) byOrder.set(order, [...(byOrder.get(order) ?? []), value]);
  const of = (order: SideOrder | null) => {
    const values = byOrder.get(order);
    return values && sampled(item, values);
  };
  // Drafts without an order count only if there is none with an order.
  const orders = SIDE_ORDERS.filter((order) => byOrder.has(order));
  const [first, second] = (orders.length > 0 ? orders : [null]).map(of);
  const all = [...byOrder.values()].filter((values) => values.length > 1);
  return {
    verdicts: [first, second],
    exposed: false,
    spread: all.length === 0 ? undefined : arithmeticMean(all.map(spreadOf)),
  };
}

/** The value that several samples have together. A preference on which they are divided is a tie. */
export function sampled(item: string, values: readonly (Value | null)[]): Value | null {
  const read = values.filter((value) => value !== null);
  return ofSamples(read) ?? (item === PREFERENCE && read.length > 1 ? "tie" : null);
}

/** The spread of samples: the SD of numbers; for words the share that differs from the most frequent one. */
function spreadOf(values: readonly (Value | null)[]): number {
  const read = values.filter((value) => value !== null);
  const numbers = read.filter((value) => typeof value === "number");
  if (read.length === 0) return 0;
  if (numbers.length === read.length) return standardDeviation(numbers.map((number) => [number, 1])) ?? 0;
  const counts = new Map<Value, number>();
  for (const value of read) counts.set(value, (counts.get(value) ?? 0) + 1);
  return 1 - Math.max(...counts.values()) / read.length;
}
