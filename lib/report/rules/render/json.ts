import type { Table } from "@/lib/report/schema/table";

/** A table as JSON: the whole of it, so that reading it gives the same table. */
export function tableJson(table: Table): string {
  return `${JSON.stringify(table, null, 2)}\n`;
}
