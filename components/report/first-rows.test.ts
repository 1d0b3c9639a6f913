import { expect, test } from "vitest";
import type { Table, TableRow } from "@/lib/report/schema/table";
import { firstRows } from "./first-rows";

const columns = ["item", "exposureId", "raterSet", "level"].map((id) => ({ id })) as Table["columns"];
const row = (item: string, exposureId: string, raterSet: string, level: string): TableRow => ({
  item,
  exposureId,
  raterSet,
  level,
});
const table = (name: string, rows: TableRow[]) => ({ name, columns, rows }) as unknown as Table;

test("agreement of people comes first, at the level of measurement of each item", () => {
  const score = row("C1", "exposed", "people", "ordinal");
  const answer = row("q1", "independent", "people", "nominal");
  const others = [
    row("C1", "exposed", "people", "nominal"),
    row("C1", "any", "people", "ordinal"),
    row("C1", "exposed", "people and LLMs", "ordinal"),
  ];
  expect(firstRows(table("agreement", [...others, score, answer]))).toEqual({
    first: [score, answer],
    others,
  });
});

test("other tables, and tables without such rows, keep all rows", () => {
  const rows = [row("C1", "any", "people", "ordinal")];
  expect(firstRows(table("agreement", rows))).toEqual({ first: rows, others: [] });
  expect(firstRows(table("raters", rows))).toEqual({ first: rows, others: [] });
});
