import { fc, test } from "@fast-check/vitest";
import { alpha as peerAlpha } from "krippendorff";
import { describe, expect } from "vitest";
import { coincidences } from "./coincidence";
import { krippendorffAlpha, type Level } from "./krippendorff";
import { ratingsFromCodes, ratingsFromCounts, ratingsFromMatrix, ratingsFromRows } from "./ratings";
import { matrices, range } from "./testing/arbitrary";
import { naiveAlpha, type RatingMatrix, squaredDistance } from "./testing/naive";
import {
  fleiss1971,
  gwetGender,
  krippendorff2011,
  krippendorff2011Binary,
  krippendorff2011Nominal,
  wikipediaAlpha,
  wikipediaFleiss,
} from "./testing/published";

const levels: Level[] = ["nominal", "ordinal", "interval", "ratio"];
const alphaOf = (matrix: Parameters<typeof ratingsFromMatrix>[0], level: Level) =>
  krippendorffAlpha(ratingsFromMatrix(matrix), level);
const countsOf = (table: number[][]) => ratingsFromCounts(new Uint8Array(table.flat()), [1, 2, 3, 4, 5]);

describe("published examples", () => {
  test("Krippendorff 2011, four observers with missing ratings", () => {
    expect(alphaOf(krippendorff2011, "nominal").value).toBeCloseTo(113 / 152, 12);
    expect(alphaOf(krippendorff2011, "ordinal").value).toBeCloseTo(108577 / 133160, 12);
    expect(alphaOf(krippendorff2011, "interval").value).toBeCloseTo(951 / 1120, 12);
    expect(alphaOf(krippendorff2011, "ratio").value).toBeCloseTo(18222619 / 22852465, 12);
  });

  test("reports its units and ratings: a unit rated once does not count", () => {
    expect(alphaOf(krippendorff2011, "nominal")).toMatchObject({
      reason: null,
      units: 11,
      raters: 4,
      pairable: 40,
    });
  });

  test("Krippendorff 2011, two observers", () => {
    expect(alphaOf(krippendorff2011Binary, "nominal").value).toBeCloseTo(2 / 21, 12);
    expect(alphaOf(krippendorff2011Nominal, "nominal").value).toBeCloseTo(155 / 224, 12);
  });

  test("Wikipedia", () => {
    expect(alphaOf(wikipediaAlpha, "nominal").value).toBeCloseTo(56 / 81, 12);
    expect(alphaOf(wikipediaAlpha, "ordinal").value).toBeCloseTo(112173 / 139048, 12);
    expect(alphaOf(wikipediaAlpha, "interval").value).toBeCloseTo(643 / 793, 12);
    expect(alphaOf(wikipediaAlpha, "ratio").value).toBeCloseTo(90503 / 111878, 12);
  });

  test("complete data with more than two raters", () => {
    expect(krippendorffAlpha(countsOf(fleiss1971), "nominal").value).toBeCloseTo(5477 / 12637, 12);
    expect(krippendorffAlpha(countsOf(wikipediaFleiss), "ordinal").value).toBeCloseTo(
      32965759 / 60963000,
      12,
    );
    expect(krippendorffAlpha(countsOf(wikipediaFleiss), "interval").value).toBeCloseTo(252286 / 463983, 12);
    expect(alphaOf(gwetGender, "nominal").value).toBeCloseTo(484 / 3375, 12);
  });
});

