import { expect, test } from "vitest";
import { Labels } from "@/lib/report/rules/scope-labels";
import type { Report } from "@/lib/report/schema";
import { accuracyEstimates, alternativeEstimates, distanceShares, pairingEstimates } from "./llm-estimates";

const labels = new Labels([]);
const machine = { llm: "gpt", method: "direct" };
const rowOf = <Row>(row: Partial<Row>) => row as Row;

test("accuracy is counted with and without the questions that have no usable answer", () => {
  const row = rowOf<Report["accuracy"][number]>({
    ...machine,
    item: "C1",
    n: 10,
    undecided: 4,
    strict: 0.5,
    strictCi: [0.2, 0.8, 10],
    strictReason: null,
    lenient: null,
    lenientCi: null,
    lenientReason: "no-pairable-values",
  });
  expect(accuracyEstimates([row], labels)).toMatchObject([
    { series: "Strict", value: 0.5, interval: [0.2, 0.8, 10], n: 10, reason: undefined },
    { series: "Lenient", value: null, interval: null, n: 6, reason: expect.any(String) },
  ]);
});

test("the chart shows pairings of the first scope only, named by the other model", () => {
  const pairing = rowOf<Report["pairings"][number]>({
    pairing: "llm-human",
    value: 0.4,
    ci: null,
    units: 12,
    reason: null,
  });
  const rows = [
    { ...pairing, scope: "all", machine: rowOf<NonNullable<typeof pairing.machine>>(machine) },
    { ...pairing, scope: "all", pairing: "human-human" as const, machine: null },
    { ...pairing, scope: "C1", machine: null },
  ];
  const estimates = pairingEstimates(rows, labels);
  expect(estimates).toHaveLength(2);
  expect(estimates.map(({ label }) => label.includes("gpt"))).toEqual([true, false]);
});

test("a winning rate is shown with its units and without an interval", () => {
  const row = rowOf<Report["alternative"][number]>({
    ...machine,
    scope: "all",
    winningRate: 0.75,
    units: 40,
    reason: null,
  });
  expect(alternativeEstimates([row], labels)).toMatchObject([{ value: 0.75, interval: null, n: 40 }]);
});

test("distances are counts of comparisons, without those that have no value", () => {
  const row = rowOf<Report["preferences"][number]>({ machine: null, n: 8, pld: [0.5, 0.25, 0.25] });
  expect(distanceShares([row, { ...row, pld: null }])).toEqual([
    { id: "people", label: "People among themselves", counts: { 0: 4, 1: 2, 2: 2 } },
  ]);
});
