import type { Pay } from "@/lib/batch/schema/pay";

/** The cost of people's work on a batch so far. */
export function costOfPeople(
  pay: Pick<Pay, "per" | "micros">,
  { submitted, activeMs }: { submitted: number; activeMs: number },
): number {
  return Math.round(pay.micros * (pay.per === "assignment" ? submitted : activeMs / 3_600_000));
}
