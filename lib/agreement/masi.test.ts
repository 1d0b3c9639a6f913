import { test as property } from "@fast-check/vitest";
import fc from "fast-check";
import { expect, test } from "vitest";
import { krippendorffAlpha } from "./krippendorff";
import { masi, masiDistance, setRating } from "./masi";
import { ratingsFromMatrix } from "./ratings";

test("equal sets, contained ones, overlapping ones and disjoint ones", () => {
  expect(masi(["a", "b"], ["b", "a"])).toBe(0);
  expect(masi([], [])).toBe(0);
  expect(masi(["a", "b"], ["a", "b", "c", "d"])).toBeCloseTo(1 - (2 / 4) * (2 / 3), 12);
  expect(masi(["a", "b"], ["b", "c"])).toBeCloseTo(1 - (1 / 3) * (1 / 3), 12);
  expect(masi(["a"], ["b"])).toBe(1);
  expect(masi([], ["a"])).toBe(1);
});

const labels = fc.uniqueArray(fc.constantFrom("a", "b", "c", "d", "e"));

property.prop([labels, labels])("is symmetric, and 0 for equal sets alone", (a, b) => {
  expect(masi(a, b)).toBe(masi(b, a));
  expect(masi(a, b) === 0).toBe(setRating(a) === setRating(b));
  expect(masi(a, b)).toBeGreaterThanOrEqual(0);
  expect(masi(a, b)).toBeLessThanOrEqual(1);
});

test("alpha by hand: overlapping sets disagree less than disjoint ones", () => {
  const [one, both, other] = [["x"], ["x", "y"], ["y"]].map(setRating) as [string, string, string];
  // Two raters, two units: {x} beside {x, y}, and {y} beside {y}.
  const alpha = (second: string) =>
    krippendorffAlpha(
      ratingsFromMatrix([
        [one, other],
        [second, other],
      ]),
      masiDistance(),
    ).value;
  // D_o is 2/3 of one of two pairs. Of the six pairs of {x}, {x, y}, {y}, {y}, one is equal, {x} and {y} are
  // disjoint twice, and three times one set contains the other.
  expect(alpha(both)).toBeCloseTo(1 - 2 / 3 / 2 / ((2 + 3 * (2 / 3)) / 6), 12);
  expect(alpha(one)).toBe(1);
});
