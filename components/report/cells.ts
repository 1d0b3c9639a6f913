import type { RichCell } from "@/components/ui/cell";
import { formatInterval } from "@/components/ui/format";
import { REASONS } from "@/lib/report/rules/wording";
import type { Ends, ReportReason } from "@/lib/report/schema";

const SINGLE = "The units come from a single task, and drawing it again never varies.";

/** A number, or a dash that says why there is none. */
export function numberCell(value: number | null, reason: ReportReason | null): RichCell {
  return { value, reason: reason ? `There is no value: ${REASONS[reason]}.` : undefined };
}

/** An interval, sorted by its lower end; without one, why. */
export function intervalCell(
  ci: Ends | null,
  value: number | null,
  reason: ReportReason | null,
  fewClusters = false,
): RichCell {
  if (ci) return { value: ci[0], content: `${formatInterval(ci)}${fewClusters ? " *" : ""}` };
  return value === null ? numberCell(null, reason) : { value: null, reason: SINGLE };
}
