import { expect, test } from "vitest";
import { measure } from "@/lib/report/rules/measured-agreement";
import type { ReliabilityRow } from "@/lib/report/schema/reliability";
import type { ColumnType, TableColumn } from "@/lib/report/schema/table";
import { besideAlpha, firstNumber } from "./cells";

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

test("the keyboard enters a table at its first number, also when the first row begins without one", () => {
  const defined = { item: "C1", alpha: 0.5, alphaCi: null, units: 3 };
  const mixed = { item: "All items", alpha: { undefined: "mixed-scales" }, alphaCi: null, units: 8 } as const;
  const nothing = { ...mixed, units: null };
  expect(firstNumber([defined, mixed], columns)).toEqual({ row: 0, column: "alpha" });
  expect(firstNumber([mixed, defined], columns)).toEqual({ row: 0, column: "units" });
  expect(firstNumber([nothing, defined], columns)).toEqual({ row: 1, column: "alpha" });
  expect(firstNumber([nothing], columns)).toBeNull();
});

/** Agreement on units with one or two ratings each. */
function rowOf(...units: number[][]): ReliabilityRow {
  const rated = units.map((values, at) => ({
    cluster: String(at),
    ratings: values.map((value, rater) => ({ rater: String(rater), value })),
  }));
  const question = { levels: ["interval" as const], categories: null, mixed: false };
  const [row] = measure(rated, question, { replicates: 10, seed: 1 });
  if (!row) throw new Error("no row");
  return { scope: "all", raters: "human", exposure: "any", adjudicated: 0, ...row };
}

test("a dash beside α has its reason", () => {
  expect(besideAlpha(rowOf([1, 2], [2, 2]))).toEqual({
    agreement: { value: 0.5 },
    gwet: { value: null, reason: "There is no value: the scale has no list of categories." },
  });
  const why = "There is no value: no unit has two ratings.";
  expect(besideAlpha(rowOf([1], [2]))).toEqual({
    agreement: { value: null, reason: why },
    gwet: { value: null, reason: why },
  });
});
