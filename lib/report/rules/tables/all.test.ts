import { test } from "@fast-check/vitest";
import { expect } from "vitest";
import { arbitraryStudy as anyStudy } from "@/lib/dataset/testing/arbitrary-study";
import { reportOf } from "@/lib/report/computation/report-on-study";
import { onlyTarget } from "@/lib/report/rules/only-target";
import { formatCell, isOfShares, readableColumns } from "@/lib/report/rules/render/format-cell";
import { StudyDataReader } from "@/lib/report/rules/study-data";
import type { Report } from "@/lib/report/schema";
import type { TableCell, TableColumn } from "@/lib/report/schema/table";
import { TABLE_NAMES, tableFrom, tablesOf } from "./all";

/** Columns that may be empty where nothing applies, instead of undefined with a reason. */
const EMPTY: Readonly<Record<string, readonly string[]>> = {
  "label-agreement": ["given"],
  agreement: ["median", "lowest", "highest", "stratified", "weightedPercent", "ac2"],
  "agreement-by-arm": ["weightedPercent", "ac2"],
  "agreement-by-position": ["weightedPercent", "ac2"],
  raters: ["alphaWithout", "alphaError"],
  annotators: ["goldDistance", "goldShared"],
};

/** The problem of a cell; null when there is none. */
function faultOf(cell: TableCell | undefined, { id, type }: TableColumn, table: string): string | null {
  if (cell === undefined) return "absent";
  if (type === "text") return cell === null || typeof cell === "string" ? null : "no text";
  if (type === "interval") return cell === null || isInterval(cell) ? null : "no interval";
  if (cell === null)
    return type === "count" || EMPTY[table]?.includes(id) ? null : "missing without a reason";
  if (typeof cell === "object" && "undefined" in cell) return type === "count" ? "undefined" : null;
  if (typeof cell !== "number" || !Number.isFinite(cell)) return "no number";
  if (type === "count") return Number.isInteger(cell) && cell >= 0 ? null : "no count";
  return type !== "share" || (cell >= 0 && cell <= 1) ? null : "no share";
}

function isInterval(cell: TableCell): boolean {
  return Array.isArray(cell) && cell.every(Number.isFinite) && cell[0] <= cell[1];
}

test.prop([anyStudy], { numRuns: 8 })(
  "every cell of every table is what its column says, or undefined for a reason",
  async (records) => {
    const reader = new StudyDataReader();
    for (const record of records) reader.add(record);
    for (const { name, columns, rows } of tablesOf(
      await reportOf(reader.finish(), { replicates: 2, seed: 1 }),
      [],
    )) {
      const faults = rows.flatMap((row) =>
        columns.flatMap((column) => {
          const fault = faultOf(row[column.id], column, name);
          return fault === null ? [] : [`${name} ${column.id}: ${fault}, ${JSON.stringify(row[column.id])}`];
        }),
      );
      expect(faults).toEqual([]);
      expect(new Set(columns.map(({ id }) => id)).size).toBe(columns.length);
      const named = readableColumns({ columns }).filter(({ type }) => type !== "interval");
      expect(new Set(named.map(({ header }) => header)).size).toBe(named.length);
      expect(columns.filter(({ description }) => description === "")).toEqual([]);
      // Both are percentages, or neither is.
      const unlike = columns.filter((column) => {
        const estimate = columns.find(({ id }) => column.id === `${id}Ci`);
        return estimate !== undefined && isOfShares(estimate) !== isOfShares(column);
      });
      expect(unlike.map(({ id }) => `${name} ${id}`)).toEqual([]);
      // People read two decimals where neither the column nor an interval says otherwise, and a true minus.
      const shown = rows.flatMap((row) =>
        readableColumns({ columns }).flatMap((column) =>
          typeof row[column.id] === "number" && column.type === "number" ? [[column, row] as const] : [],
        ),
      );
      for (const [column, row] of shown) {
        const text = formatCell(row[column.id], column, row);
        const isPlain = column.decimals === undefined && !Array.isArray(row[`${column.id}Ci`]);
        expect(text, `${name} ${column.id}`).toMatch(isPlain ? /^−?\d+\.\d\d$/ : /^−?\d+(\.\d+)?$/);
      }
    }
  },
  60_000,
);

test.prop([anyStudy], { numRuns: 3 })(
  "a table made from the parts it needs is that of the whole report",
  async (records) => {
    const reader = new StudyDataReader();
    for (const record of records) reader.add(record);
    const report = await reportOf(reader.finish(), { replicates: 2, seed: 1 });
    const context = { items: [], onlyTarget: onlyTarget(report.reliability) };
    const whole = new Map(tablesOf(report, []).map((table) => [table.name, table]));
    for (const name of TABLE_NAMES) {
      const parts: Partial<Report> = {};
      for (;;) {
        const made = tableFrom(name, parts, context);
        if (!("missing" in made)) {
          expect(made).toEqual(whole.get(name));
          break;
        }
        expect(parts).not.toHaveProperty(made.missing);
        Object.assign(parts, { [made.missing]: report[made.missing] });
      }
      // No table waits for most of the parts.
      expect(Object.keys(parts).length).toBeLessThan(10);
    }
  },
);
