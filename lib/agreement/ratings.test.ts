import { fc, test } from "@fast-check/vitest";
import { describe, expect } from "vitest";
import { compareSequences, poolSequences } from "./distinct-sequences";
import { groupBy } from "./group-by";
import { krippendorffAlpha } from "./krippendorff";
import { patternsOf } from "./patterns";
import { percentAgreement } from "./percent";
import { randomFrom } from "./random";
import {
  activeRaters,
  codesFor,
  DuplicateRatingError,
  isCode,
  numericValues,
  ratingsFromCodes,
  ratingsFromCounts,
  ratingsFromMatrix,
  ratingsFromRows,
  rowsOf,
} from "./ratings";
import { range } from "./testing/arbitrary";

describe("the value table", () => {
  test("is ascending by default: numbers by size, then words by code point", () => {
    const { values, order } = ratingsFromMatrix([[10, 9, 2, "b", "B", true, 1]]);
    expect(values).toEqual([1, 2, 9, 10, "B", "b", true]);
    expect([...order]).toEqual([0, 1, 2, 3, 4, 5, 6]);
  });

  test("puts numbers before words that would sort before them", () => {
    expect(ratingsFromMatrix([["!", 5, "a", 1, "#"]]).values).toEqual([1, 5, "!", "#", "a"]);
    expect(ratingsFromMatrix([[5, "!", 1, "a"]]).values).toEqual([1, 5, "!", "a"]);
  });

  test("is the declared one, with undeclared values appended", () => {
    const { values, order } = ratingsFromMatrix([[7, 1, 6, 3]], { categories: [3, 2, 1] });
    expect(values).toEqual([3, 2, 1, 6, 7]);
    expect([...order]).toEqual([2, 1, 0, 3, 4]);
  });

  test("is ordered as requested; values not listed come last", () => {
    const scale = { categories: ["a", "b", "c"], valueOrder: ["c", "a"] };
    expect([...ratingsFromMatrix([["a", "b", "c"]], scale).order]).toEqual([2, 0, 1]);
    expect(ratingsFromMatrix([["x", "a"]], { valueOrder: ["c", "a"] }).values).toEqual(["c", "a", "x"]);
    const mostly = ratingsFromMatrix([["a"]], { categories: ["a", "b", "c", "d"], valueOrder: ["d"] });
    expect([...mostly.order]).toEqual([3, 0, 1, 2]);
    expect([...ratingsFromMatrix([["b"]], { categories: ["b", "a"] }).order]).toEqual([0, 1]);
    expect([...ratingsFromCodes(Uint8Array.of(0), 1, [5, 1], { valueOrder: [5, 1] }).order]).toEqual([0, 1]);
    expect([...ratingsFromCounts(Uint8Array.of(1, 0), [5, 1], { valueOrder: [5, 1] }).order]).toEqual([0, 1]);
    expect([...ratingsFromCounts(Uint8Array.of(1, 0), [5, 1]).order]).toEqual([1, 0]);
  });

  test("keeps numbers and their spelling apart", () => {
    expect(ratingsFromMatrix([[1, "1"]]).values).toEqual([1, "1"]);
    expect(numericValues([1, "1"])).toBeNull();
    expect(numericValues([2, 1])).toEqual(Float64Array.of(2, 1));
  });

  test("leaves a code free for missing ratings", () => {
    expect(codesFor(254, 3)).toBeInstanceOf(Uint8Array);
    expect(codesFor(255, 3)).toBeInstanceOf(Uint16Array);
    expect(codesFor(0xfffe, 3)).toBeInstanceOf(Uint16Array);
    expect(codesFor(0xffff, 3)).toBeInstanceOf(Int32Array);
    expect(codesFor(1, 3)).toHaveLength(3);
    expect([isCode(-1, 3), isCode(0, 3), isCode(2, 3), isCode(3, 3)]).toEqual([false, true, true, false]);
  });

  test("may be longer than a byte can hold", () => {
    const wide = range(0, 300);
    const ratings = ratingsFromMatrix([wide, wide]);
    expect(percentAgreement(ratings)).toMatchObject({ value: 1, units: 301, pairable: 602 });
    const rows = wide.flatMap((value) =>
      [0, 1].map((rater) => ({ unit: value, rater, value: value + rater })),
    );
    expect(percentAgreement(ratingsFromRows(rows))).toMatchObject({ value: 0, units: 301, pairable: 602 });
  });
});

