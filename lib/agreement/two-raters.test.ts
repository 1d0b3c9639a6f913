import { fc, test } from "@fast-check/vitest";
import { describe, expect } from "vitest";
import { accuracy, f1, precision, recall } from "./classification";
import { kendallTauB, pearson, pearsonOf, spearman, weightedPearson } from "./correlation";
import { meanAbsoluteError, meanDifference, rootMeanSquaredError } from "./error";
import { pairsOf } from "./pairs";
import { preferenceDistance, preferenceDistanceOfAll, preferenceLabel } from "./preference";
import { ratingsFromMatrix, ratingsFromRows } from "./ratings";
import { matrices } from "./testing/arbitrary";
import {
  naiveKendall,
  naivePairs,
  naivePearson,
  naiveRanks,
  orderedPairs,
  ratingsByUnit,
} from "./testing/naive";
import { krippendorff2011, wikipediaSpearman } from "./testing/published";

describe("correlations", () => {
  test("published examples", () => {
    const iq = ratingsFromMatrix(wikipediaSpearman);
    expect(spearman(iq).value).toBeCloseTo(-29 / 165, 12);
    expect(pearson(iq).value).toBeCloseTo(-0.07021632602905674, 12);
    expect(kendallTauB(iq).value).toBeCloseTo(-1 / 9, 12);
    const observers = ratingsFromMatrix(krippendorff2011);
    expect(pearson(observers).value).toBeCloseTo(0.9490707529566208, 12);
    expect(spearman(observers).value).toBeCloseTo(0.9315942613970246, 12);
    expect(kendallTauB(observers).value).toBeCloseTo(0.9124211282466753, 12);
    const scipy = ratingsFromMatrix([
      [12, 2, 1, 12, 2],
      [1, 4, 7, 1, 0],
    ]);
    expect(kendallTauB(scipy).value).toBeCloseTo(-0.47140452079103173, 12);
  });

  test.prop([fc.array(fc.tuple(fc.double({ noNaN: true }), fc.integer({ min: 1, max: 5 })))])(
    "Pearson's r of points that count once each is the same",
    (given) => {
      const side = (at: 0 | 1) => Float64Array.from(given, (point) => point[at]);
      const found = pearsonOf(side(0), side(1));
      expect(found).toBe(weightedPearson(side(0), side(1), new Float64Array(given.length).fill(1)));
    },
  );

  test.prop([matrices(0, 5, 2)])("by definition", (matrix) => {
    const ratings = ratingsFromMatrix(matrix);
    const pairs = naivePairs(matrix);
    const expectations = [
      [pearson(ratings), naivePearson(pairs)],
      [kendallTauB(ratings), naiveKendall(pairs)],
    ] as const;
    const ranks = (side: 0 | 1) => naiveRanks(pairs.map((pair) => pair[side]));
    const ranked = ranks(0).map((rank, i): [number, number] => [rank, ranks(1)[i] as number]);
    for (const [found, expected] of [...expectations, [spearman(ratings), naivePearson(ranked)] as const]) {
      if (pairs.length < 2) expect(found.reason).toBe("fewer-than-2-pairs");
      else if (expected === null) expect(found.reason).toBe("constant-input");
      else expect(found.value).toBeCloseTo(expected, 10);
    }
  });

  test("perfect is exactly 1, reversed exactly -1", () => {
    const up = [0.1, 0.2, 0.4, 0.8, 1.6];
    for (const statistic of [pearson, spearman, kendallTauB]) {
      expect(statistic(ratingsFromMatrix([up, up])).value).toBe(1);
      expect(statistic(ratingsFromMatrix([up, up.map((x) => -x)])).value).toBe(-1);
    }
    const lines = [0.1, 0.3, 0.7, 1.1, 2.3, 2.9, 3.1];
    for (const slope of [0.3, 1.7, 7.7, 0.123]) {
      const r = pearson(ratingsFromMatrix([lines, lines.map((x) => x * slope)])).value as number;
      expect(r).toBeLessThanOrEqual(1);
      expect(r).toBeCloseTo(1, 12);
    }
  });

  test("either side may be the constant one", () => {
    for (const statistic of [pearson, spearman, kendallTauB]) {
      expect(
        statistic(
          ratingsFromMatrix([
            [1, 2, 3],
            [2, 2, 2],
          ]),
        ).reason,
      ).toBe("constant-input");
      expect(
        statistic(
          ratingsFromMatrix([
            [2, 2, 2],
            [1, 2, 3],
          ]),
        ).reason,
      ).toBe("constant-input");
      expect(
        statistic(
          ratingsFromMatrix([
            [1, 2],
            [2, 3],
          ]),
        ).value,
      ).toBe(1);
    }
  });

  test("neither offset nor scale costs precision", () => {
    const matrix = [
      [0, 5, 10, 21],
      [1, 4, 12, 19],
    ];
    const r = pearson(ratingsFromMatrix(matrix)).value as number;
    expect(pearson(ratingsFromMatrix(matrix.map((row) => row.map((x) => 1.7e12 + x)))).value).toBeCloseTo(
      r,
      12,
    );
    expect(
      pearson(ratingsFromMatrix(matrix.map((row) => row.map((x) => (x - 9) * 1e307)))).value,
    ).toBeCloseTo(r, 12);
    expect(pearson(ratingsFromMatrix(matrix.map((row) => row.map((x) => x * 1e-200)))).value).toBeCloseTo(
      r,
      12,
    );
  });

  test("words rank by their order; a straight line needs numbers", () => {
    const words = ratingsFromMatrix(
      [
        ["low", "mid", "high"],
        ["low", "high", "high"],
      ],
      { valueOrder: ["low", "mid", "high"] },
    );
    const numbers = ratingsFromMatrix([
      [1, 2, 3],
      [1, 3, 3],
    ]);
    expect(spearman(words).value).toBe(spearman(numbers).value);
    expect(kendallTauB(words).value).toBe(kendallTauB(numbers).value);
    expect(pearson(words)).toMatchObject({ value: null, reason: "non-numeric-values" });
  });

  test("rows name the two raters by appearance; an interval resamples the units both rated", () => {
    const rows = [3, 1, 4, 1, 5, 9, 2, 6].flatMap((value, unit) => [
      { unit, rater: "llm", value },
      { unit, rater: "human", value: unit % 3 === 0 ? null : value + (unit % 2) },
    ]);
    const found = pearson(ratingsFromRows(rows), [1, 0], { replicates: 200 });
    expect(found).toMatchObject({ units: 5, pairable: 10 });
    expect(found.interval?.drawn).toBe(5);
    expect(spearman(ratingsFromRows(rows), undefined, {}).interval).toMatchObject({ drawn: 5 });
    expect(kendallTauB(ratingsFromRows(rows), undefined, {}).interval).toMatchObject({ drawn: 5 });
  });
});

