import type { RichCell } from "@/components/ui/cell";
import { noValue } from "@/components/ui/format";
import { isFigures, isUndefined } from "@/lib/report/rules/render/format-cell";
import { MISSING_VALUE_REASONS } from "@/lib/report/rules/wording";
import type { ReliabilityRow } from "@/lib/report/schema/reliability";
import type { TableColumn, TableRow } from "@/lib/report/schema/table";
import type { ReportReason } from "@/lib/report/schema/values";

/** A number, or a dash with the reason why there is none. */
export function numberCell(value: number | null, reason: ReportReason | null): RichCell {
  return {
    value,
    reason: value === null && reason ? noValue(MISSING_VALUE_REASONS[reason]) : undefined,
  };
}

/** Columns beside α in a list of studies: Gwet’s coefficient has the credit for near misses of the row’s level. */
export function besideAlpha(row: ReliabilityRow): { agreement: RichCell; gwet: RichCell } {
  return {
    agreement: numberCell(row.percentAgreement, row.reason ?? "no-pairable-values"),
    gwet: row.level === "nominal" ? numberCell(row.ac1, row.ac1Reason) : numberCell(row.ac2, row.ac2Reason),
  };
}

/**
 * Position of the first number in a table, which is its only tab stop (arrow keys move on from it); null if
 * the table has none.
 */
export function firstNumber(
  rows: readonly TableRow[],
  columns: readonly TableColumn[],
): { row: number; column: string } | null {
  const figures = columns.filter(isFigures);
  for (const [row, cells] of rows.entries()) {
    const first = figures.find(({ id }) => cells[id] != null && !isUndefined(cells[id]));
    if (first) return { row, column: first.id };
  }
  return null;
}
