import type { PlantedResult } from "@/lib/quality/schema";

/** A share and its denominator; null when that is 0. */
type Rate = { share: number; of: number } | null;

export type PlantedRow = { key: string; name: string | null; detection: Rate; falseAlarm: Rate };

/** Detection and false-alarm rates by group, pooled over everything else. */
export function ratesBy(results: readonly PlantedResult[], group: "arm" | "code"): PlantedRow[] {
  const sums = new Map<string, Omit<PlantedResult, "kind" | "arm" | "code">>();
  for (const row of results) {
    const sum = sums.get(row[group]) ?? { name: row.name, planted: 0, detected: 0, left: 0, overruled: 0 };
    sums.set(row[group], {
      name: group === "code" ? sum.name : null,
      planted: sum.planted + row.planted,
      detected: sum.detected + row.detected,
      left: sum.left + row.left,
      overruled: sum.overruled + row.overruled,
    });
  }
  return [...sums].map(([key, { name, planted, detected, left, overruled }]) => ({
    key,
    name,
    detection: rate(detected, planted),
    falseAlarm: rate(overruled, left),
  }));
}

const rate = (n: number, of: number): Rate => (of === 0 ? null : { share: n / of, of });
