"use client";

import { Download } from "lucide-react";
import { toCsv } from "@/components/charts/csv";
import { saveFile } from "@/components/charts/save-file";
import { Button } from "@/components/ui/button";
import type { Column, Row } from "@/components/ui/cell";
import { DataTable } from "@/components/ui/data-table";

interface FiguresTableProps {
  title: string;
  columns: readonly Column[];
  rows: readonly Row[];
  /** Identifies the implementation of the numbers; written to the file. */
  implementation?: string;
}

/** A titled table with an unrounded download and reasons for missing numbers. */
export function FiguresTable({ title, columns, rows, implementation }: FiguresTableProps) {
  function save() {
    const further: Column[] = implementation ? [{ id: "implementation", header: "Implementation" }] : [];
    const data = {
      columns: [...columns, ...further],
      rows: rows.map((row): Row => ({ ...row, implementation: implementation ?? null })),
    };
    const name = title.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "-");
    saveFile(new Blob([toCsv(data)], { type: "text/csv;charset=utf-8" }), `${name}.csv`);
  }
  return (
    <div className="grid min-w-0 content-start gap-2">
      <div className="flex items-center justify-between gap-3">
        <h3 className="text-base">{title}</h3>
        <Button variant="quiet" size="sm" onClick={save} aria-label={`Download ${title} as CSV`}>
          <Download aria-hidden="true" />
          CSV
        </Button>
      </div>
      <div className="min-w-0 overflow-clip rounded-md border">
        <DataTable caption={title} columns={columns} rows={rows} />
      </div>
    </div>
  );
}
