import { expect, test } from "vitest";
import { groupsOf } from "@/lib/report/rules/annotator-groups";
import type { RaterPairRow } from "@/lib/report/schema/raters";

const pair = (
  first: string,
  second: string,
  value: number | null,
  kind: "human" | "llm" = "human",
): RaterPairRow => ({
  ...{ scope: "all", level: "interval", exposure: "any", value, ci: null, reason: null },
  ...{ percentAgreement: null, units: 10 },
  first: { rater: first, kind: "human", method: null },
  second: { rater: second, kind, method: null },
});

test("people every two of whom agree above the threshold are a group, as in CoEval's ELI5", () => {
  const between = (a: string, b: string) => pair(a, b, 0.5);
  const pairs = [
    ...[pair("A1", "A2", 0.85), pair("A3", "A4", 0.82), pair("A3", "A5", 0.81), pair("A4", "A5", 0.9)],
    ...["A1", "A2"].flatMap((a) => ["A3", "A4", "A5"].map((b) => between(a, b))),
    pair("A1", "gpt", 0.95, "llm"),
  ];
  expect(groupsOf(pairs, 0.8)).toEqual([
    { scope: "all", level: "interval", exposure: "any", raters: ["A3", "A4", "A5"], lowest: 0.81 },
    { scope: "all", level: "interval", exposure: "any", raters: ["A1", "A2"], lowest: 0.85 },
  ]);
});

test("an annotator who agrees less with a member of a group, or shares no unit with one, does not join it", () => {
  const pairs = [pair("A", "B", 0.9), pair("B", "C", 0.85), pair("A", "C", null)];
  expect(groupsOf(pairs, 0.8).map(({ raters }) => raters)).toEqual([["A", "B"], ["C"]]);
  expect(groupsOf(pairs, 0.95).map(({ raters, lowest }) => [raters, lowest])).toEqual([
    [["A"], null],
    [["B"], null],
    [["C"], null],
  ]);
  expect(groupsOf([pair("A", "B", null)], 0.8)).toEqual([]);
});
