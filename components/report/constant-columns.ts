import { isFigures, isUndefined } from "@/lib/report/rules/render/format-cell";
import type { TableColumn, TableRow } from "@/lib/report/schema/table";
import type { ReportReason } from "@/lib/report/schema/values";

/** Columns with the same text in every row; at least one column is left to name the rows. */
export function commonColumns(columns: readonly TableColumn[], rows: readonly TableRow[]): TableColumn[] {
  if (rows.length < 2) return [];
  const words = columns.filter((column) => !isFigures(column));
  // Tables of older frozen reports may have two columns with the same header; then one of them alone would be
  // ambiguous.
  const isNamedAlone = ({ header }: TableColumn) =>
    columns.filter((column) => column.header === header).length === 1;
  const same = words.filter(
    (column) =>
      isNamedAlone(column) &&
      rows.every(({ [column.id]: cell }) => typeof cell === "string" && cell === rows[0]?.[column.id]),
  );
  return same.length < words.length ? same : same.slice(1);
}

/**
 * The reason for missing values, if no cell of the table has a value and all have the same reason. Counts are
 * not values here.
 */
export function commonReason(
  columns: readonly TableColumn[],
  rows: readonly TableRow[],
): ReportReason | null {
  const values = columns.filter((column) => isFigures(column) && column.type !== "count");
  const reasons = new Set<ReportReason | null>();
  for (const row of rows) {
    for (const { id } of values) {
      const cell = row[id];
      if (cell === null || cell === undefined) continue;
      reasons.add(isUndefined(cell) ? cell.undefined : null);
    }
  }
  const [reason] = reasons;
  return reasons.size === 1 && reason ? reason : null;
}
