import fc from "fast-check";
import { expect, test } from "vitest";
import { jackknifeError } from "./jackknife";

test("the jackknife error of a mean is the usual standard error", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -100, max: 100 }), { minLength: 3, maxLength: 20 }), (values) => {
      const n = values.length;
      const sum = values.reduce((all, value) => all + value, 0);
      const squares = values.reduce((all, value) => all + (value - sum / n) ** 2, 0);
      const error = jackknifeError(values.map((value) => (sum - value) / (n - 1)));
      expect(error).toBeCloseTo(Math.sqrt(squares / (n - 1) / n), 9);
    }),
  );
});

test("the jackknife error of two values is undefined", () => {
  expect(jackknifeError([0.2, 0.4])).toBeNull();
});
