import { expect, test } from "vitest";
import { overlapOf } from "@/lib/report/rules/overlap";
import type { ReportOverlap } from "@/lib/report/schema/study";

const row = (change: Partial<ReportOverlap>): ReportOverlap => ({
  question: "overlap",
  rater: "P1",
  task: "t1",
  first: "model-1",
  second: "human",
  firstItems: 4,
  firstMatched: 0,
  secondItems: 5,
  secondMatched: 0,
  ...change,
});

test("the overlap of two lists is pooled over tasks, for all people and for each person", () => {
  const rows = overlapOf(
    [
      row({ firstMatched: 3, secondMatched: 2 }),
      row({ task: "t2", firstItems: 2, firstMatched: 1, secondItems: 3, secondMatched: 1 }),
      row({ rater: "P2", firstMatched: 4, secondMatched: 5 }),
    ],
    { replicates: 50, seed: 1 },
  );
  expect(
    rows.map((one) => [one.rater, one.both, one.firstOnly, one.secondOnly, one.firstShare, one.secondShare]),
  ).toEqual([
    [null, 8, 2, 5, 8 / 10, 8 / 13],
    ["P1", 4, 2, 5, 4 / 6, 3 / 8],
    ["P2", 4, 0, 0, 1, 1],
  ]);
  expect(rows.map(({ tasks, firstCi }) => [tasks, firstCi])).toEqual([
    [2, null],
    [2, null],
    [1, null],
  ]);
});

test("lists by other writers and an empty second list have their own rows with the reason for a missing share", () => {
  const rows = overlapOf(
    [row({ firstMatched: 2, secondMatched: 2 }), row({ second: "rules", secondItems: 0 })],
    { replicates: 5, seed: 1 },
  );
  expect(rows.map(({ second, secondShare, secondReason }) => [second, secondShare, secondReason])).toEqual([
    ["human", 2 / 5, null],
    ["rules", null, "none-qualify"],
  ]);
});
