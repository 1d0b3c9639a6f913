import { FEW_DRAWN } from "@/lib/agreement/estimate";
import { CONFIDENCE } from "@/lib/report/rules/defaults";
import { MISSING_VALUE_REASONS } from "@/lib/report/rules/wording";
import type {
  IntervalCell,
  Table,
  TableCell,
  TableColumn,
  TableRow,
  Undefined,
} from "@/lib/report/schema/table";
import type { ReportReason } from "@/lib/report/schema/values";

/** In words: "95 %". */
export function confidenceText(confidence = CONFIDENCE): string {
  return `${Number((100 * confidence).toFixed(2))} %`;
}

/** The most decimals of an estimate with an interval. */
const MOST_DECIMALS = 4;
/** The fewest decimals of an estimate with an interval, and those of a number without one. */
const FEWEST_DECIMALS = 2;
/** The prefix of a share's unit. */
export const SHARE_OF = "share of ";

export function isUndefined(cell: TableCell | undefined): cell is Undefined {
  return typeof cell === "object" && cell !== null && "undefined" in cell;
}

/** The columns for people: without ids that only join tables. */
export function readableColumns({ columns }: Pick<Table, "columns">): TableColumn[] {
  return columns.filter(({ key }) => !key);
}

/** True for columns of right-aligned numbers. */
export function isFigures({ type }: TableColumn): boolean {
  return type !== "text";
}

/** The possible reasons for a missing interval. The report does not tell which one applies. */
export const NO_INTERVAL =
  "no interval: no value, units of fewer than five tasks, or too many to draw from in time";

/** Marks an interval from few tasks. */
export const FEW_MARK = "†";

/** The meaning of the mark. */
export const FEW_TASKS = `${FEW_MARK} Drawn from fewer than ${FEW_DRAWN} tasks: the interval is too narrow, and contains the true value less often than stated.`;

/** The corresponding notes for charts. */
export const FEW_INTERVALS = {
  below: FEW_DRAWN,
  label: `Drawn from fewer than ${FEW_DRAWN} tasks: too narrow`,
};

export function isIntervalCell(cell: TableCell | undefined): cell is IntervalCell {
  return Array.isArray(cell);
}

/** True for an interval from so few tasks that it is marked. */
export function isOfFew(cell: TableCell | undefined): boolean {
  return isIntervalCell(cell) && cell[2] !== undefined && cell[2] < FEW_DRAWN;
}

/** True for columns of shares or their intervals, which people read as percentages. */
export function isOfShares({ type, unit }: TableColumn): boolean {
  return type === "share" || (type === "interval" && unit !== null && unit.startsWith(SHARE_OF));
}

/** A number with fixed decimals and a true minus; never "−0.00". */
export function fixed(value: number, decimals: number): string {
  return value
    .toFixed(decimals)
    .replace(/^-(?=0(\.0*)?$)/, "")
    .replace(/^-/, "−");
}

/** Decimals that an interval supports: its width shows at least one figure other than 0. Two to four. */
export function decimalsFor([low, high]: IntervalCell): number {
  const figures = high > low ? Math.floor(1 - Math.log10(high - low)) : FEWEST_DECIMALS;
  return Math.min(MOST_DECIMALS, Math.max(FEWEST_DECIMALS, figures));
}

/**
 * Decimals of a cell when people read it: an estimate has as many as its interval supports, a number without an interval
 * those of its column or the fewest.
 */
export function decimalsIn(row: TableRow, { id, type, decimals = FEWEST_DECIMALS }: TableColumn): number {
  const ends = row[type === "interval" ? id : `${id}Ci`];
  if (ends === undefined) return decimals;
  return isIntervalCell(ends) ? decimalsFor(ends) : FEWEST_DECIMALS;
}

/** Decimals of a percentage, given those of the share. */
export function percentDecimals(decimals: number): number {
  return Math.min(2, Math.max(1, decimals - 1));
}

