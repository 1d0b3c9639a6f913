import { expect, test } from "vitest";
import { PairCounts } from "./complete-design";
import { fleissKappa } from "./fleiss";
import { krippendorffAlpha } from "./krippendorff";
import { randomFrom } from "./random";
import { ratingsFromMatrix } from "./ratings";

const CATEGORIES = [1, 2, 3, 4];

test("α and κ are those of the general estimators, for every number of raters", () => {
  const random = randomFrom(3);
  for (let study = 0; study < 20; study++) {
    const units = Array.from({ length: 5 + study }, () => {
      const own = Math.floor(random() * 4);
      return Array.from({ length: 5 }, () => (random() < 0.5 ? own : Math.floor(random() * 4)));
    });
    const counts = new PairCounts(CATEGORIES.length, 5);
    for (const unit of units) counts.add(unit);
    for (const raters of [2, 3, 5]) {
      const matrix = Array.from({ length: raters }, (_, rater) =>
        units.map((values) => CATEGORIES[values[rater] ?? 0] ?? null),
      );
      const ratings = ratingsFromMatrix(matrix, { categories: CATEGORIES });
      for (const level of ["nominal", "ordinal"] as const)
        expect(counts.alpha(raters, level)).toBeCloseTo(
          krippendorffAlpha(ratings, level).value ?? Number.NaN,
          12,
        );
      expect(counts.kappa(raters)).toBeCloseTo(fleissKappa(ratings).value ?? Number.NaN, 12);
    }
  }
});

test("ratings that never vary, and designs with one rater, have no value", () => {
  const counts = new PairCounts(2, 2);
  counts.add([1, 1]);
  counts.add([1, 1]);
  expect(counts.alpha(2, "ordinal")).toBe("no-variation");
  expect(counts.kappa(2)).toBe("expected-agreement-is-1");
  expect(counts.alpha(1, "nominal")).toBe("no-pairable-values");
  expect(new PairCounts(2, 2).kappa(2)).toBe("no-pairable-values");
});