describe("by definition", () => {
  test.prop([matrices(0, 4), fc.constantFrom(...levels)])(
    "equals the sum over all pairs",
    (matrix, level) => {
      const expected = naiveAlpha(matrix, (pool) => squaredDistance(level, pool));
      const { value } = alphaOf(matrix, level);
      if (expected === null) expect(value).toBeNull();
      else expect(value).toBeCloseTo(expected, 10);
    },
  );

  test.prop([matrices(1, 40, 4), fc.constantFrom(...levels)])("also on wide scales", (matrix, level) => {
    const expected = naiveAlpha(matrix, (pool) => squaredDistance(level, pool));
    const { value } = alphaOf(matrix, level);
    if (expected === null) expect(value).toBeNull();
    else expect(value).toBeCloseTo(expected, 10);
  });

  test.prop([matrices(1, 4)])(
    "agrees with the npm package, nominal and with a distance of one's own",
    (matrix) => {
      const theirs = matrix.map((row) => row.map((value) => value ?? undefined));
      const closeness = (a: number, b: number) => Math.abs(a - b) ** 1.5;
      const ours = ratingsFromMatrix(matrix);
      const nominal = krippendorffAlpha(ours, "nominal");
      const own = krippendorffAlpha(ours, (a, b) => closeness(a as number, b as number));
      if (nominal.value === null) return;
      expect(nominal.value).toBeCloseTo(peerAlpha(theirs), 9);
      expect(own.value).toBeCloseTo(peerAlpha(theirs, closeness), 9);
    },
  );

  test.prop([fc.array(fc.tuple(fc.nat(3), fc.nat(3)), { minLength: 1, maxLength: 20 })])(
    "two raters, complete, nominal: 1 - (1 - pi)(2N - 1)/2N",
    (pairs) => {
      const n = pairs.length;
      const all = pairs.flat();
      const chance = range(0, 3).reduce(
        (sum, v) => sum + (all.filter((x) => x === v).length / (2 * n)) ** 2,
        0,
      );
      if (chance === 1) return;
      const pi = (pairs.filter(([a, b]) => a === b).length / n - chance) / (1 - chance);
      const { value } = alphaOf([pairs.map(([a]) => a), pairs.map(([, b]) => b)], "nominal");
      expect(value).toBeCloseTo(1 - ((1 - pi) * (2 * n - 1)) / (2 * n), 10);
    },
  );
});

describe("invariance", () => {
  const permuted = <T>(list: readonly T[], seed: number): T[] => {
    const rest = [...list];
    return list.map((_, i) => rest.splice((seed * (i + 7)) % rest.length, 1)[0] as T);
  };
  const near = (a: number | null, b: number | null) => {
    if (a === null || b === null) expect(a).toBe(b);
    else expect(a).toBeCloseTo(b, 10);
  };
  const columnsOf = (matrix: RatingMatrix) => range(0, (matrix[0]?.length ?? 0) - 1);

  test.prop([matrices(0, 5), fc.nat(1000), fc.constantFrom(...levels)])(
    "to the order of raters",
    (m, seed, level) => {
      near(alphaOf(permuted(m, seed), level).value, alphaOf(m, level).value);
    },
  );

  test.prop([matrices(0, 5), fc.nat(1000), fc.constantFrom(...levels)])(
    "to the order of units",
    (m, seed, level) => {
      const order = permuted(columnsOf(m), seed);
      near(
        alphaOf(
          m.map((row) => order.map((u) => row[u] ?? null)),
          level,
        ).value,
        alphaOf(m, level).value,
      );
    },
  );

  test.prop([matrices(0, 5)])("of nominal alpha to renaming values", (matrix) => {
    const names = ["zebra", "ape", "yak", "bee", "x", "ant"];
    const renamed = matrix.map((row) =>
      row.map((value) => (value === null ? null : (names[value] as string))),
    );
    near(alphaOf(renamed, "nominal").value, alphaOf(matrix, "nominal").value);
  });

  test.prop([matrices(0, 5)])("of ordinal alpha to anything that keeps the order", (matrix) => {
    const cubed = matrix.map((row) => row.map((value) => (value === null ? null : value ** 3 - 7)));
    near(alphaOf(cubed, "ordinal").value, alphaOf(matrix, "ordinal").value);
  });

  test.prop([matrices(0, 5), fc.integer({ min: 1, max: 50 }), fc.integer({ min: -99, max: 99 })])(
    "of interval alpha to a positive affine change",
    (matrix, slope, shift) => {
      const changed = matrix.map((row) =>
        row.map((value) => (value === null ? null : value * slope + shift)),
      );
      near(alphaOf(changed, "interval").value, alphaOf(matrix, "interval").value);
    },
  );

  test.prop([matrices(0, 5), fc.integer({ min: 1, max: 50 })])(
    "of ratio alpha to scaling",
    (matrix, slope) => {
      const changed = matrix.map((row) => row.map((value) => (value === null ? null : value * slope)));
      near(alphaOf(changed, "ratio").value, alphaOf(matrix, "ratio").value);
    },
  );

  test.prop([matrices(0, 5)])("all units twice: alpha can only fall, by the vanishing n - 1", (matrix) => {
    const once = alphaOf(matrix, "nominal");
    const twice = alphaOf(
      matrix.map((row) => [...row, ...row]),
      "nominal",
    );
    if (once.value === null || twice.value === null) return;
    const n = once.pairable;
    expect(1 - twice.value).toBeCloseTo(((1 - once.value) * (2 * n - 1)) / (2 * n - 2), 10);
    expect(twice.value).toBeLessThanOrEqual(once.value + 1e-12);
  });
});

