import { expect, test } from "vitest";
import type { ColumnType, TableColumn } from "@/lib/report/schema/table";
import { firstNumber } from "./cells";

const column = (id: string, type: ColumnType): TableColumn => ({
  id,
  header: id,
  type,
  unit: null,
  description: "…",
});
const columns = [
  column("item", "text"),
  column("alpha", "number"),
  column("alphaCi", "interval"),
  column("units", "count"),
];

test("the keyboard meets a table at its first number, also where the first row has none in front", () => {
  const defined = { item: "C1", alpha: 0.5, alphaCi: null, units: 3 };
  const mixed = { item: "All items", alpha: { undefined: "mixed-scales" }, alphaCi: null, units: 8 } as const;
  const nothing = { ...mixed, units: null };
  expect(firstNumber([defined, mixed], columns)).toEqual({ row: 0, column: "alpha" });
  expect(firstNumber([mixed, defined], columns)).toEqual({ row: 0, column: "units" });
  expect(firstNumber([nothing, defined], columns)).toEqual({ row: 1, column: "alpha" });
  expect(firstNumber([nothing], columns)).toBeNull();
});
