import { type CsvValue, csvLine } from "@/lib/formats/csv";
import type { Table, TableColumn, TableRow } from "@/lib/report/schema/table";
import { isIntervalCell, isUndefined } from "./format-cell";

/**
 * A table as CSV without spreadsheet formulas: stable names, unrounded numbers, an interval as its two ends
 * and the number of tasks. Undefined values are empty, and the last column gives the reason: "alpha:
 * no-variation".
 */
export function tableCsv(table: Table): string {
  const { header, rows } = tableCells(table);
  return [header, ...rows].map(csvLine).join("");
}

/** The cells of a table as its CSV has them. */
export function tableCells({ columns, rows }: Table): { header: string[]; rows: CsvValue[][] } {
  const header = columns.flatMap(({ id, type, tasks }) =>
    type === "interval" ? [`${id}_low`, `${id}_high`, ...(tasks ? [`${id}_tasks`] : [])] : [id],
  );
  return {
    header: [...header, "undefined"],
    rows: rows.map((row) => [
      ...columns.flatMap((column) => valuesOf(row, column)),
      undefinedIn(row, columns),
    ]),
  };
}

function valuesOf(row: TableRow, { id, type, tasks }: TableColumn): CsvValue[] {
  const cell = row[id];
  if (type === "interval") {
    const [low = null, high = null, drawn = null] = isIntervalCell(cell) ? cell : [];
    return tasks ? [low, high, drawn] : [low, high];
  }
  return [typeof cell === "string" || typeof cell === "number" ? cell : null];
}

function undefinedIn(row: TableRow, columns: readonly TableColumn[]): string {
  return columns
    .flatMap(({ id }) => {
      const cell = row[id];
      return isUndefined(cell) ? [`${id}: ${cell.undefined}`] : [];
    })
    .join("; ");
}
