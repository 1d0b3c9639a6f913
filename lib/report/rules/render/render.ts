import type { Table, TableFormat } from "@/lib/report/schema/table";
import { tableCsv } from "./csv";
import { tableJson } from "./json";
import { tableLatex } from "./latex";
import { tableMarkdown } from "./markdown";

const WRITERS: Record<TableFormat, (table: Table) => string> = {
  csv: tableCsv,
  json: tableJson,
  latex: tableLatex,
  markdown: tableMarkdown,
};

/** A table in one of the formats. */
export function render(table: Table, format: TableFormat): string {
  return WRITERS[format](table);
}
