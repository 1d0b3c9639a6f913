import { fc, test } from "@fast-check/vitest";
import { describe, expect } from "vitest";
import { fleissKappa } from "./fleiss";
import { gwetAC1, gwetAC2 } from "./gwet";
import { percentAgreement } from "./percent";
import { ratingsFromCounts, ratingsFromMatrix } from "./ratings";
import { matrices, range } from "./testing/arbitrary";
import { naiveAgreement, naiveShares, orderedPairs, ratingsByUnit } from "./testing/naive";
import {
  feinsteinUnbalanced,
  fleiss1971,
  gwet2002,
  krippendorff2011,
  matrixFromTable,
  wikipediaFleiss,
} from "./testing/published";

const countsOf = (table: number[][]) => ratingsFromCounts(new Uint8Array(table.flat()), [1, 2, 3, 4, 5]);
const same = (a: number, b: number) => (a === b ? 1 : 0);
const published = ratingsFromMatrix(krippendorff2011, { categories: range(1, 5) });

describe("percent agreement", () => {
  test("the three definitions give three values of the published example", () => {
    expect(percentAgreement(published).value).toBeCloseTo(9 / 11, 12);
    expect(percentAgreement(published, "unit_mean").value).toBeCloseTo(9 / 11, 12);
    expect(percentAgreement(published, "pairs_pooled").value).toBeCloseTo(43 / 55, 12);
    expect(percentAgreement(published, "all_raters").value).toBeCloseTo(8 / 11, 12);
    expect(percentAgreement(countsOf(wikipediaFleiss)).value).toBeCloseTo(172 / 455, 12);
  });

  test.prop([matrices(0, 2)])("by definition", (matrix) => {
    const ratings = ratingsFromMatrix(matrix);
    const units = ratingsByUnit(matrix).filter((unit) => unit.length > 1);
    if (units.length === 0) {
      expect(percentAgreement(ratings, "all_raters").reason).toBe("no-pairable-values");
      return;
    }
    const pairs = units.flatMap(orderedPairs);
    const pooled = pairs.filter(([a, b]) => a === b).length / pairs.length;
    const unanimous = units.filter((unit) => new Set(unit).size === 1).length / units.length;
    expect(percentAgreement(ratings, "unit_mean").value).toBeCloseTo(
      naiveAgreement(matrix, same) as number,
      10,
    );
    expect(percentAgreement(ratings, "pairs_pooled").value).toBeCloseTo(pooled, 10);
    expect(percentAgreement(ratings, "all_raters").value).toBeCloseTo(unanimous, 10);
    return;
  });
});

describe("Fleiss' kappa", () => {
  test("published examples", () => {
    expect(fleissKappa(countsOf(fleiss1971), "complete").value).toBeCloseTo(5437 / 12637, 12);
    expect(fleissKappa(countsOf(wikipediaFleiss), "complete").value).toBeCloseTo(4211 / 20059, 12);
    expect(fleissKappa(published).value).toBeCloseTo(7343 / 9647, 12);
  });

  test.prop([matrices(0, 2)])("with missing ratings, by definition", (matrix) => {
    const found = fleissKappa(ratingsFromMatrix(matrix));
    const observed = naiveAgreement(matrix, same);
    if (observed === null) {
      expect(found.reason).toBe("no-pairable-values");
      return;
    }
    const chance = naiveShares(matrix, range(0, 2)).reduce((sum, p) => sum + p * p, 0);
    if (1 - chance < 1e-12) {
      expect(found.reason).toBe("expected-agreement-is-1");
      return;
    }
    expect(found.value).toBeCloseTo((observed - chance) / (1 - chance), 10);
    return;
  });

  test("the original needs equally many ratings on every unit", () => {
    expect(fleissKappa(published, "complete")).toMatchObject({ value: null, reason: "incomplete-ratings" });
    const withEmptyUnit = ratingsFromMatrix([
      [1, 2, null, 1],
      [1, 2, null, 2],
    ]);
    expect(fleissKappa(withEmptyUnit, "complete").value).toBe(fleissKappa(withEmptyUnit, "available").value);
    expect(fleissKappa(ratingsFromMatrix([[1], [2]]), "complete").value).toBe(-1);
    expect(fleissKappa(ratingsFromMatrix([[1], [null]]), "complete").reason).toBe("no-pairable-values");
  });
});