describe("input forms", () => {
  test.prop([matrices(1, 5), fc.constantFrom(...levels)])(
    "rows, matrix, codes and counts say the same",
    (m, level) => {
      const units = m[0]?.length ?? 0;
      const scale = { categories: range(1, 5) };
      const rows = m.flatMap((row, rater) => row.map((value, unit) => ({ unit, rater, value })));
      const codes = new Uint8Array(units * m.length).fill(255);
      const wide = new Int32Array(units * m.length).fill(-1);
      const counts = new Uint16Array(units * 5);
      for (const { unit, rater, value } of rows) {
        if (value === null) continue;
        codes[unit * m.length + rater] = value - 1;
        wide[unit * m.length + rater] = value - 1;
        const cell = unit * 5 + value - 1;
        counts[cell] = (counts[cell] as number) + 1;
      }
      const { value, ...rest } = krippendorffAlpha(ratingsFromMatrix(m, scale), level);
      const others = [
        ratingsFromRows(rows, scale),
        ratingsFromCodes(codes, m.length, range(1, 5)),
        ratingsFromCodes(wide, m.length, range(1, 5)),
        ratingsFromCounts(counts, range(1, 5)),
      ];
      for (const other of others) {
        const found = krippendorffAlpha(other, level);
        expect(found).toMatchObject({ ...rest, raters: other.cells.layout === "counts" ? 0 : rest.raters });
        if (value === null) expect(found.value).toBeNull();
        else expect(found.value).toBeCloseTo(value, 12);
      }
    },
  );
});

describe("coincidences", () => {
  test("Krippendorff 2011: the matrix, its totals, observed and expected disagreement", () => {
    const found = coincidences(ratingsFromMatrix(krippendorff2011), "nominal");
    expect(found.values).toEqual([1, 2, 3, 4, 5]);
    expect(found.totals.map((n) => Math.round(n))).toEqual([9, 13, 10, 5, 3]);
    expect(found.matrix[0]?.[0]).toBeCloseTo(7, 12);
    expect(found.matrix[0]?.[1]).toBeCloseTo(4 / 3, 12);
    expect(found.matrix[1]?.[1]).toBeCloseTo(10, 12);
    expect(found.matrix[4]?.[4]).toBeCloseTo(3, 12);
    expect(found.value).toBeCloseTo(113 / 152, 12);
    const between = (found.observedDisagreement as number) / (found.expectedDisagreement as number);
    expect(1 - between).toBeCloseTo(113 / 152, 12);
    expect(found.expectedDisagreement).toBeCloseTo(1216 / (40 * 39), 12);
  });

  test("disagreements are on the squared scale of the values", () => {
    const { observedDisagreement, expectedDisagreement } = coincidences(
      ratingsFromMatrix([
        [10, 20, 40],
        [10, 40, 40],
      ]),
      "interval",
    );
    expect(observedDisagreement).toBeCloseTo((2 * 400) / 6, 9);
    expect(expectedDisagreement).toBeCloseTo((2 * (2 * 100 + 6 * 900 + 3 * 400)) / 30, 9);
    const ordinal = coincidences(
      ratingsFromMatrix([
        [10, 20, 40],
        [10, 40, 40],
      ]),
      "ordinal",
    );
    expect(ordinal.observedDisagreement).toBeCloseTo((2 * 4) / 6, 9);
  });

  test("at the ratio level, distances are shares of the sum", () => {
    const ratio = coincidences(
      ratingsFromMatrix([
        [1, 3],
        [3, 3],
      ]),
      "ratio",
    );
    expect(ratio.observedDisagreement).toBeCloseTo((2 * 0.25) / 4, 12);
    expect(ratio.expectedDisagreement).toBeCloseTo((2 * 3 * 0.25) / 12, 12);
  });

  test("the matrix is there even where alpha is not", () => {
    const found = coincidences(
      ratingsFromMatrix([
        [3, 1],
        [3, null],
      ]),
      "nominal",
    );
    expect(found).toMatchObject({
      value: null,
      reason: "no-variation",
      matrix: [
        [0, 0],
        [0, 2],
      ],
      totals: [0, 2],
      observedDisagreement: null,
      expectedDisagreement: null,
    });
  });
});
