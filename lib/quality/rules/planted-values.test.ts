import { fc, test as propTest } from "@fast-check/vitest";
import { describe, expect, test } from "vitest";
import type { Value } from "@/lib/judgement/schema";
import {
  flipped,
  isCorrected,
  linesPreferring,
  linesWith,
  mislabelled,
  nextKey,
  otherSide,
  uniformHash,
} from "@/lib/quality/rules/planted-values";
import { ratesBy } from "@/lib/quality/rules/results";
import type { PlantedResult } from "@/lib/quality/schema";

const points = fc
  .tuple(fc.integer({ min: -5, max: 5 }), fc.integer({ min: 1, max: 9 }))
  .map(([min, span]) => ({ type: "points" as const, min, max: min + span }));

describe("a planted value", () => {
  propTest.prop([points, fc.nat(9), fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })])(
    "is on the scale, another one, and at least half the scale away",
    (scale, step, uniform) => {
      const value = Math.min(scale.max, scale.min + step);
      const other = flipped(value, scale, uniform);
      expect(other).not.toBeNull();
      expect(other).not.toBe(value);
      expect(Number(other)).toBeGreaterThanOrEqual(scale.min);
      expect(Number(other)).toBeLessThanOrEqual(scale.max);
      expect(Math.abs(Number(other) - value)).toBeGreaterThanOrEqual((scale.max - scale.min) / 2);
    },
  );

  test("is the other answer", () => {
    expect(flipped("yes", { type: "yesno" }, 0)).toBe("no");
    expect(flipped("no", { type: "yesnona" }, 0.9)).toBe("yes");
    expect([flipped("na", { type: "yesnona" }, 0), flipped("na", { type: "yesnona" }, 0.9)]).toEqual([
      "yes",
      "no",
    ]);
    expect(flipped("A", { type: "yesno" }, 0)).toBeNull();
    expect(flipped("yes", { type: "points", min: 1, max: 5 }, 0)).toBeNull();
  });
});

describe("the line that states the value", () => {
  test.each([
    ["I rate it 4 out of 5.", 4, 2, "I rate it 2 out of 5."],
    ["4/5, not 4.5", 4, 1, "1/5, not 4.5"],
    ["14 words: a 4", 4, 5, "14 words: a 5"],
    ["Yes, it does.", "yes", "no", "No, it does."],
    ["The answer is no.", "no", "yes", "The answer is yes."],
    ["Nothing notable.", "no", "yes", "Answer: yes"],
    ["Quite good", 4, 1, "Score: 1"],
  ] as const)("%s", (line, value, planted, changed) => {
    expect(linesWith(["first", line, "last"], 1, value, planted)).toEqual(["first", changed, "last"]);
  });

  test("is not changed when it cannot be recognised", () => {
    expect(linesWith(["It is a 4."], null, 4, 1)).toEqual(["It is a 4."]);
    expect(linesWith([], 3, 4, 1)).toEqual([]);
  });
});

describe("a planted preference", () => {
  test("is for the other response by the same strength, and for either one in place of a tie", () => {
    expect([1, 2, 4, 5, "A", "B"].map((value) => otherSide(value as Value, 0.3))).toEqual([
      5,
      4,
      2,
      1,
      "B",
      "A",
    ]);
    expect([0.3, 0.7].map((uniform) => otherSide(3, uniform))).toEqual([1, 5]);
    expect([0.3, 0.7].map((uniform) => otherSide("tie", uniform))).toEqual(["A", "B"]);
  });

  test.each([
    ["Response A is better than Response B.", "A", "B", "Response B is better than Response A."],
    ["A is clearer.", "A", "B", "B is clearer."],
    ["A clear case: B", "B", "A", "A clear case: A"],
    ["So the value is 2.", 2, 4, "So the value is 4."],
    ["2: A is slightly better", 2, 4, "4: B is slightly better"],
    ["The first one wins.", "A", "B", "Answer: B"],
    ["Both are fine: 3", 3, 5, "Score: 5"],
    ["tie", "tie", "A", "Answer: A"],
  ] as const)("the line that states it: %s", (line, value, planted, changed) => {
    expect(linesPreferring(["A and B", line], 1, value, planted)).toEqual(["A and B", changed]);
    expect(linesPreferring([line], null, value, planted)).toEqual([line]);
  });
});

describe("planted labels", () => {
  const all = ["a", "b", "c", "d"];
  const uniform = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });

  propTest.prop([fc.subarray(all, { minLength: 1 }), uniform])(
    "are one more or one less than the drafted ones, and never none",
    (drafted, chance) => {
      const error = mislabelled(drafted, { all, several: true }, chance);
      if (!error) throw new Error("there is always another label, or one to leave out");
      expect(error.labels.length).toBeGreaterThan(0);
      expect(Math.abs(error.labels.length - drafted.length)).toBe(1);
      expect(drafted.includes(error.label)).not.toBe(error.labels.includes(error.label));
      expect(isCorrected(drafted, { shown: error.labels, label: error.label })).toBe(true);
      expect(isCorrected(error.labels, { shown: error.labels, label: error.label })).toBe(false);
    },
  );

  propTest.prop([fc.constantFrom(...all), uniform])(
    "are a different label where only one is allowed",
    (drafted, chance) => {
      const error = mislabelled([drafted], { all, several: false }, chance);
      expect(error?.labels).toHaveLength(1);
      expect(error?.labels).not.toEqual([drafted]);
    },
  );

  test("cannot be planted where there is no other label", () => {
    expect(mislabelled(["a"], { all: ["a"], several: true }, 0.2)).toBeNull();
  });
});

test("a planted item is named like the others", () => {
  expect(nextKey(["c1.1", "c1.2"])).toBe("c1.3");
  expect(nextKey(["q9", "q10", "q9"])).toBe("q11");
  expect(nextKey(["short", "polite"])).toBe("polite-2");
  expect(nextKey(["x3", "x2"])).toBe("x4");
});

test("uniform numbers follow from their text and spread", () => {
  expect(uniformHash("a")).toBe(uniformHash("a"));
  const uniforms = Array.from({ length: 1000 }, (_, n) => uniformHash(`5:${n}`));
  expect(uniforms.every((uniform) => uniform >= 0 && uniform < 1)).toBe(true);
  expect(uniforms.reduce((sum, uniform) => sum + uniform) / 1000).toBeCloseTo(0.5, 1);
});

test("rates are pooled within a group, and undefined without answers", () => {
  const row = (change: Partial<PlantedResult>): PlantedResult => ({
    kind: "verdict",
    arm: "A",
    code: "P1",
    name: "Ada",
    planted: 0,
    detected: 0,
    left: 0,
    overruled: 0,
    ...change,
  });
  const results = [
    row({ planted: 4, detected: 3, left: 10, overruled: 1 }),
    row({ arm: "B", planted: 1, detected: 0, left: 10, overruled: 4 }),
    row({ arm: "B", code: "P2", name: "Bo", left: 5 }),
  ];
  expect(ratesBy(results, "code")).toEqual([
    { key: "P1", name: "Ada", detection: { share: 0.6, of: 5 }, falseAlarm: { share: 0.25, of: 20 } },
    { key: "P2", name: "Bo", detection: null, falseAlarm: { share: 0, of: 5 } },
  ]);
  expect(ratesBy(results, "arm")).toMatchObject([
    { key: "A", name: null, detection: { share: 0.75 } },
    { key: "B", detection: { share: 0 }, falseAlarm: { share: 4 / 15 } },
  ]);
});
