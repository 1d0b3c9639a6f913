import { fc, test } from "@fast-check/vitest";
import { expect } from "vitest";
import { krippendorffAlpha, type Level } from "./krippendorff";
import { ratingsFromMatrix } from "./ratings";
import { range } from "./testing/arbitrary";
import { naiveAlpha, squaredDistance } from "./testing/naive";

const levels: Level[] = ["nominal", "ordinal", "interval", "ratio"];
const alphaOf = (matrix: Parameters<typeof ratingsFromMatrix>[0], level: Level) =>
  krippendorffAlpha(ratingsFromMatrix(matrix), level);

test.prop([fc.constantFrom(...levels)])("no variation is no evidence", (level) => {
  expect(
    alphaOf(
      [
        [3, 3],
        [3, 3],
      ],
      level,
    ),
  ).toMatchObject({ value: null, reason: "no-variation" });
});

test.prop([fc.constantFrom(...levels)])("nothing to compare", (level) => {
  expect(
    alphaOf(
      [
        [1, null],
        [null, 2],
      ],
      level,
    ),
  ).toMatchObject({
    value: null,
    reason: "no-pairable-values",
    units: 0,
    pairable: 0,
  });
  expect(alphaOf([], level).reason).toBe("no-pairable-values");
});

test.prop([fc.constantFrom(...levels)])("one unit with disagreement is exactly 0", (level) => {
  expect(alphaOf([[1], [1], [2]], level).value).toBe(0);
  expect(alphaOf([[0.1], [0.7], [0.3]], level).value).toBe(0);
});

test.prop([fc.constantFrom(...levels)])("perfect agreement with variation is exactly 1", (level) => {
  const row = [1, 2, 3, 0.1, 5, 0.3];
  expect(alphaOf([row, row, row], level).value).toBe(1);
});

test.prop([fc.constantFrom(...levels)])("two raters who swap two values", (level) => {
  expect(
    alphaOf(
      [
        [1, 2],
        [2, 1],
      ],
      level,
    ).value,
  ).toBeCloseTo(-0.5, 12);
});

test("ratio: zero equals zero, and is at the largest distance from any other value", () => {
  const value = alphaOf(
    [
      [0, 0, 2, 5],
      [0, 1, 2, 4],
    ],
    "ratio",
  ).value;
  const far = squaredDistance("ratio", []);
  expect(value).toBeCloseTo(
    naiveAlpha(
      [
        [0, 0, 2, 5],
        [0, 1, 2, 4],
      ],
      () => far,
    ) as number,
    12,
  );
});

test("ratio needs an absolute zero, but only in ratings that are compared", () => {
  expect(
    alphaOf(
      [
        [-2, 1],
        [1, 1],
      ],
      "ratio",
    ),
  ).toMatchObject({ value: null, reason: "negative-values-ratio" });
  expect(
    alphaOf(
      [
        [-2, 1, 2],
        [null, 1, 3],
      ],
      "ratio",
    ).reason,
  ).toBeNull();
  expect(
    alphaOf(
      [
        [-2, null],
        [null, 1],
      ],
      "ratio",
    ).reason,
  ).toBe("no-pairable-values");
});

test("ratio does not care in which order the categories are declared", () => {
  const matrix = [
    [1, 3, 2],
    [3, 3, 1],
  ];
  const declared = ratingsFromMatrix(matrix, { categories: [3, 1, 2] });
  expect(krippendorffAlpha(declared, "ratio").value).toBeCloseTo(
    alphaOf(matrix, "ratio").value as number,
    12,
  );
});

test("ratio: nor does a negative value rated once count on a wide scale", () => {
  const scale = { categories: range(-5, 40) };
  const once = ratingsFromMatrix(
    [
      [1, -2, 3],
      [2, null, 3],
    ],
    scale,
  );
  expect(krippendorffAlpha(once, "ratio").reason).toBeNull();
});

test("words have no interval", () => {
  expect(
    alphaOf(
      [
        ["a", "b"],
        ["a", "a"],
      ],
      "interval",
    ).reason,
  ).toBe("non-numeric-values");
  expect(
    alphaOf(
      [
        ["a", "b"],
        ["a", "a"],
      ],
      "ratio",
    ).reason,
  ).toBe("non-numeric-values");
});

test("words have their declared order", () => {
  const words = [
    ["low", "mid", "high", "mid", "low", "high"],
    ["low", "high", "high", "mid", "mid", "high"],
  ];
  const ranks = words.map((row) => row.map((word) => ["low", "mid", "high"].indexOf(word)));
  const ordered = ratingsFromMatrix(words, { valueOrder: ["low", "mid", "high"] });
  expect(krippendorffAlpha(ordered, "ordinal").value).toBe(alphaOf(ranks, "ordinal").value);
});

test("numbers are ordered as numbers, also past ten", () => {
  const matrix = [
    [1, 2, 9, 10, 11, 12, 3, 10],
    [2, 2, 10, 9, 12, 12, 3, 11],
  ];
  const expected = naiveAlpha(matrix, (pool) => squaredDistance("ordinal", pool));
  expect(alphaOf(matrix, "ordinal").value).toBeCloseTo(expected as number, 12);
});

test("neither a huge offset nor a tiny scale costs precision", () => {
  const matrix = [
    [0, 5, 10, 21],
    [1, 4, 12, 21],
  ];
  const plain = alphaOf(matrix, "interval").value as number;
  const shifted = matrix.map((row) => row.map((x) => 1.7e12 + x));
  const shrunk = matrix.map((row) => row.map((x) => x * 1e-200));
  const stretched = matrix.map((row) => row.map((x) => (x - 10) * 1.5e307));
  expect(alphaOf(shifted, "interval").value).toBeCloseTo(plain, 12);
  expect(alphaOf(shrunk, "interval").value).toBeCloseTo(plain, 12);
  expect(alphaOf(stretched, "interval").value).toBeCloseTo(plain, 12);
  expect(
    alphaOf(
      stretched.map((row) => row.map(Math.abs)),
      "ratio",
    ).value,
  ).toBeLessThan(1);
});

test("a distance that is always 0 shows no variation", () => {
  const ratings = ratingsFromMatrix([
    [1, 2],
    [2, 1],
  ]);
  expect(krippendorffAlpha(ratings, () => 0).reason).toBe("no-variation");
});