/** A cell as rounded text. Undefined is a dash; `marks` refers to the note with the reason. */
export function formatCell(cell: TableCell | undefined, column: TableColumn, row: TableRow = {}): string {
  const { type } = column;
  const decimals = decimalsIn(row, column);
  if (cell === undefined || cell === null) return "";
  if (typeof cell === "string") return cell;
  if (isUndefined(cell)) return "—";
  const percent = (part: number) => fixed(100 * part, percentDecimals(decimals));
  if (typeof cell !== "number") {
    const [low, high] = cell;
    const mark = isOfFew(cell) ? ` ${FEW_MARK}` : "";
    return isOfShares(column)
      ? `[${percent(low)}, ${percent(high)}] %${mark}`
      : `[${fixed(low, decimals)}, ${fixed(high, decimals)}]${mark}`;
  }
  if (type === "count") return String(cell);
  return type === "share" ? `${percent(cell)} %` : fixed(cell, decimals);
}

/** A letter for each reason in a table, in order of occurrence. */
export function marksOf(table: Table): Map<ReportReason, string> {
  const marks = new Map<ReportReason, string>();
  for (const row of table.rows) {
    for (const { id } of readableColumns(table)) {
      const cell = row[id];
      if (isUndefined(cell) && !marks.has(cell.undefined))
        marks.set(cell.undefined, String.fromCharCode(97 + marks.size));
    }
  }
  return marks;
}

/** A text in one line, without characters that pages cannot show. */
export function oneLine(text: string): string {
  return text
    .replace(/[\s\u0085]+/g, " ")
    .replace(/[\p{Cc}\p{Cs}]/gu, "\ufffd")
    .trim();
}

/** Why there is no number, as a sentence. */
export function reasonText(reason: ReportReason): string {
  return `there is no value: ${MISSING_VALUE_REASONS[reason]}`;
}

/**
 * Describes the data and methods behind a table's numbers in sentences, which are its last notes for people.
 */
export function basisText({ provenance }: Table): string[] {
  const { raters, exposure, levels, n, excluded, interval, versions, data } = provenance;
  const figure = (count: number) => count.toLocaleString("en");
  const kinds = Object.entries(raters).filter(([, count]) => count > 0);
  return [
    `Raters: ${kinds.map(([kind, count]) => `${figure(count)} ${kind}`).join(", ") || "none"}. Read: ${figure(n.count)} ${n.of}.`,
    ...(exposure.length > 0 ? [`Exposure: ${exposure.join(", ")}.`] : []),
    ...(levels.length > 0 ? [`Level of measurement: ${levels.join(", ")}.`] : []),
    ...excluded.map(({ why, count }) => `Left out: ${figure(count)} (${why}).`),
    ...(interval
      ? [
          `Intervals: ${confidenceText(interval.confidence)}, ${interval.method} over ${interval.over}, ${figure(interval.replicates)} replicates, seed ${interval.seed}.`,
        ]
      : []),
    `Rules of the report: version ${versions.rules}. Data: ${data}.`,
  ];
}

/** True for a row of the study itself, not one that a paper prints or that chance gives. */
const isOwn = ({ source }: TableRow) => source == null || source === "this study";

/**
 * The rows whose value of a column is the highest among the study's own, as people see it; none unless the column marks
 * it, and among fewer than two rows.
 */
export function bestRows(rows: readonly TableRow[], column: TableColumn): Set<TableRow> {
  const valued = rows.filter((row) => isOwn(row) && typeof row[column.id] === "number");
  if (column.best === undefined || valued.length < 2) return new Set();
  const highest = Math.max(...valued.map((row) => row[column.id] as number));
  const shown = (row: TableRow, value: number) => formatCell(value, column, row);
  return new Set(valued.filter((row) => shown(row, row[column.id] as number) === shown(row, highest)));
}

/** The meaning of the setting of the highest values, in words; nothing without any. */
export function bestNotes({ columns, rows }: Pick<Table, "columns" | "rows">): string[] {
  const marked = columns.filter((column) => bestRows(rows, column).size > 0);
  const ways = [...new Set(marked.flatMap(({ best }) => best ?? []))].sort();
  return ways.length === 0 ? [] : [`The highest value of a column is ${ways.join(" or ")}.`];
}
