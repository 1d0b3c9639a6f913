import { MISSING_VALUE_REASONS } from "@/lib/report/rules/wording";
import type { Table, TableColumn, TableRow } from "@/lib/report/schema/table";
import {
  bestRows,
  FEW_MARK,
  formatCell,
  isFigures,
  isIntervalCell,
  isOfFew,
  isOfShares,
  isUndefined,
  oneLine,
  readableColumns,
} from "./format-cell";

/** The text width of LaTeX's article class on A4 paper in points, which no panel exceeds. */
const TEXT_WIDTH = 345;
/** The mean width of a character of \footnotesize, generously. */
export const CHARACTER = 4.3;
/** The space around a column: twice the \tabcolsep that is set. */
const COLUMN_SPACE = 6;
/** A column of longer texts is set as a paragraph of this many characters. */
const LONGEST = 24;
/** The columns that name the rows take no more of the width, in points. */
const NAMES_WIDTH = 140;
/** A paragraph is never narrower: longer words are hyphenated. */
const NARROWEST = 8;
/** Columns that papers leave to the files. */
const DETAILS: ReadonlySet<string> = new Set([
  ...["values", "pairable", "tasks", "na", "adjudicated", "humanNa", "llmNa", "unread", "ties"],
  ...["undefinedPairs", "leftOut", "averaged", "draftSeen", "firstKind", "secondKind"],
]);
/** A page has room for as many rows. */
const MOST_ROWS = 40;

/** A column of a printed table: its texts, row by row. */
export interface PrintedColumn {
  header: string;
  isFigures: boolean;
  /** Characters of the widest cell; of a paragraph its width. */
  characters: number;
  /** Longer texts are broken into lines. */
  isParagraph: boolean;
  cells: string[];
  /** The setting of each cell: the highest value among a study's own rows. */
  best?: (TableColumn["best"] | null)[];
}

interface PrintedTable {
  /** Tables that fit on a page each. Every one begins with the columns that name its rows. */
  panels: PrintedColumn[][];
  /** Values that all rows have in common. */
  common: string[];
  notes: string[];
}

/**
 * A table as a paper prints it: estimates with their intervals in one column, at the headline level, without rows
 * that have no value or repeat another one, and without columns that say nothing.
 */
export function printedTable(table: Table): PrintedTable {
  const columns = readableColumns(table).filter(({ id }) => !DETAILS.has(id));
  const { rows, notes } = printedRows(table.rows, columns);
  const words = columns.filter(
    (column) => !isFigures(column) && rows.some((row) => textOf(row, column) !== ""),
  );
  const isCommon = (column: TableColumn) =>
    rows.every((row) => textOf(row, column) === textOf(rows[0] as TableRow, column));
  // The first column names the rows, even where there is but one name.
  const common = words.slice(1).filter(isCommon);
  const names = narrowed(
    words.filter((column) => !common.includes(column)).map((column) => wordsColumn(rows, column)),
  );
  const figures = columns
    .filter((column) => isFigures(column) && column.type !== "interval")
    .map((column) => figuresColumn(rows, column))
    .filter(({ cells }) => cells.some((cell) => cell !== "" && cell !== "0"));
  return {
    panels: split(names, figures).flatMap((panel) => pages(panel, rows.length)),
    common: common.map((column) => `${column.header}: ${textOf(rows[0] as TableRow, column)}`),
    notes,
  };
}

/** The rows with a value, each once, and notes on the others. */
function printedRows(rows: readonly TableRow[], columns: readonly TableColumn[]) {
  const values = columns.filter((column) => isFigures(column) && column.type !== "interval");
  const estimates = values.filter(({ type }) => type !== "count");
  const measured = estimates.length > 0 ? estimates : values;
  const valued = rows.filter((row) => measured.some(({ id }) => typeof row[id] === "number"));
  const headline = valued.filter(isOfHeadlineLevel(valued));
  const known = new Set<string>();
  const once = headline.filter((row) => {
    const { exposureId: _, exposure: __, raterSet: ___, ...rest } = row;
    const key = JSON.stringify(rest);
    if (known.has(key)) return false;
    known.add(key);
    return true;
  });
  const without = rows.length - valued.length;
  const reasons = new Set(
    rows.flatMap((row) => Object.values(row).flatMap((cell) => (isUndefined(cell) ? cell.undefined : []))),
  );
  return {
    rows: once,
    notes: [
      ...(without > 0 ? [`Not printed: ${without} ${without === 1 ? "row" : "rows"} without a value.`] : []),
      ...(reasons.size > 0
        ? [
            `Numbers are missing where ${[...reasons].map((reason) => MISSING_VALUE_REASONS[reason]).join("; where ")}.`,
          ]
        : []),
      ...(headline.length < valued.length
        ? ["Of values with an order only the ordinal level is printed."]
        : []),
      ...(once.length < headline.length ? ["Rows that repeat the numbers of another are not printed."] : []),
    ],
  };
}

