"use client";

import { Download } from "lucide-react";
import { toCsv } from "@/components/charts/csv";
import { saveFile } from "@/components/charts/save-file";
import { Button } from "@/components/ui/button";
import { type Column, DataTable, type Row } from "@/components/ui/data-table";
import { DropdownMenu } from "@/components/ui/dropdown-menu";
import { flatten } from "./flatten";

interface NumbersProps {
  title: string;
  columns: readonly Column[];
  rows: readonly Row[];
  /** The rows of the report behind the table: what is taken along, unrounded and with every field. */
  source: readonly object[];
  emphasised?: readonly string[];
}

/** Rows beyond these are searched rather than read. */
const MANY = 15;

/** A table of the report under its title, with its numbers to take along. */
export function Numbers({ title, columns, rows, source, emphasised }: NumbersProps) {
  const name = title.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "-");
  return (
    <div className="grid min-w-0 content-start gap-2">
      <div className="flex items-center justify-between gap-3">
        <h3 className="text-base">{title}</h3>
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
          items={[
            {
              label: "CSV",
              onSelect: () =>
                saveFile(
                  new Blob([toCsv(flatten(source))], { type: "text/csv;charset=utf-8" }),
                  `${name}.csv`,
                ),
            },
            {
              label: "JSON",
              onSelect: () =>
                saveFile(
                  new Blob([`${JSON.stringify(source, null, 2)}\n`], { type: "application/json" }),
                  `${name}.json`,
                ),
            },
          ]}
        />
      </div>
      <div className="min-w-0 overflow-clip rounded-md border">
        <DataTable
          caption={title}
          columns={columns}
          rows={rows}
          emphasised={emphasised}
          filterable={rows.length > MANY}
          fitScreen={rows.length > MANY}
        />
      </div>
    </div>
  );
}
