"use client";

import { createContext, type ReactNode, useContext } from "react";
import type { Column, RichCell, Row } from "@/components/ui/cell";
import { Disclosure } from "@/components/ui/disclosure";
import {
  formatCount,
  formatInterval,
  formatPercent,
  formatPercentInterval,
  formatQuantity,
  formatStatistic,
} from "@/components/ui/format";
import { Link } from "@/components/ui/link";
import {
  confidenceText,
  decimalsIn,
  FEW_MARK,
  isFigures,
  isIntervalCell,
  isOfFew,
  isOfShares,
  isUndefined,
  NO_INTERVAL,
  percentDecimals,
  readableColumns,
} from "@/lib/report/rules/render/format-cell";
import { behindIn, judgementsQueryString, type StudySelection } from "@/lib/report/schema/judgements";
import type { IntervalCell, Table, TableCell, TableColumn, TableRow } from "@/lib/report/schema/table";
import { firstNumber, numberCell } from "./cells";
import { commonColumns, commonReason } from "./constant-columns";
import { Explained, NumberTooltips } from "./number-tooltips";
import { NumbersTable } from "./numbers";

interface ReportTableProps {
  table: Table;
  /** Columns shown elsewhere on the page, such as the chosen exposure. Downloads keep them. */
  without?: readonly string[];
  /** Columns with a custom rendering: a sparkbar for value counts. */
  drawn?: Readonly<Record<string, (row: number) => ReactNode>>;
}

const NOTHING = {} as const;

/** More rows than this are collapsed if all lack a value for the same reason. */
const FEW = 3;
/** A table with more rows is collapsed. */
const MANY = 60;

/** Column with links to the judgements behind a row. */
const BEHIND: Column = {
  id: "behind",
  header: "Judgements",
  sortable: false,
  tip: "The judgements by people that a row counts, under their pseudonyms.",
  unprinted: true,
};

/** Address of the list of judgements, and the part of the study they belong to. */
export interface JudgementsLink {
  path: string;
  part: StudySelection;
}

/** The address of the list of judgements; null where there is none. */
export const JudgementsAddress = createContext<JudgementsLink | null>(null);

/** A report table with explanations of its columns and reasons for missing numbers. */
export function ReportTable({ table, without = [], drawn = NOTHING }: ReportTableProps) {
  const filled = readableColumns(table).filter(
    ({ id }) => !without.includes(id) && table.rows.some((row) => row[id] !== null && row[id] !== ""),
  );
  const common = commonColumns(filled, table.rows);
  const columns = filled.filter((column) => !common.includes(column));
  const [heading] = columns;
  const isTotal = (row: TableRow) => heading !== undefined && row[heading.id] === "All items";
  const judgements = useContext(JudgementsAddress);
  const stop = firstNumber(table.rows, columns);
  const rows = table.rows.map((row, index): Row => {
    const cells = columns.map((column) => {
      const cell = isInapplicable(row, column)
        ? NOT_APPLICABLE
        : cellOf(row[column.id], column, decimalsIn(row, column));
      const shape = drawn[column.id];
      if (shape && cell.value !== null) return [column.id, { ...cell, content: shape(index) }];
      if (!isFigures(column) || cell.value === null) return [column.id, cell];
      const first = index === stop?.row && column.id === stop.column;
      return [
        column.id,
        {
          ...cell,
          content: (
            <Explained text={explanationOf(row, column, table)} first={first}>
              {cell.content}
            </Explained>
          ),
        },
      ];
    });
    const behind = table.behind?.[index];
    const link = judgements &&
      behind && {
        value: null,
        content: (
          <Link
            href={`${judgements.path}${judgementsQueryString(behindIn(judgements.part, behind))}`}
            aria-label={`Judgements behind ${wordsOf(row, columns).join(", ") || "this row"}`}
            className="text-accent hover:underline"
          >
            List
          </Link>
        ),
      };
    return { ...Object.fromEntries(cells), ...(link ? { behind: link } : {}), id: String(index) };
  });
  const reason = commonReason(columns, table.rows);
  const numbers = (
    <div className="grid min-w-0 gap-2 print:block print:space-y-2">
      <NumberTooltips>
        <NumbersTable
          title={table.title}
          columns={[
            ...columns.map((column, index) =>
              columnOf(column, drawn[column.id] ? 0 : longest(table.rows, column), index === 0),
            ),
            ...(judgements && table.behind ? [BEHIND] : []),
          ]}
          rows={rows}
          table={table}
          common={common.map(({ id, header }) => `${header}: ${String(table.rows[0]?.[id])}`)}
          emphasised={
            table.rows.every(isTotal)
              ? []
              : table.rows.flatMap((row, index) => (isTotal(row) ? String(index) : []))
          }
        />
      </NumberTooltips>
      {table.notes.map((note) => (
        <p key={note} className="text-xs text-muted">
          {note}
        </p>
      ))}
    </div>
  );
  const isLong = rows.length > MANY;
  if (!isLong && (!reason || rows.length <= FEW)) return numbers;
  return (
    <Disclosure
      summary={`${table.title}: ${formatQuantity(rows.length, "row")}${reason ? ", none with a value" : ""}`}
    >
      {numbers}
    </Disclosure>
  );
}

