import { expect, test } from "vitest";
import { rangeOf, rangeOfScores } from "./estimates";

test("an axis holds every value and interval, and at least 0 to 1", () => {
  expect(rangeOf([{ value: 0.4, interval: [0.3, 0.5] }])).toEqual([0, 1]);
  expect(rangeOf([{ value: -0.47, interval: [-1.47, 0.54] }])).toEqual([-1.6, 1]);
  // A strength, and a mean of scores from 1 to 5.
  expect(rangeOf([{ value: 0.8, interval: [0.26, 1.34] }])).toEqual([0, 1.4]);
  expect(rangeOf([{ value: 3.75, interval: null }])).toEqual([0, 3.8]);
  expect(rangeOf([{ value: null, interval: null }])).toEqual([0, 1]);
});

test("an axis of scores holds every value and interval to whole points, and need not start at 0", () => {
  expect(
    rangeOfScores([
      { value: 3.2, interval: [2.7, 3.6] },
      { value: 4.1, interval: null },
    ]),
  ).toEqual([2, 5]);
  expect(rangeOfScores([{ value: 3, interval: null }])).toEqual([3, 4]);
  expect(rangeOfScores([{ value: null, interval: null }])).toBeUndefined();
});
