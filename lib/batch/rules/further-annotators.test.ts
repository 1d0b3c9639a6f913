import { fc, test } from "@fast-check/vitest";
import { expect } from "vitest";
import { isContested } from "@/lib/batch/rules/further-annotators";

test("a further annotator is asked where any two of the first ones differ", () => {
  expect(isContested(["yes", "yes"], 2, { points: 1 })).toBe(false);
  expect(isContested(["yes", "no"], 2, { points: 1 })).toBe(true);
  expect(isContested(["yes", "yes", "no"], 3, { points: 1 })).toBe(true);
  expect(isContested(["yes"], 1, { points: 1 })).toBe(false);
  expect(isContested([3, 4], 2, { points: 1 })).toBe(true);
  expect(isContested([3, 4], 2, { points: 2 })).toBe(false);
  expect(isContested([2, 4], 2, { points: 2 })).toBe(true);
});

test("another one is asked while no value has more than half of the votes", () => {
  expect(isContested(["yes", "no", "no"], 2, { points: 1 })).toBe(false);
  expect(isContested(["yes", "no", "na"], 2, { points: 1 })).toBe(true);
  expect(isContested(["A", "B", "tie", "A"], 2, { points: 1 })).toBe(true);
  expect(isContested(["A", "B", "A", "A"], 2, { points: 1 })).toBe(false);
  // 4 has 3 and 5 within a point.
  expect(isContested([1, 4, 5, 3], 2, { points: 2 })).toBe(false);
  expect(isContested([1, 3, 5], 2, { points: 2 })).toBe(true);
});

test.prop([
  fc.array(fc.constantFrom("yes" as const, "no" as const), { minLength: 2, maxLength: 9 }),
  fc.integer({ min: 1, max: 5 }),
])("the answer does not depend on the order in which annotators judged", (values, k) => {
  const contested = isContested(values, k, { points: 1 });
  expect(isContested(values.toReversed(), k, { points: 1 })).toBe(contested);
  if (new Set(values).size === 1) expect(contested).toBe(false);
});
