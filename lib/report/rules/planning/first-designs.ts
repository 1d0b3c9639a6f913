import type { AgreementPilot, MeanPilot } from "@/lib/report/schema/pilots";
import type { NumberLimits } from "./numbers";

/** The designs that a plan compares at first: the pilot's own, and larger ones. As texts of fields. */
export function firstDesigns(
  pilot: AgreementPilot | null,
  units: NumberLimits,
  raters: NumberLimits,
): { units: string; raters: string } {
  const now = Math.max(pilot?.of ?? 100, units.least);
  const within = (numbers: readonly number[], { most }: NumberLimits) =>
    [...new Set(numbers.map((n) => Math.min(n, most)))].join(", ");
  const k = Math.max(pilot?.raters ?? raters.least, raters.least);
  return {
    units: within([now, round(1.5 * now), round(2 * now), round(4 * now)], units),
    raters: within([k, k + 1, k + 2], raters),
  };
}

/** Two significant digits. */
function round(n: number): number {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(n)) - 1);
  return Math.round(n / unit) * unit;
}

/** The models of a pilot with values of more than one. */
export function modelsIn({ units }: MeanPilot): string[] {
  return [...new Set(units.flatMap(({ model }) => model ?? []))].sort();
}
