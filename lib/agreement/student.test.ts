import { describe, expect, test } from "vitest";
import { rejectedAt, studentTail } from "./student";

describe("Student's distribution", () => {
  // Quantiles as printed in tables of the distribution.
  test.each([
    [6.313752, 1, 0.05],
    [2.919986, 2, 0.05],
    [1.812461, 10, 0.05],
    [2.763769, 10, 0.01],
    [1.697261, 30, 0.05],
    [1.660234, 100, 0.05],
  ])("t = %d with %i degrees leaves %d above", (t, degrees, p) => {
    expect(studentTail(t, degrees)).toBeCloseTo(p, 6);
    expect(studentTail(-t, degrees)).toBeCloseTo(1 - p, 6);
  });

  test("the middle and the ends", () => {
    expect(studentTail(0, 7)).toBeCloseTo(0.5, 12);
    expect(studentTail(Number.POSITIVE_INFINITY, 7)).toBe(0);
    expect(studentTail(Number.NEGATIVE_INFINITY, 7)).toBe(1);
  });
});

test("rejections under any dependence: steps of q / (m · H)", () => {
  // Three hypotheses at 5 %: steps .05/(3·11/6) = .00909, .01818, .02727.
  expect(rejectedAt([0.001, 0.018, 0.03], 0.05)).toEqual([true, true, false]);
  expect(rejectedAt([0.02, 0.026, 0.027], 0.05)).toEqual([true, true, true]);
  expect(rejectedAt([0.028, 0.5, 0.6], 0.05)).toEqual([false, false, false]);
  expect(rejectedAt([], 0.05)).toEqual([]);
});
