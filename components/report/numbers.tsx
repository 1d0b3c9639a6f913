"use client";

import clsx from "clsx";
import { Download } from "lucide-react";
import { saveFile } from "@/components/charts/save-file";
import { Button } from "@/components/ui/button";
import type { Column, Row } from "@/components/ui/cell";
import { DataTable } from "@/components/ui/data-table";
import { DropdownMenu } from "@/components/ui/dropdown-menu";
import { render } from "@/lib/report/rules/render/render";
import type { Table, TableFormat } from "@/lib/report/schema/table";

interface NumbersProps {
  title: string;
  columns: readonly Column[];
  rows: readonly Row[];
  /** The complete table with all columns, for download. */
  table: Table;
  /** Values that are the same in every row, shown once above it. */
  common?: readonly string[];
  emphasised?: readonly string[];
}

/** Rows shown at first; a button shows more. */
const AT_FIRST = 100;

/** From this many rows on, a search field is offered. */
const MANY = 15;

const FORMS: { format: TableFormat; label: string; ending: string; type: string }[] = [
  { format: "csv", label: "CSV", ending: "csv", type: "text/csv" },
  { format: "json", label: "JSON", ending: "json", type: "application/json" },
  { format: "latex", label: "LaTeX", ending: "tex", type: "text/x-tex" },
  { format: "markdown", label: "Markdown", ending: "md", type: "text/markdown" },
];

/**
 * Browsers ignore `break-after: avoid`, and leave a title and column headers at the end of a printed page. A
 * title that reserves the height of a few rows, and takes it back with a negative margin, moves to the next
 * page with its rows.
 */
const WITH_FIRST_ROWS =
  "print:block print:break-inside-avoid print:after:-mb-36 print:after:block print:after:h-36";

/** A table of the report with its title and downloads. */
export function NumbersTable({ title, columns, rows, table, common = [], emphasised }: NumbersProps) {
  return (
    <div
      className={clsx(
        "grid min-w-0 content-start gap-2 print:block print:space-y-2",
        rows.length <= MANY && "print:break-inside-avoid",
      )}
    >
      <div className={clsx("flex items-start justify-between gap-3", WITH_FIRST_ROWS)}>
        <div className="grid gap-0.5">
          <h3 className="text-base">{title}</h3>
          {common.length > 0 && <p className="text-xs text-muted">{common.join(" · ")}</p>}
        </div>
        <TableDownload title={title} table={table} />
      </div>
      <div className="min-w-0 overflow-clip rounded-md border print:overflow-visible print:rounded-none print:border-x-0">
        <DataTable
          caption={title}
          columns={columns}
          rows={rows}
          emphasised={emphasised}
          filterable={rows.length > MANY}
          flush
          keepFirst
          fitScreen={rows.length > MANY}
          atFirst={AT_FIRST}
        />
      </div>
    </div>
  );
}

/** Downloads the table in a format of the reader's choice. */
function TableDownload({ title, table }: { title: string; table: Table }) {
  return (
    <DropdownMenu
      label={`Download ${title}`}
      trigger={
        <Button
          variant="quiet"
          size="sm"
          square
          className="print:hidden"
          aria-label={`Download ${title}, the table`}
        >
          <Download aria-hidden="true" />
        </Button>
      }
      items={FORMS.map(({ format, label, ending, type }) => ({
        label,
        onSelect: () => {
          // Without a byte order mark spreadsheets misread UTF-8.
          const mark = format === "csv" ? "\ufeff" : "";
          const content = new Blob([mark, render(table, format)], { type: `${type};charset=utf-8` });
          saveFile(content, `${table.name}.${ending}`);
        },
      }))}
    />
  );
}
