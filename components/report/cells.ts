import type { RichCell } from "@/components/ui/cell";
import { REASONS } from "@/lib/report/rules/wording";
import type { ReportReason } from "@/lib/report/schema";

/** A number, or a dash that says why there is none. */
export function numberCell(value: number | null, reason: ReportReason | null): RichCell {
  return { value, reason: reason ? `There is no value: ${REASONS[reason]}.` : undefined };
}