/** Suffixes for units that a number cannot be read without. */
const UNITS: Readonly<Record<string, string>> = {
  seconds: "s",
  hours: "h",
  words: "words",
  points: "points",
};

function columnOf(column: TableColumn, characters: number, isFirst: boolean): Column {
  const { id, header, type, unit, decimals = 4, description } = column;
  const short = type === "number" ? UNITS[unit ?? ""] : undefined;
  return {
    id,
    header: short && !header.includes(short) ? `${header} (${short})` : header,
    tip: description,
    ...(isFigures(column)
      ? { type: type === "share" ? "percent" : "number" }
      : { minWidth: widthFor(characters, isFirst) }),
    ...(type === "number" ? { decimals } : {}),
  };
}

/**
 * The minimum width of a text column, so that long texts wrap into a few lines. The sticky first column takes
 * at most half of a phone's width.
 */
function widthFor(characters: number, isFirst: boolean): string {
  if (characters > 100) return isFirst ? "min(24rem, 40vw)" : "24rem";
  if (characters > 24) return isFirst ? "min(16rem, 40vw)" : "min(16rem, 50vw)";
  if (characters > 10) return `clamp(7.5rem, ${characters}ch + 1.75rem, 20vw)`;
  return characters > 0 ? `calc(${characters}ch + 1.75rem)` : "4rem";
}

function longest(rows: readonly TableRow[], { id }: TableColumn): number {
  return Math.max(0, ...rows.map((row) => (typeof row[id] === "string" ? row[id].length : 0)));
}

/** An empty cell: a dash would look like a number that could not be computed. */
const NOT_APPLICABLE: RichCell = { value: null, content: <span className="sr-only">not applicable</span> };

/** True for a figure that rows of this kind do not have, such as a median over items for one item, and for its interval. */
function isInapplicable(row: TableRow, { id, type }: TableColumn): boolean {
  if (type === "text" || !isEmpty(row[id])) return false;
  if (type !== "interval") return true;
  const estimate = id.replace(/Ci$/, "");
  return estimate in row && isEmpty(row[estimate]);
}

const isEmpty = (cell: TableCell | undefined) => cell === null || cell === undefined;

function cellOf(cell: TableCell | undefined, column: TableColumn, decimals: number): RichCell {
  const { type } = column;
  if (isUndefined(cell)) return numberCell(null, cell.undefined);
  if (isIntervalCell(cell)) return { value: cell[0], content: intervalText(cell, column, decimals) };
  if (type === "interval") return { value: null, reason: `There is ${NO_INTERVAL}.` };
  if (typeof cell === "string" || (type === "text" && typeof cell !== "number"))
    return { value: cell ?? null };
  if (typeof cell !== "number") return NOT_APPLICABLE;
  if (type === "share") return { value: cell, content: formatPercent(cell, percentDecimals(decimals)) };
  return {
    value: cell,
    content: type === "count" ? formatCount(cell) : formatStatistic(cell, decimals),
  };
}

/** The first text of a row, which identifies it to the reader. */
function wordsOf(row: TableRow, columns: readonly TableColumn[]): string[] {
  return columns
    .filter((each) => !isFigures(each))
    .slice(0, 3)
    .flatMap(({ id }) => (typeof row[id] === "string" ? row[id] : []));
}

/** An interval in its column's unit. */
function intervalText(ends: IntervalCell, column: TableColumn, decimals: number): string {
  const text = isOfShares(column)
    ? formatPercentInterval(ends, percentDecimals(decimals))
    : formatInterval(ends, decimals);
  return isOfFew(ends) ? `${text}\u00a0${FEW_MARK}` : text;
}

/** The number of tasks an interval was bootstrapped from. */
function drawnFrom([, , tasks]: IntervalCell): string {
  return tasks === undefined ? "" : `, drawn from ${formatQuantity(tasks, "task")}`;
}

/** Explains a number: quantity, row, interval and basis. */
function explanationOf(row: TableRow, column: TableColumn, table: Table): string {
  const columns = readableColumns(table);
  const about = wordsOf(row, columns);
  const ends = row[`${column.id}Ci`];
  const bases = columns.flatMap(({ id, type, header }) => {
    const n = row[id];
    return type === "count" && id !== column.id && typeof n === "number" ? `${header} ${formatCount(n)}` : [];
  });
  return [
    `${column.header}${column.unit ? ` (${column.unit})` : ""}: ${about.join(", ")}`,
    column.description,
    column.type === "number" && typeof row[column.id] === "number"
      ? `To four decimals ${formatStatistic(row[column.id] as number, 4)}`
      : "",
    isIntervalCell(ends)
      ? `${confidenceText(table.provenance.interval?.confidence)} interval ${intervalText(ends, column, column.decimals ?? 4)}${drawnFrom(ends)}`
      : "",
    bases.join(" · "),
  ]
    .filter((line) => line !== "")
    .join("\n");
}
