import { type CsvValue, csvLine } from "@/lib/formats/csv";
import type { Table, TableColumn, TableRow } from "@/lib/report/schema/table";
import { isUndefined } from "./words";

/**
 * A table as CSV that a spreadsheet opens without running a cell: stable names, unrounded numbers, an interval as its
 * two ends. What is undefined is empty, and the last column says why: "alpha: no-variation".
 */
export function tableCsv({ columns, rows }: Table): string {
  const header = columns.flatMap(({ id, type }) =>
    type === "interval" ? [`${id}_low`, `${id}_high`] : [id],
  );
  return [
    csvLine([...header, "undefined"]),
    ...rows.map((row) =>
      csvLine([...columns.flatMap((column) => valuesOf(row, column)), undefinedIn(row, columns)]),
    ),
  ].join("");
}

function valuesOf(row: TableRow, { id, type }: TableColumn): CsvValue[] {
  const cell = row[id];
  if (type === "interval") return Array.isArray(cell) ? [cell[0], cell[1]] : [null, null];
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
