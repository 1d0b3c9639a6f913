import { fc, test } from "@fast-check/vitest";
import { describe, expect } from "vitest";
import { cohenKappa, lightKappa, scottPi } from "./kappa";
import { ratingsFromCounts, ratingsFromMatrix } from "./ratings";
import { matrices, range } from "./testing/arbitrary";
import { naiveKappa, naivePairs } from "./testing/naive";
import {
  cohen1968,
  feinsteinBalanced,
  feinsteinUnbalanced,
  gwet2002,
  gwetGender,
  krippendorff2011,
  matrixFromTable,
  wikipediaScott,
} from "./testing/published";

const tableOf = (table: number[][]) =>
  ratingsFromMatrix(matrixFromTable(table), { categories: range(0, table.length - 1) });

describe("Cohen's kappa", () => {
  test("published examples", () => {
    expect(cohenKappa(tableOf(cohen1968)).value).toBeCloseTo(29 / 59, 12);
    expect(
      cohenKappa(
        tableOf([
          [20, 5],
          [10, 15],
        ]),
      ).value,
    ).toBeCloseTo(0.4, 12);
    expect(
      cohenKappa(
        tableOf([
          [45, 15],
          [25, 15],
        ]),
      ).value,
    ).toBeCloseTo(0.1304, 4);
    expect(
      cohenKappa(
        tableOf([
          [25, 35],
          [5, 35],
        ]),
      ).value,
    ).toBeCloseTo(0.2593, 4);
    expect(cohenKappa(tableOf(feinsteinBalanced)).value).toBeCloseTo(0.69952, 5);
    expect(cohenKappa(tableOf(feinsteinUnbalanced)).value).toBeCloseTo(0.31818, 5);
    expect(cohenKappa(tableOf(gwet2002)).value).toBeCloseTo(-4 / 171, 12);
  });

  test("weights go by the declared scale", () => {
    const ratings = ratingsFromMatrix(krippendorff2011, { categories: range(1, 5) });
    expect(cohenKappa(ratings).value).toBeCloseTo(49 / 58, 12);
    expect(cohenKappa(ratings, "linear").value).toBeCloseTo(76 / 85, 12);
    expect(cohenKappa(ratings, "quadratic").value).toBeCloseTo(140 / 149, 12);
    const gap = [
      [1, 1, 2, 5, 5, 2, 1],
      [1, 2, 2, 5, 2, 2, 1],
    ];
    const declared = cohenKappa(ratingsFromMatrix(gap, { categories: range(1, 5) }), "linear").value;
    expect(declared).not.toBeCloseTo(cohenKappa(ratingsFromMatrix(gap), "linear").value as number, 3);
  });

  test.prop([matrices(0, 3, 3), fc.constantFrom("none" as const, "linear" as const, "quadratic" as const)])(
    "equals its definition",
    (matrix, weighting) => {
      const pairs = naivePairs(matrix);
      const credit = (a: number, b: number) => {
        if (weighting === "none") return a === b ? 1 : 0;
        return weighting === "linear" ? 1 - Math.abs(a - b) / 3 : 1 - ((a - b) / 3) ** 2;
      };
      const found = cohenKappa(ratingsFromMatrix(matrix, { categories: range(0, 3) }), weighting);
      expect(found).toMatchObject({ units: pairs.length, raters: 2, pairable: 2 * pairs.length });
      if (pairs.length === 0) {
        expect(found.reason).toBe("no-common-units");
        return;
      }
      const expected = naiveKappa(pairs, credit);
      if (expected === null) {
        expect(found.reason).toBe("expected-agreement-is-1");
        return;
      }
      expect(found.value).toBeCloseTo(expected, 10);
      return;
    },
  );

  test("a constant rater scores 0, also when both are constant and differ", () => {
    const one = ratingsFromMatrix(
      [
        [3, 3, 3, 3],
        [1, 2, 3, 5],
      ],
      { categories: range(1, 5) },
    );
    for (const weighting of ["none", "linear", "quadratic"] as const)
      expect(cohenKappa(one, weighting).value).toBe(0);
    expect(
      cohenKappa(
        ratingsFromMatrix([
          [1, 1],
          [2, 2],
        ]),
      ).value,
    ).toBe(0);
  });

  test("other raters than the first two", () => {
    const ratings = ratingsFromMatrix([
      [0, 0, 1],
      [0, 1, 1],
      [0, 0, 1],
    ]);
    expect(cohenKappa(ratings, "none", [0, 2]).value).toBe(1);
    expect(cohenKappa(ratings, "none", [0, 3]).reason).toBe("no-common-units");
    expect(cohenKappa(ratings, "none", [0, 9]).reason).toBe("no-common-units");
  });

  test("anonymous ratings have no two raters", () => {
    expect(cohenKappa(ratingsFromCounts(new Uint8Array([2, 0, 1, 1]), ["a", "b"])).reason).toBe(
      "no-common-units",
    );
  });
});

