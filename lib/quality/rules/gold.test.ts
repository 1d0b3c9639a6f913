import { describe, expect, test } from "vitest";
import { swapSides } from "@/lib/judgement/rules/sides";
import type { Value } from "@/lib/judgement/schema";
import { isRight, sharedOf, totalsOf } from "@/lib/quality/rules/gold";

describe("a given value is right", () => {
  test("if it equals gold, or is a score near it", () => {
    expect(isRight("value", "yes", "yes")).toBe(true);
    expect(isRight("value", "no", "yes", 5)).toBe(false);
    expect(isRight("value", "na", "no", 5)).toBe(false);
    expect(isRight("value", null, "no", 5)).toBe(false);
    expect([1, 2, 3, 4, 5].filter((score) => isRight("value", score, 3, 1))).toEqual([2, 3, 4]);
    expect([1, 2, 3, 4, 5].filter((score) => isRight("value", score, 3))).toEqual([3]);
    expect(isRight("value", 1, "yes", 9)).toBe(false);
  });

  test("if a preference is for the same response, in either form and order", () => {
    const forms: Value[] = [1, 2, 3, 4, 5, "A", "B", "tie"];
    const right = (gold: Value) => forms.filter((given) => isRight("preference", given, gold));
    expect(right(1)).toEqual([1, 2, "A"]);
    expect(right("A")).toEqual([1, 2, "A"]);
    expect(right("tie")).toEqual([3, "tie"]);
    for (const given of forms)
      for (const gold of forms)
        expect(isRight("preference", swapSides(given), swapSides(gold))).toBe(
          isRight("preference", given, gold),
        );
  });

  test("is not counted where gold is a tie and the choice was forced", () => {
    expect(isRight("preference", "A", "tie")).toBeNull();
    expect(isRight("preference", "B", 3)).toBeNull();
    expect(isRight("preference", 2, "tie")).toBe(false);
  });

  test("if all labels are the same", () => {
    expect(isRight("labels", ["Tone", "Length"], ["Length", "Tone"])).toBe(true);
    expect(isRight("labels", ["Tone"], ["Length", "Tone"])).toBe(false);
    expect(isRight("labels", [], [])).toBe(true);
    expect(isRight("labels", [], ["Tone"])).toBe(false);
  });
});

test("the share of common labels is that of labels in both sets among labels in either", () => {
  expect(sharedOf(["a", "b"], ["b", "c"])).toBeCloseTo(1 / 3);
  expect(sharedOf([], [])).toBe(1);
  expect(sharedOf([], ["a"])).toBe(0);
});

test("results count every unit once, by kind", () => {
  expect(
    totalsOf([
      { about: "value", given: 4, gold: 2, times: 3 },
      { about: "value", given: "yes", gold: "yes", times: 2 },
      { about: "preference", given: 1, gold: 2, times: 1 },
      { about: "preference", given: "A", gold: "tie", times: 9 },
      { about: "labels", given: ["a"], gold: ["a", "b"], times: 2 },
    ]),
  ).toEqual({ n: 8, agreed: 3, distance: 2, shared: 0.5 });
  expect(totalsOf([])).toEqual({ n: 0, agreed: 0, distance: null, shared: null });
});