test("equal pairs of values are pooled, in the order of the value table", () => {
  const pairs = pairsOf(
    ratingsFromMatrix([
      [2, 1, 2, 1, 1, null],
      [1, 1, 1, 2, 1, 2],
    ]),
  );
  expect([...pairs.first]).toEqual([0, 0, 1]);
  expect([...pairs.second]).toEqual([0, 1, 0]);
  expect([...pairs.weight]).toEqual([2, 1, 2]);
  expect([...pairs.pairOfUnit()]).toEqual([2, 0, 2, 1, 0, -1]);
});

describe("error", () => {
  test("by how much, and in which direction", () => {
    const ratings = ratingsFromMatrix([
      [1, 2, 3, 4, null],
      [2, 2, 1, 1, 7],
    ]);
    expect(meanAbsoluteError(ratings).value).toBeCloseTo(6 / 4, 12);
    expect(rootMeanSquaredError(ratings).value).toBeCloseTo(Math.sqrt(14 / 4), 12);
    expect(meanDifference(ratings).value).toBeCloseTo(4 / 4, 12);
    expect(meanDifference(ratings, [1, 0]).value).toBeCloseTo(-1, 12);
  });

  test("none is 0; squares of large misses do not overflow", () => {
    const same = ratingsFromMatrix([
      [1, 2],
      [1, 2],
    ]);
    expect(rootMeanSquaredError(same).value).toBe(0);
    expect(meanAbsoluteError(same).value).toBe(0);
    expect(
      rootMeanSquaredError(
        ratingsFromMatrix([
          [1e200, 0],
          [0, 0],
        ]),
      ).value,
    ).toBeCloseTo(1e200 / Math.SQRT2, -185);
  });

  test("undefined without common units or numbers", () => {
    for (const statistic of [meanAbsoluteError, rootMeanSquaredError, meanDifference]) {
      expect(
        statistic(
          ratingsFromMatrix([
            [1, null],
            [null, 1],
          ]),
        ).reason,
      ).toBe("no-common-units");
      expect(statistic(ratingsFromMatrix([["a"], ["b"]])).reason).toBe("non-numeric-values");
    }
  });
});

