import { expect, test } from "vitest";
import { standardDeviation } from "./standard-deviation";

const of = (...values: number[]) => standardDeviation(values.map((value) => [value, 1] as const));

test("ratings with a published standard deviation have it: it is that of a population", () => {
  // The two examples of the checklist study, 0.4 and 0.63, which n − 1 gives as 0.45 and 0.71.
  expect(of(4, 4, 4, 4, 5)).toBeCloseTo(0.4, 12);
  expect(of(3, 4, 4, 4, 5)).toBeCloseTo(0.632, 3);
  expect(
    standardDeviation([
      [4, 8],
      [5, 2],
    ]),
  ).toBeCloseTo(0.4, 12);
});

test("one value has no standard deviation, equal values one of 0", () => {
  expect(of()).toBeNull();
  expect(of(3)).toBeNull();
  expect(of(3, 3)).toBe(0);
});
