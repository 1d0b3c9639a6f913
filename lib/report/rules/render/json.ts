import type { Table } from "@/lib/report/schema/table";

/** A table as complete JSON, which can be read back. */
export function tableJson(table: Table): string {
  return `${JSON.stringify(table, null, 2)}\n`;
}