describe("classification", () => {
  const gold = ["a", "a", "a", "b", "b", "c", "a"];
  const predicted = ["a", "b", "a", "b", "c", "c", "a"];
  const ratings = ratingsFromMatrix([gold, predicted], { categories: ["a", "b", "c", "d"] });

  test("accuracy", () => {
    expect(accuracy(ratings).value).toBeCloseTo(5 / 7, 12);
    expect(accuracy(ratingsFromMatrix([[null], [1]])).reason).toBe("no-common-units");
  });

  test("one class", () => {
    const a = { average: "binary", positive: "a" } as const;
    expect(precision(ratings, a).value).toBe(1);
    expect(recall(ratings, a).value).toBeCloseTo(3 / 4, 12);
    expect(f1(ratings, a).value).toBeCloseTo(6 / 7, 12);
    const b = { average: "binary", positive: "b" } as const;
    expect(precision(ratings, b).value).toBeCloseTo(1 / 2, 12);
    expect(recall(ratings, b).value).toBeCloseTo(1 / 2, 12);
  });

  test("a class that was never predicted or never occurs is undefined", () => {
    const binary = ratingsFromMatrix([
      [1, 0, 1],
      [0, 0, 0],
    ]);
    expect(precision(binary, { average: "binary", positive: 1 }).reason).toBe("zero-denominator");
    expect(recall(binary, { average: "binary", positive: 1 }).value).toBe(0);
    expect(recall(binary, { average: "binary", positive: 1 }, [1, 0]).reason).toBe("zero-denominator");
    expect(f1(binary, { average: "binary", positive: 7 }).reason).toBe("zero-denominator");
    expect(f1(ratingsFromMatrix([[1], [null]]), { average: "macro" }).reason).toBe("no-common-units");
  });

  test("every unit may be different", () => {
    const each = ratingsFromMatrix([
      ["a", "b", "b"],
      ["a", "b", "a"],
    ]);
    expect(f1(each, { average: "micro" }).value).toBeCloseTo(2 / 3, 12);
  });

  test("over classes", () => {
    expect(precision(ratings, { average: "macro" }).value).toBeCloseTo((1 + 1 / 2 + 1 / 2 + 0) / 4, 12);
    expect(recall(ratings, { average: "macro" }).value).toBeCloseTo((3 / 4 + 1 / 2 + 1 + 0) / 4, 12);
    expect(f1(ratings, { average: "macro" }).value).toBeCloseTo((6 / 7 + 1 / 2 + 2 / 3 + 0) / 4, 12);
    expect(precision(ratings, { average: "weighted" }).value).toBeCloseTo((4 * 1 + 2 / 2 + 1 / 2) / 7, 12);
    expect(recall(ratings, { average: "weighted" }).value).toBeCloseTo(5 / 7, 12);
    expect(f1(ratings, { average: "micro" }).value).toBeCloseTo(5 / 7, 12);
    expect(precision(ratings, { average: "micro", labels: ["b", "c"] }).value).toBeCloseTo(2 / 4, 12);
    expect(recall(ratings, { average: "micro", labels: ["b", "c"] }).value).toBeCloseTo(2 / 3, 12);
    expect(precision(ratings, { average: "macro", labels: ["b", "c"] }).value).toBeCloseTo(1 / 2, 12);
    expect(precision(ratings, { average: "weighted", labels: ["d"] }).reason).toBe("zero-denominator");
    expect(precision(ratings, { average: "micro", labels: ["d"] }).reason).toBe("zero-denominator");
    expect(precision(ratings, { average: "macro", labels: [] }).reason).toBe("zero-denominator");
  });

  test("intervals come with each", () => {
    expect(accuracy(ratings, [0, 1], {}).interval).toMatchObject({ drawn: 7 });
    for (const statistic of [precision, recall, f1]) {
      expect(statistic(ratings, { average: "micro" }, [0, 1], {}).interval).toMatchObject({ drawn: 7 });
    }
  });
});

describe("pairwise label distance", () => {
  test("labels from scores", () => {
    expect([preferenceLabel(5, 2), preferenceLabel(2, 5), preferenceLabel(3, 3)]).toEqual([1, -1, 0]);
  });

  test("two judges", () => {
    const ratings = ratingsFromMatrix([
      [1, 0, -1, 1, null],
      [1, 1, 1, -1, 0],
    ]);
    expect(preferenceDistance(ratings, 0).value).toBeCloseTo(1 / 4, 12);
    expect(preferenceDistance(ratings, 1).value).toBeCloseTo(1 / 4, 12);
    expect(preferenceDistance(ratings, 2).value).toBeCloseTo(2 / 4, 12);
    expect(preferenceDistance(ratings, "mean").value).toBeCloseTo(5 / 4, 12);
    expect(preferenceDistance(ratings, "mean", [0, 1], {}).interval).toMatchObject({ drawn: 4 });
    expect(preferenceDistance(ratingsFromMatrix([[1], [null]]), 0).reason).toBe("no-common-units");
    expect(preferenceDistance(ratingsFromMatrix([["A"], ["B"]]), 0).reason).toBe("non-numeric-values");
  });

  test.prop([matrices(-1, 1), fc.constantFrom(0 as const, 1 as const, 2 as const, "mean" as const)])(
    "pooled over all pairs of judges",
    (matrix, distance) => {
      const found = preferenceDistanceOfAll(ratingsFromMatrix(matrix), distance);
      const apart = ratingsByUnit(matrix)
        .flatMap(orderedPairs)
        .map(([a, b]) => Math.abs(a - b));
      if (apart.length === 0) {
        expect(found.reason).toBe("no-pairable-values");
        return;
      }
      const credit = apart.map((d) => (distance === "mean" ? d : Number(d === distance)));
      expect(found.value).toBeCloseTo(credit.reduce((sum, c) => sum + c, 0) / apart.length, 10);
      return;
    },
  );

  test("pooled needs numbers, and has an interval", () => {
    expect(preferenceDistanceOfAll(ratingsFromMatrix([["A"], ["B"]]), 0).reason).toBe("non-numeric-values");
    const ratings = ratingsFromMatrix([
      [1, 0, -1, 1],
      [1, 1, 1, -1],
    ]);
    expect(preferenceDistanceOfAll(ratings, 0, {}).interval).toMatchObject({ drawn: 4 });
  });
});
