import { scalar } from "@/components/ui/cell";
import type { ChartData } from "./figure";

/** A figure's numbers as CSV, unrounded, with absent ones left empty; safe to open in a spreadsheet. */
export function toCsv({ columns, rows }: ChartData): string {
  const lines = [
    columns.map(({ header }) => field(header)),
    ...rows.map((row) => columns.map(({ id }) => field(scalar(row[id])))),
  ];
  return `\ufeff${lines.map((line) => line.join(",")).join("\r\n")}\r\n`;
}

/** Text that a spreadsheet would run as a formula is kept from it by an apostrophe; numbers are left alone. */
function field(value: string | number | null): string {
  if (value === null) return "";
  if (typeof value === "number") return String(value);
  const safe = /^[\s\u00a0\ufeff]*[=+\-@\t\r\0＝＋－＠]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
