import type { Pay } from "@/lib/batch/schema/pay";

/** What people's work on a batch comes to so far. */
export function costOfPeople(
  pay: Pick<Pay, "per" | "micros">,
  { submitted, activeMs }: { submitted: number; activeMs: number },
): number {
  return Math.round(pay.micros * (pay.per === "assignment" ? submitted : activeMs / 3_600_000));
}
