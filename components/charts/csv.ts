import type { Row } from "@/components/ui/cell";
import { isRich, scalar } from "@/components/ui/cell";
import { csvLine } from "@/lib/formats/csv";
import type { ChartData } from "./chart-data";

/**
 * A figure's numbers as CSV: unrounded and safe to open in a spreadsheet. Missing values are empty, with the
 * reason in the last column. Begins with a byte order mark, without which spreadsheets misread UTF-8.
 */
export function toCsv(data: ChartData): string {
  const { columns, rows } = data;
  return [
    "\ufeff",
    csvLine([...columns.map(({ header }) => header), "Why numbers are missing"]),
    ...rows.map((row) => csvLine([...columns.map(({ id }) => scalar(row[id])), missingIn(row, data)])),
  ].join("");
}

function missingIn(row: Row, { columns }: ChartData): string {
  return columns
    .flatMap(({ id, header }) => {
      const cell = row[id];
      return isRich(cell) && cell.value === null && cell.reason ? [`${header}: ${cell.reason}`] : [];
    })
    .join(" ");
}
