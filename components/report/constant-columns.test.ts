import { describe, expect, test } from "vitest";
import type { TableColumn, TableRow } from "@/lib/report/schema/table";
import { commonColumns, commonReason } from "./constant-columns";

const column = (id: string, type: TableColumn["type"]): TableColumn => ({
  id,
  header: id,
  type,
  unit: null,
  description: "",
});
const columns = [column("of", "text"), column("rater", "text"), column("r", "number"), column("n", "count")];
const names = (found: readonly TableColumn[]) => found.map(({ id }) => id);

describe("columns with the same value in every row", () => {
  test("are found among text columns only", () => {
    const rows: TableRow[] = [
      { of: "All items", rater: "A", r: 0.5, n: 3 },
      { of: "All items", rater: "B", r: 0.5, n: 3 },
    ];
    expect(names(commonColumns(columns, rows))).toEqual(["of"]);
  });

  test("exclude the row header, and tables of a single row", () => {
    const row: TableRow = { of: "All items", rater: "A", r: 0.5, n: 3 };
    expect(names(commonColumns(columns, [row, row]))).toEqual(["rater"]);
    expect(commonColumns(columns, [row])).toEqual([]);
  });

  test("are left in the table if they share their header with another", () => {
    const twice = [...columns, { ...column("other", "text"), header: "of" }];
    const rows: TableRow[] = [
      { of: "human", rater: "A", other: "llm" },
      { of: "human", rater: "B", other: "human" },
    ];
    expect(commonColumns(twice, rows)).toEqual([]);
  });

  test("are left out when they are empty in every row", () => {
    const rows: TableRow[] = [
      { of: "C1", rater: null },
      { of: "C2", rater: null },
    ];
    expect(commonColumns(columns, rows)).toEqual([]);
  });
});

describe("one reason for a whole table", () => {
  const silent = { undefined: "drafts-in-view" } as const;

  test("is shown when no row has a value, whatever the counts", () => {
    expect(commonReason(columns, [{ of: "C1", r: silent, n: 0 }])).toBe("drafts-in-view");
  });

  test("is none where there is a value, or another reason", () => {
    expect(commonReason(columns, [{ r: silent }, { r: 0.5 }])).toBeNull();
    expect(commonReason(columns, [{ r: silent }, { r: { undefined: "no-pairable-values" } }])).toBeNull();
    expect(commonReason(columns, [{ r: null }])).toBeNull();
  });
});
