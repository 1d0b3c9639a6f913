import { fc, test } from "@fast-check/vitest";
import { expect } from "vitest";
import { coefficientsOf } from "./coefficients";
import { gwetAC1, gwetAC2 } from "./gwet";
import { krippendorffAlpha } from "./krippendorff";
import { percentAgreement } from "./percent";
import { ratingsFromMatrix } from "./ratings";
import { matrices } from "./testing/arbitrary";

const request = { replicates: 50, seed: 7 };
const declared = { categories: [0, 1, 2, 3] };

test.prop([matrices(0, 3), fc.boolean()])(
  "each coefficient and interval equals the one computed alone",
  (matrix, isListed) => {
    const ratings = ratingsFromMatrix(matrix, declared);
    const { percent, ac1, levels } = coefficientsOf(
      ratings,
      ["nominal", "ordinal", "interval"],
      { categories: isListed },
      request,
    );
    expect(percent).toEqual(percentAgreement(ratings, "unit_mean", request));
    expect(ac1).toEqual(isListed ? gwetAC1(ratings, request) : null);
    expect(levels.map(({ alpha }) => alpha)).toEqual(
      (["nominal", "ordinal", "interval"] as const).map((level) =>
        krippendorffAlpha(ratings, level, request),
      ),
    );
    expect(levels.map(({ ac2 }) => ac2)).toEqual(
      isListed
        ? [null, gwetAC2(ratings, "ordinal", request), gwetAC2(ratings, "quadratic", request)]
        : [null, null, null],
    );
  },
);

test("raters one point apart agree partly when weighted, and not at all unweighted", () => {
  const ratings = ratingsFromMatrix(
    [
      [1, 2, 3, 4, 2, 3, 4, 1],
      [2, 3, 4, 5, 1, 2, 5, 2],
    ],
    { categories: [1, 2, 3, 4, 5] },
  );
  const { percent, ac1, levels } = coefficientsOf(ratings, ["ordinal"], { categories: true }, request);
  expect(percent.value).toBe(0);
  expect(ac1?.value).toBeLessThan(0);
  // One step of four costs one tenth.
  expect(levels[0]?.weightedPercent?.value).toBeCloseTo(0.9, 12);
  expect(levels[0]?.ac2?.value).toBeGreaterThan(0.6);
  expect(levels[0]?.weightedPercent?.interval?.drawn).toBe(8);
});
