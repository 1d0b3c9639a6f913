import { fc, test } from "@fast-check/vitest";
import { expect } from "vitest";
import {
  preferenceInconsistency,
  ratingInconsistency,
} from "@/lib/drafting/rules/methods/checklist-study/inconsistency";

test("standard deviations are those of the paper's examples: a population's", () => {
  expect(ratingInconsistency([4, 4, 4, 4, 4, 4, 4, 4, 5, 5])).toBe(0.4);
  expect(ratingInconsistency([3, 3, 4, 4, 4, 4, 4, 4, 5, 5])).toBeCloseTo(0.63, 2);
});

test("a threshold of 0.4 is met by a deviation of 0.4, whatever the order of its sum", () => {
  for (const votes of [
    [4, 4, 4, 4, 5],
    [5, 4, 4, 4, 4],
    [2, 2, 1, 2, 2],
  ])
    expect(ratingInconsistency(votes)).toBe(0.4);
});

test("the inconsistency of a pair is the number of minority votes, without unreadable samples", () => {
  expect(preferenceInconsistency(["A", "A", "B", null, "A"])).toBe(1);
  expect(preferenceInconsistency(Array.from({ length: 10 }, (_, n) => (n % 2 ? "A" : "B")))).toBe(5);
  expect(preferenceInconsistency(["B", "B"])).toBe(0);
  expect(preferenceInconsistency([null, null])).toBeNull();
  expect(ratingInconsistency([null])).toBeNull();
});

test.prop([fc.array(fc.constantFrom("A", "B", null), { minLength: 1 })])(
  "the inconsistency of a pair does not depend on its order, and is at most half of the samples",
  (votes) => {
    const turned = votes.map((vote) => (vote === null ? null : vote === "A" ? "B" : "A"));
    expect(preferenceInconsistency(turned)).toBe(preferenceInconsistency(votes));
    expect(preferenceInconsistency(votes) ?? 0).toBeLessThanOrEqual(votes.length / 2);
  },
);

test.prop([fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1 })])(
  "the inconsistency of ratings does not depend on their order, and is at most half of the scale",
  (votes) => {
    const found = ratingInconsistency(votes);
    expect(ratingInconsistency(votes.toReversed())).toBe(found);
    expect(found).toBeGreaterThanOrEqual(0);
    expect(found).toBeLessThanOrEqual(2);
  },
);
