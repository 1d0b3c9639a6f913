"use client";

import type { RichCell } from "@/components/ui/cell";
import type { Column, Row } from "@/components/ui/data-table";
import { formatInterval } from "@/components/ui/format";
import { isFigures, isUndefined, readable } from "@/lib/report/rules/render/words";
import type { Table, TableCell, TableColumn } from "@/lib/report/schema/table";
import { numberCell } from "./cells";
import { Numbers } from "./numbers";

interface ReportTableProps {
  table: Table;
  /** Columns the page says elsewhere, such as the exposure that was chosen. They stay in the files. */
  without?: readonly string[];
}

/** A table of the report as it is: its columns with their explanations, and why a number is missing. */
export function ReportTable({ table, without = [] }: ReportTableProps) {
  const columns = readable(table).filter(({ id }) => !without.includes(id));
  return (
    <div className="grid min-w-0 gap-2">
      <Numbers
        title={table.title}
        columns={columns.map(columnOf)}
        rows={table.rows.map(
          (row, index): Row => ({
            ...Object.fromEntries(columns.map((column) => [column.id, cellOf(row[column.id], column)])),
            id: String(index),
          }),
        )}
        table={table}
      />
      {table.notes.map((note) => (
        <p key={note} className="text-xs text-muted">
          {note}
        </p>
      ))}
    </div>
  );
}

function columnOf(column: TableColumn): Column {
  const { id, header, type, decimals = 4, description } = column;
  return {
    id,
    header,
    tip: description,
    ...(isFigures(column) ? { type: type === "share" ? "percent" : "number" } : { minWidth: "7rem" }),
    ...(type === "number" ? { decimals } : {}),
  };
}

function cellOf(cell: TableCell | undefined, { type, decimals }: TableColumn): RichCell {
  if (isUndefined(cell)) return numberCell(null, cell.undefined);
  if (Array.isArray(cell)) return { value: cell[0], content: formatInterval(cell, decimals) };
  if (type === "interval")
    return { value: null, reason: "There is no interval: no value, or units of a single task." };
  return { value: cell ?? null };
}
