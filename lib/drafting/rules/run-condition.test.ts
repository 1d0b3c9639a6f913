import { expect, test } from "vitest";
import {
  conditionNumber,
  conditionOf,
  conditionParam,
  confidenceOf,
  partsOfCondition,
} from "./run-condition";

test("runs that differ in a parameter, a version or the rubric differ in their condition", () => {
  const params = { k: 5, cot: true };
  const conditions = [
    conditionOf("1", params),
    conditionOf("2", params),
    conditionOf("1", { ...params, k: 1 }),
    conditionOf("1", params, { method: "tick.generate", model: "gpt-4o" }),
    conditionOf("1", params, { method: "clstudy.generate.baseline", model: "gpt-4o" }),
    conditionOf("1", params, { method: "tick.generate", model: "gpt-4o", isReviewed: true }),
    conditionOf("1", params, { origin: "human" }),
  ];
  expect(new Set(conditions).size).toBe(conditions.length);
  expect(conditions[3]).toBe("v1, cot=true, k=5, rubric=tick.generate (gpt-4o)");
});

test("the order parameters were given in makes no condition of its own", () => {
  expect(conditionOf("1", { b: "x", a: [1, 2] })).toBe(conditionOf("1", { a: [1, 2], b: "x" }));
});

test("a condition says which parameters and rubric it was made of", () => {
  const condition = conditionOf("1", { k: 5, cot: true }, { method: "tick.generate", model: "gpt-4o" });
  expect(partsOfCondition(condition)).toEqual({
    parameters: "v1, cot=true, k=5",
    rubric: "tick.generate (gpt-4o)",
  });
  expect(partsOfCondition("v1, k=5")).toEqual({ parameters: "v1, k=5" });
  expect(partsOfCondition("rubric=human")).toEqual({ parameters: "", rubric: "human" });
  expect([conditionParam(condition, "cot"), conditionParam(condition, "samples")]).toEqual([
    "true",
    undefined,
  ]);
  expect([conditionNumber(condition, "k"), conditionNumber(condition, "cot")]).toEqual([5, undefined]);
});

test("confidence is the share of usable votes for the drafted value", () => {
  const draft = { target: "overall" as const, lines: [], flags: [] };
  expect(confidenceOf({ ...draft, value: "yes", votes: ["yes", "no", null, "yes"] })).toBeCloseTo(2 / 3);
  // A mean, or a tie of opposed votes, is no share of them.
  expect(confidenceOf({ ...draft, value: 3.5, votes: [3, 4] })).toBeUndefined();
  expect(confidenceOf({ ...draft, value: "yes", votes: ["yes"] })).toBeUndefined();
  expect(confidenceOf({ ...draft, value: "yes" })).toBeUndefined();
});