describe("rows", () => {
  const rows = [
    { unit: "u2", rater: "B", value: "x" },
    { unit: "u1", rater: "A", value: "y" },
    { unit: "u2", rater: "A", value: "y" },
  ];

  test("number units and raters as they appear", () => {
    const ratings = ratingsFromRows(rows);
    expect(ratings).toMatchObject({
      units: 2,
      raters: 2,
      unitIds: ["u2", "u1"],
      raterIds: ["B", "A"],
      values: ["x", "y"],
    });
    expect(rowsOf(ratings)).toEqual({
      layout: "rows",
      unit: Int32Array.of(0, 1, 0),
      rater: Int32Array.of(0, 1, 1),
      value: Uint8Array.of(0, 1, 1),
    });
  });

  test("without a value are no rating", () => {
    const missing = [null, undefined, Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    const ratings = ratingsFromRows([
      ...rows,
      ...missing.map((value, i) => ({ unit: "u3", rater: `R${i}`, value })),
    ]);
    expect(ratings).toMatchObject({ units: 2, raters: 2 });
    expect(ratingsFromRows([])).toMatchObject({ units: 0, raters: 0, values: [] });
  });

  test("refuse a second rating of the same unit by the same rater, in any row", () => {
    expect(() => ratingsFromRows([...rows, { unit: "u2", rater: "B", value: "x" }])).toThrow(
      new DuplicateRatingError("u2", "B"),
    );
    expect(new DuplicateRatingError("u2", "B")).toMatchObject({
      name: "DuplicateRatingError",
      message: "rater B rated unit u2 more than once",
    });
  });

  test("may be thousands", () => {
    const many = range(0, 4999).map((i) => ({ unit: i % 2500, rater: i < 2500 ? "A" : "B", value: i % 7 }));
    expect(percentAgreement(ratingsFromRows(many)).units).toBe(2500);
    expect(rowsOf(ratingsFromRows(many)).value).toHaveLength(5000);
  });
});

describe("other forms", () => {
  test("a ragged matrix misses what it does not have", () => {
    const ratings = ratingsFromMatrix([[1, 2, 3], [1], [null, 2]]);
    expect(ratings).toMatchObject({ units: 3, raters: 3 });
    expect(percentAgreement(ratings)).toMatchObject({ value: 1, units: 2, pairable: 4 });
  });

  test("matrix and codes convert to rows", () => {
    const expected = {
      layout: "rows",
      unit: Int32Array.of(0, 0, 1),
      rater: Int32Array.of(0, 1, 1),
      value: Int32Array.of(0, 0, 1),
    };
    expect(
      rowsOf(
        ratingsFromMatrix([
          [5, null],
          [5, 6],
        ]),
      ),
    ).toEqual(expected);
    expect(rowsOf(ratingsFromCodes(Uint8Array.of(0, 0, 7, 1), 2, [5, 6]))).toEqual(expected);
  });

  test("values that do not fill a unit are ignored", () => {
    expect(ratingsFromCodes(Uint8Array.of(0, 0, 1, 1, 1), 2, [5, 6]).units).toBe(2);
    expect(ratingsFromCounts(Uint8Array.of(0, 2, 1, 1, 1), [5, 6]).units).toBe(2);
  });

  test("counts turn into rows of anonymous raters", () => {
    expect(rowsOf(ratingsFromCounts(Uint8Array.of(2, 0, 0, 1), ["a", "b"]))).toEqual({
      layout: "rows",
      unit: Int32Array.of(0, 0, 1),
      rater: Int32Array.of(-1, -1, -1),
      value: Int32Array.of(0, 0, 1),
    });
  });

  test("empty input gives empty ratings", () => {
    for (const ratings of [
      ratingsFromMatrix([]),
      ratingsFromCodes(new Uint8Array(), 0, []),
      ratingsFromCodes(new Uint8Array(), 3, [1]),
      ratingsFromCounts(new Uint8Array(), []),
      ratingsFromCounts(new Uint8Array(), [1, 2]),
    ]) {
      expect(ratings.units).toBe(0);
      expect(percentAgreement(ratings)).toMatchObject({
        value: null,
        reason: "no-pairable-values",
        raters: 0,
      });
    }
  });

  test("raters without a rating are not counted", () => {
    expect(
      activeRaters(
        ratingsFromMatrix([
          [1, 2],
          [null, null],
          [null, 2],
        ]),
      ),
    ).toBe(2);
    expect(activeRaters(ratingsFromCodes(Int32Array.of(-1, 0, 0, -1, 0, 1), 3, [1, 2]))).toBe(2);
    expect(activeRaters(ratingsFromCounts(Uint8Array.of(1, 1), [1, 2]))).toBe(0);
    expect(activeRaters(ratingsFromRows([{ unit: 1, rater: 1, value: 1 }]))).toBe(1);
  });

  test("counts that do not fit what was declared are refused", () => {
    const counts = new Uint8Array(40);
    counts[3] = 4;
    expect(() => percentAgreement(ratingsFromCounts(counts, [1, 2], { most: 3 }))).toThrow(
      new RangeError("some value of a unit is counted more often than the 3 times declared"),
    );
    expect(percentAgreement(ratingsFromCounts(counts, [1, 2], { most: 4 })).pairable).toBe(4);
    expect(percentAgreement(ratingsFromCounts(counts, [1, 2])).pairable).toBe(4);
  });
});

describe("patterns", () => {
  test("pool units that look the same, whatever the order of raters", () => {
    const patterns = patternsOf(
      ratingsFromMatrix([
        [1, 2, 1, 3, null],
        [2, 1, 1, null, null],
      ]),
    );
    expect([...patterns.patternOfUnit()]).toEqual([1, 1, 0, 2, -1]);
    expect([...patterns.weight]).toEqual([1, 2, 1]);
    expect([...patterns.size]).toEqual([2, 2, 1]);
    expect([...patterns.start]).toEqual([0, 1, 3, 4]);
    expect([...patterns.code]).toEqual([0, 0, 1, 2]);
    expect([...patterns.count]).toEqual([2, 1, 1, 1]);
  });

  test("are computed once for the same ratings", () => {
    const ratings = ratingsFromMatrix([[1], [2]]);
    expect(patternsOf(ratings)).toBe(patternsOf(ratings));
  });

  const units = fc.array(fc.array(fc.nat(3), { maxLength: 4 }), { maxLength: 30 });
  test.prop([units])("are the same by table and by sequence", (lists) => {
    const rows = lists.flatMap((list, unit) => list.map((value, rater) => ({ unit, rater, value })));
    const byTable = patternsOf(ratingsFromRows(rows, { categories: range(0, 3) }));
    const bySequence = patternsOf(ratingsFromRows(rows, { categories: range(0, 40) }));
    const described = (patterns: typeof byTable) => {
      const names = Array.from(patterns.size, (size, k) => {
        const from = patterns.start[k] as number;
        const to = patterns.start[k + 1] as number;
        return `${size}|${patterns.code.slice(from, to)}|${patterns.count.slice(from, to)}`;
      });
      return {
        weights: names.map((name, k) => `${name}|${patterns.weight[k]}`).sort(),
        units: Array.from(patterns.patternOfUnit(), (k) => names[k]),
      };
    };
    expect(described(bySequence)).toEqual(described(byTable));
  });

  test("a table is only used where it pays", () => {
    const few = ratingsFromMatrix([range(1, 9), range(1, 9), range(1, 9), range(1, 9)]);
    expect(patternsOf(few).weight).toHaveLength(9);
    const values = range(0, 11);
    const many = new Uint8Array(4 * 12 * 1000).map((_, i) => Math.floor(i / 4) % 12);
    expect(patternsOf(ratingsFromCodes(many, 4, values)).weight).toHaveLength(12);
  });
});

describe("grouping", () => {
  test("sequences are ordered like words", () => {
    const start = Int32Array.of(0, 2, 3, 5, 5, 7);
    const items = Int32Array.of(1, 2, 1, 9, 3, 1, 2);
    const sign = (a: number, b: number) => Math.sign(compareSequences(start, items, a, b));
    expect([sign(0, 1), sign(1, 0), sign(0, 2), sign(2, 0), sign(3, 1), sign(1, 3)]).toEqual([
      1, -1, -1, 1, -1, 1,
    ]);
    expect([sign(0, 4), sign(4, 0), sign(1, 2), sign(2, 1), sign(3, 3)]).toEqual([0, 0, -1, 1, 0]);
  });

  test("is stable", () => {
    const { start, order } = groupBy(Int32Array.of(2, 0, 2, 1, 0), 4);
    expect([...start]).toEqual([0, 2, 3, 5, 5]);
    expect([...order]).toEqual([1, 4, 3, 0, 2]);
  });

  test.prop([fc.array(fc.array(fc.nat(2), { maxLength: 3 }), { maxLength: 40 })])(
    "of sequences finds every distinct one once",
    (lists) => {
      const start = new Int32Array(lists.length + 1);
      lists.forEach((list, i) => {
        start[i + 1] = (start[i] as number) + list.length;
      });
      const { example, times, kind } = poolSequences(start, new Int32Array(lists.flat()));
      const texts = lists.map((list) => list.join());
      const distinct = [...new Set(texts.filter((text) => text !== ""))];
      expect(example.map((place) => texts[place])).toEqual(distinct);
      expect(times).toEqual(distinct.map((text) => texts.filter((other) => other === text).length));
      expect([...kind]).toEqual(texts.map((text) => distinct.indexOf(text)));
    },
  );
});

test("a scale too wide for the usual table, and one too wide for any, give the same alpha", () => {
  const random = randomFrom(5);
  const codes = Uint8Array.from({ length: 3 * 6000 }, () =>
    random() < 0.2 ? 255 : Math.floor(random() * 8),
  );
  const scale = (values: number) => Array.from({ length: values }, (_, value) => value);
  const [wide, wider] = [8, 12].map((values) =>
    krippendorffAlpha(ratingsFromCodes(codes, 3, scale(values)), "interval"),
  );
  expect(wide?.value).toBeCloseTo(wider?.value as number, 12);
  expect(wide?.pairable).toBe(wider?.pairable);
});