/** True for rows at the ordinal level, or about something that has none. */
function isOfHeadlineLevel(rows: readonly TableRow[]): (row: TableRow) => boolean {
  const about = ({ item, scope, arm, position }: TableRow) => JSON.stringify([item, scope, arm, position]);
  const ordinal = new Set(rows.flatMap((row) => (row.level === "ordinal" ? about(row) : [])));
  return (row) => row.level === undefined || row.level === "ordinal" || !ordinal.has(about(row));
}

const textOf = (row: TableRow, { id }: TableColumn) => (typeof row[id] === "string" ? oneLine(row[id]) : "");

function wordsColumn(rows: readonly TableRow[], column: TableColumn): PrintedColumn {
  return printedColumn(
    column,
    rows.map((row) => textOf(row, column)),
  );
}

/** Columns of texts, with the widest broken into lines until there is room for figures beside them. */
function narrowed(columns: PrintedColumn[]): PrintedColumn[] {
  if (widthOf(columns) <= NAMES_WIDTH) return columns;
  const widest = columns.reduce((one, other) => (other.characters > one.characters ? other : one));
  if (widest.characters <= NARROWEST) return columns;
  return narrowed(
    columns.map((column) =>
      column === widest ? { ...column, isParagraph: true, characters: column.characters - 1 } : column,
    ),
  );
}

/** Estimates, each with its interval. */
function figuresColumn(rows: readonly TableRow[], column: TableColumn): PrintedColumn {
  const header = column.type === "share" ? `${column.header} (%)` : column.header;
  const highest = bestRows(rows, column);
  const printed = printedColumn(
    { ...column, header },
    rows.map((row) => {
      const cell = row[column.id];
      if (typeof cell !== "number") return "";
      const ends = row[`${column.id}Ci`];
      const value = formatCell(cell, column, row).replace(/ %$/, "");
      if (!isIntervalCell(ends)) return value;
      const shown = formatCell(ends, intervalOf(column), row).replace(/ %/, "").replace(` ${FEW_MARK}`, "");
      return `${value} ${shown}${isOfFew(ends) ? FEW_MARK : ""}`;
    }),
  );
  if (highest.size === 0) return printed;
  return { ...printed, best: rows.map((row) => (highest.has(row) ? column.best : null)) };
}

const intervalOf = (column: TableColumn): TableColumn => ({
  ...column,
  id: `${column.id}Ci`,
  type: "interval",
  unit: isOfShares(column) ? (column.unit ?? "share of") : null,
});

function printedColumn(column: TableColumn, cells: string[]): PrintedColumn {
  const { header } = column;
  const longest = cells.reduce((most, { length }) => Math.max(most, length), header.length);
  const isParagraph = !isFigures(column) && longest > LONGEST;
  return {
    header,
    isFigures: isFigures(column),
    characters: isParagraph ? LONGEST : longest,
    isParagraph,
    cells,
  };
}

/** The width of columns beside each other, in points. */
function widthOf(columns: readonly Pick<PrintedColumn, "characters">[]): number {
  return columns.reduce((sum, { characters }) => sum + characters * CHARACTER + COLUMN_SPACE, 0);
}

/** Columns of figures distributed over panels that fit the page, each behind the columns that name the rows. */
function split(names: PrintedColumn[], figures: PrintedColumn[]): PrintedColumn[][] {
  const panels = [[...names]];
  for (const column of figures) {
    const last = panels.at(-1) as PrintedColumn[];
    const isFull = last.length > names.length && widthOf([...last, column]) > TEXT_WIDTH;
    if (isFull) panels.push([...names, column]);
    else last.push(column);
  }
  return panels;
}

/** A panel's rows, a page at a time. */
function pages(columns: PrintedColumn[], rows: number): PrintedColumn[][] {
  return Array.from({ length: Math.max(1, Math.ceil(rows / MOST_ROWS)) }, (_, page) =>
    columns.map((column) => ({
      ...column,
      cells: column.cells.slice(page * MOST_ROWS, (page + 1) * MOST_ROWS),
      ...(column.best && { best: column.best.slice(page * MOST_ROWS, (page + 1) * MOST_ROWS) }),
    })),
  );
}
