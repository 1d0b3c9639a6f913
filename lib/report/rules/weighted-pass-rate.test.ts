import { expect, test } from "vitest";
import { RECORDS, type StudyRecord } from "@/lib/dataset/schema";
import { reportOf } from "@/lib/report/computation/report-on-study";
import { StudyDataReader } from "./study-data";

type Line = { type: StudyRecord["type"]; [field: string]: unknown };

import { meanWeightedPassRate } from "./weighted-pass-rate";

const OPTIONS = { replicates: 20, seed: 42 };
const rate = (...responses: [answers: (boolean | null)[], weights: number[]][]) =>
  meanWeightedPassRate(
    responses.map(([answers, weights], at) => ({ task: `t${at}`, answers, weights })),
    OPTIONS,
  ).value;

test("a weighted pass rate is the points reached over the reachable ones", () => {
  expect(
    rate([
      [true, false],
      [3, 1],
    ]),
  ).toBe(0.75);
  expect(
    rate([
      [true, false, null],
      [3, 1, 6],
    ]),
  ).toBe(0.75);
});

test("a fault subtracts its points, and no response falls below zero", () => {
  expect(
    rate([
      [true, true, true],
      [3, 1, -2],
    ]),
  ).toBe(0.5);
  expect(
    rate([
      [true, true, false],
      [3, 1, -2],
    ]),
  ).toBe(1);
  expect(
    rate([
      [false, true],
      [4, -2],
    ]),
  ).toBe(0);
});

test("responses weigh the same, and those without points to reach are left out", () => {
  expect(rate([[true], [1]], [[false], [10]])).toBe(0.5);
  expect(rate([[true], [1]], [[true], [-2]], [[null], [3]])).toBe(1);
  expect(rate([[true], [0]])).toBeNull();
});

async function checklist(weights: readonly (number | undefined)[]) {
  const reader = new StudyDataReader();
  const add = (record: Line) => reader.add(RECORDS[record.type].parse(record));
  const items = weights.map((weight, at) => ({
    ...{ id: `q${at}`, text: "…", scale: { type: "yesno" } },
    ...(weight !== undefined && { weight }),
  }));
  add({ type: "study", version: 1, name: "Weights" });
  add({ type: "task", id: "t", instruction: "…" });
  add({ type: "response", id: "r", task: "t", text: "…" });
  add({ type: "rubric", id: "c", task: "t", kind: "checklist", items });
  for (const [at, value] of ["yes", "no", "yes"].entries()) {
    const about = { task: "t", response: "r", item: `q${at}`, rater: "A", raterKind: "human", value };
    add({ type: "judgement", id: `j${at}`, ...about, exposure: "none" });
  }
  return (await reportOf(reader.finish(), OPTIONS)).checklist.byRater[0];
}

test("the weighted rate stands beside the plain one, where items have weights", async () => {
  expect(await checklist([6, 4, -2])).toMatchObject({ passRate: 2 / 3, weightedPassRate: 0.4 });
  expect(await checklist([3, undefined, undefined])).toMatchObject({
    passRate: 2 / 3,
    weightedPassRate: 0.8,
  });
  expect(await checklist([undefined, undefined, undefined])).not.toHaveProperty("weightedPassRate");
});
