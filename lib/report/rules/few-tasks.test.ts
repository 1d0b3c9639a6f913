import { expect, test } from "vitest";
import { drfr } from "@/lib/agreement/checklist";
import { formatCell } from "@/lib/report/rules/render/format-cell";
import type { TableColumn } from "@/lib/report/schema/table";
import { endsOf } from "./interval-ends";

const interval = (tasks: number) =>
  endsOf(
    drfr(
      Array.from({ length: tasks }, (_, task) => [task % 2 === 0, true]),
      {
        replicates: 200,
        clusters: Array.from({ length: tasks }, (_, task) => `t${task}`),
      },
    ).interval,
  );
const column: TableColumn = {
  id: "ci",
  header: "95 % interval",
  type: "interval",
  unit: null,
  description: "…",
  tasks: true,
  decimals: 2,
};

test("two or four tasks have no interval (a published study had [.89, .89] from two)", () => {
  expect([2, 4].map(interval)).toEqual([null, null]);
});

test("an interval says how many tasks it was drawn from, and is marked below thirty", () => {
  expect([5, 29, 30].map((tasks) => interval(tasks)?.[2])).toEqual([5, 29, 30]);
  expect(formatCell(interval(29), column)).toMatch(/^\[\d\.\d\d, \d\.\d\d\] †$/);
  expect(formatCell(interval(30), column)).toMatch(/^\[\d\.\d\d, \d\.\d\d\]$/);
});