describe("Scott's pi", () => {
  test("published examples", () => {
    expect(scottPi(tableOf(wikipediaScott)).value).toBeCloseTo(-4 / 71, 12);
    expect(scottPi(tableOf(gwet2002)).value).toBeCloseTo(-7 / 243, 12);
    expect(scottPi(ratingsFromMatrix(krippendorff2011)).value).toBeCloseTo(97 / 115, 12);
  });

  test("edge cases", () => {
    expect(
      scottPi(
        ratingsFromMatrix([
          [1, 1],
          [1, 1],
        ]),
      ).reason,
    ).toBe("expected-agreement-is-1");
    expect(
      scottPi(
        ratingsFromMatrix([
          [1, null],
          [null, 1],
        ]),
      ).reason,
    ).toBe("no-common-units");
    expect(
      scottPi(
        ratingsFromMatrix([
          [1, 1],
          [2, 2],
        ]),
      ).value,
    ).toBe(-1);
  });
});

describe("Light's kappa", () => {
  test("Gwet 2014", () => {
    expect(lightKappa(ratingsFromMatrix(gwetGender)).value).toBeCloseTo(10321699 / 60475464, 12);
    expect(lightKappa(ratingsFromMatrix(gwetGender))).toMatchObject({ units: 15, raters: 4, pairable: 60 });
  });

  test.prop([matrices(0, 2, 4)])("is the mean of Cohen's kappa over all pairs", (matrix) => {
    const ratings = ratingsFromMatrix(matrix);
    const all = range(0, matrix.length - 1).flatMap((a) =>
      range(a + 1, matrix.length - 1).map((b) => cohenKappa(ratings, "linear", [a, b])),
    );
    const light = lightKappa(ratings, "linear");
    const missing = all.find(({ value }) => value === null);
    if (missing) {
      expect(light.reason).toBe(missing.reason);
      return;
    }
    const mean = all.reduce((sum, { value }) => sum + (value as number), 0) / all.length;
    expect(light.value).toBeCloseTo(mean, 10);
    return;
  });

  test("needs two raters", () => {
    expect(lightKappa(ratingsFromMatrix([[1, 2]])).reason).toBe("no-common-units");
    expect(lightKappa(ratingsFromCounts(new Uint8Array([1, 1]), ["a", "b"])).reason).toBe("no-common-units");
  });

  test("its interval resamples units with their raters", () => {
    const { interval } = lightKappa(
      ratingsFromMatrix([...gwetGender.map((row) => [...row, null, null, "a"])]),
      "none",
      {
        replicates: 200,
      },
    );
    expect(interval).toMatchObject({ drawn: 16, replicates: 200 });
    const partly = ratingsFromMatrix([
      ["a", "b", "a", "b", "a"],
      ["a", "b", "b", "b", null],
    ]);
    expect(lightKappa(partly, "none", {}).interval).toMatchObject({ drawn: 4 });
    const clusters = [1, 1, 2, 2, 2];
    expect(lightKappa(partly, "none", { clusters }).interval).toMatchObject({ drawn: 2 });
    expect(lightKappa(partly, "none", { resample: "all-units" }).interval).toMatchObject({ drawn: 5 });
  });
});