describe("Gwet's AC1 and AC2", () => {
  test("published examples", () => {
    expect(gwetAC1(published).value).toBeCloseTo(31825 / 41041, 12);
    expect(gwetAC2(published, "linear").value).toBeCloseTo(6225 / 7249, 12);
    expect(gwetAC2(published, "quadratic").value).toBeCloseTo(17685 / 19349, 12);
    expect(gwetAC1(countsOf(fleiss1971)).value).toBeCloseTo(23363 / 52163, 12);
    expect(gwetAC1(ratingsFromMatrix(matrixFromTable(gwet2002))).value).toBeCloseTo(27799 / 29549, 12);
    expect(gwetAC1(ratingsFromMatrix(matrixFromTable(feinsteinUnbalanced))).value).toBeCloseTo(0.808, 3);
  });

  test("units rated once shape the categories' shares", () => {
    const ratings = ratingsFromMatrix(
      [
        [1, 2, 1, 5, 2, null, 1],
        [1, 2, 2, null, 2, 5, 1],
        [1, 1, 2, null, 2, null, null],
      ],
      {
        categories: range(1, 5),
      },
    );
    expect(gwetAC1(ratings).value).toBeCloseTo(0.6804347826086956, 12);
  });

  test.prop([matrices(0, 3), fc.constantFrom("none", "linear", "quadratic", "ordinal")])(
    "by definition",
    (matrix, weighting) => {
      const credit = (a: number, b: number) => {
        if (weighting === "none") return same(a, b);
        // The pairs of categories from one rating to the other: 1, 3 and 6 for one, two and three steps.
        if (weighting === "ordinal") return [1, 5 / 6, 1 / 2, 0][Math.abs(a - b)] as number;
        return weighting === "linear" ? 1 - Math.abs(a - b) / 3 : 1 - ((a - b) / 3) ** 2;
      };
      const ratings = ratingsFromMatrix(matrix, { categories: range(0, 3) });
      const found = weighting === "none" ? gwetAC1(ratings) : gwetAC2(ratings, weighting);
      const observed = naiveAgreement(matrix, credit);
      if (observed === null) {
        expect(found.reason).toBe("no-pairable-values");
        return;
      }
      const total = range(0, 3)
        .flatMap((a) => range(0, 3).map((b) => credit(a, b)))
        .reduce((sum, w) => sum + w, 0);
      const chance = (total / 12) * naiveShares(matrix, range(0, 3)).reduce((sum, p) => sum + p * (1 - p), 0);
      expect(found.value).toBeCloseTo((observed - chance) / (1 - chance), 10);
      return;
    },
  );

  test("all alike is perfect on a scale of two, undefined on a scale of one", () => {
    const alike = [
      [2, 2],
      [2, 2],
    ];
    expect(gwetAC1(ratingsFromMatrix(alike, { categories: [1, 2] })).value).toBe(1);
    expect(gwetAC1(ratingsFromMatrix(alike)).reason).toBe("single-category");
    expect(gwetAC2(ratingsFromMatrix(alike), "linear").reason).toBe("single-category");
  });

  test("the reason nothing to compare precedes that of a single category", () => {
    expect(
      gwetAC1(
        ratingsFromMatrix([
          [2, null],
          [null, 2],
        ]),
      ).reason,
    ).toBe("no-pairable-values");
  });

  test("an interval draws from all rated units", () => {
    expect(gwetAC1(published, {}).interval).toMatchObject({ drawn: 12 });
    expect(gwetAC2(published, "linear", {}).interval).toMatchObject({ drawn: 12 });
    expect(fleissKappa(published, "available", {}).interval).toMatchObject({ drawn: 12 });
    expect(percentAgreement(published, "unit_mean", {}).interval).toMatchObject({ drawn: 11 });
  });
});
