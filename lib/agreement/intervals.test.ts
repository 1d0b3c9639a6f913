import { test } from "@fast-check/vitest";
import { describe, expect } from "vitest";
import { bootstrap } from "./bootstrap";
import { pairedDifference } from "./difference";
import { alphaWithKalphaInterval } from "./kalpha-interval";
import { cohen } from "./kappa";
import { alpha, krippendorffAlpha } from "./krippendorff";
import { pairSample, pairsOf } from "./pairs";
import { percent } from "./percent";
import { permutationTest } from "./permutation";
import { quantile } from "./quantile";
import { type Ratings, ratingsFromMatrix, ratingsFromRows } from "./ratings";
import { range } from "./testing/arbitrary";
import { published, sampleOf, simulated } from "./testing/simulated";

test("quantiles interpolate between neighbours", () => {
  const sorted = Float64Array.of(1, 2, 4, 8);
  expect([0, 0.25, 0.5, 1].map((p) => quantile(sorted, p))).toEqual([1, 1.75, 3, 8]);
  expect(quantile(sorted, 0.9)).toBeCloseTo(6.8, 12);
  expect(quantile(Float64Array.of(5), 0.3)).toBe(5);
});

describe("Krippendorff's own interval", () => {
  test("comes close to the published procedure", () => {
    const kalpha = alphaWithKalphaInterval(published, "nominal", { replicates: 10_000 });
    expect(kalpha.value).toBeCloseTo(113 / 152, 12);
    expect(kalpha.interval?.low).toBeCloseTo(0.6151315789473684, 2);
    expect(kalpha.interval?.high).toBeCloseTo(0.8717105263157894, 2);
    expect(kalpha.interval).toMatchObject({ drawn: 60, dropped: 0, method: "krippendorff-pairs" });
    const pairs = alphaWithKalphaInterval(published, "nominal", {
      replicates: 10_000,
      draws: "number-of-pairs",
    });
    expect(pairs.interval?.drawn).toBe(55);
  });

  test("gives the same numbers everywhere", () => {
    expect(alphaWithKalphaInterval(published, "ordinal").interval).toEqual({
      confidence: 0.95,
      drawn: 60,
      dropped: 0,
      high: 0.9296923500550716,
      low: 0.6532942825673376,
      method: "krippendorff-pairs",
      replicates: 1000,
      seed: 42,
    });
    expect(
      alphaWithKalphaInterval(simulated(40, 3, 2, 0.8, 5), "nominal", {
        replicates: 777,
        seed: 3,
        confidence: 0.8,
      }).interval,
    ).toEqual({
      confidence: 0.8,
      drawn: 100,
      dropped: 0,
      high: 0.855078125,
      low: 0.66875,
      method: "krippendorff-pairs",
      replicates: 777,
      seed: 3,
    });
  });

  test("limits are the replicates at the ranks that the confidence names", () => {
    const ratings = simulated(40, 3, 5, 0.7, 8);
    const limits = (replicates: number, confidence: number) => {
      const { interval } = alphaWithKalphaInterval(ratings, "ordinal", { replicates, confidence });
      return [interval?.low, interval?.high];
    };
    // With the same seed the first replicates are equal, and a confidence of nearly 1 returns the extremes.
    const all = range(1, 15).map((replicates) => limits(replicates, 0.999999));
    const drawn = new Set(all.flat());
    const sorted = [...drawn].sort((a, b) => (a ?? 0) - (b ?? 0));
    expect(limits(15, 0.999999)).toEqual([sorted[0], sorted[sorted.length - 1]]);
    expect(limits(777, 0.8)).toEqual([0.32881260769394594, 0.5637820969760332]);
    expect(limits(1000, 0.9)).toEqual([0.2922598817354002, 0.5889363519612691]);
  });

  test("draws as many pairs as the macro", () => {
    const drawn = (matrix: (number | null)[][], categories?: number[]) =>
      alphaWithKalphaInterval(ratingsFromMatrix(matrix, { categories }), "nominal", { replicates: 5 })
        .interval?.drawn;
    const many = range(1, 300).map((u) => u % 2);
    const other = range(1, 300).map((u) => (u % 5 === 0 ? 1 : u % 2));
    expect(drawn([many, other], [0, 1, 2, 3])).toBe(25 * 4);
    expect(
      drawn([
        [1, 2, 1],
        [1, 2, 2],
        [1, null, null],
        [2, null, 1],
      ]),
    ).toBe(Math.trunc((3 * 9) / 2));
  });

  test("the expected share of perfect replicates, those without variation, is set to 0", () => {
    const ratings = ratingsFromMatrix([
      [1, 4, 4, 4],
      [1, 4, 4, 4],
      [2, null, null, null],
      [3, null, null, null],
    ]);
    const replicates = 950;
    const perfect = range(1, 60).filter((rank) => {
      const confidence = (2 * (replicates - rank + 0.5)) / replicates - 1;
      const request = { draws: "number-of-pairs", replicates, confidence } as const;
      return alphaWithKalphaInterval(ratings, "nominal", request).interval?.high === 1;
    });
    // 0.026 of the samples are perfect, and (2/30)⁹ + 0.6⁹ of them, 9.6 in 950, show no variation.
    expect(perfect.length).toBe(9);
  });

  test("cells with small coincidences count", () => {
    const four = range(1, 60).map(() => 4);
    const ratings = ratingsFromMatrix([1, 1, 2, 3].map((odd) => [odd, ...four]));
    expect(alphaWithKalphaInterval(ratings, "nominal").interval?.drawn).toBe(25 * 8);
  });

  test("three replicates, and one, have limits", () => {
    const { interval } = alphaWithKalphaInterval(published, "nominal", { replicates: 3 });
    expect(interval?.low).toBeLessThanOrEqual(interval?.high ?? -9);
    expect(alphaWithKalphaInterval(published, "nominal", { replicates: 1 }).interval?.low).toBeDefined();
  });

  test("a replicate without variation counts as 0, and nothing falls below -1", () => {
    const oneAgrees = ratingsFromMatrix([
      [1, 1, 1, 2],
      [1, 1, 1, 3],
    ]);
    const { interval } = alphaWithKalphaInterval(oneAgrees, "nominal", { draws: "number-of-pairs" });
    expect(interval?.high).toBeLessThan(1);
    const lopsided = ratingsFromMatrix([
      [1, 1, 1],
      [1, 1, 2],
    ]);
    expect(alphaWithKalphaInterval(lopsided, "nominal", { draws: "number-of-pairs" }).interval?.low).toBe(-1);
    const twoAgree = ratingsFromMatrix([
      [1, 1, 2, 2, 1],
      [1, 1, 2, 2, 2],
    ]);
    const mixed = alphaWithKalphaInterval(twoAgree, "nominal", {
      draws: "number-of-pairs",
      replicates: 2000,
    });
    expect(mixed.interval).toEqual({
      confidence: 0.95,
      drawn: 5,
      dropped: 0,
      high: 1,
      low: -0.08000000000000007,
      method: "krippendorff-pairs",
      replicates: 2000,
      seed: 42,
    });
  });

  test("undefined stays undefined", () => {
    expect(alphaWithKalphaInterval(ratingsFromMatrix([[1], [1]]), "nominal")).toMatchObject({
      value: null,
      reason: "no-variation",
      interval: null,
    });
  });
});

describe("paired difference", () => {
  const ratings = simulated(80, 3, 3, 0.7, 11);
  const nominal = sampleOf(ratings, alpha("nominal"));
  const agreement = sampleOf(ratings, percent("unit_mean"));

  test("of a statistic with itself is exactly 0", () => {
    expect(pairedDifference(nominal, nominal)).toMatchObject({
      value: 0,
      interval: { low: 0, high: 0, drawn: 76 },
    });
  });

  test("is narrower than two intervals would suggest", () => {
    const found = pairedDifference(nominal, agreement, { replicates: 2000 });
    expect(found.value).toBeCloseTo(
      (nominal.kernel(nominal.weight) as number) - (agreement.kernel(agreement.weight) as number),
      12,
    );
    const width = (found.interval?.high ?? 0) - (found.interval?.low ?? 0);
    const alone = bootstrap(nominal, { replicates: 2000 });
    expect(width).toBeLessThan(((alone?.high ?? 0) - (alone?.low ?? 0)) / 2);
    expect(found.units).toBe(76);
    expect(found.raters).toBe(3);
    expect(found.pairable).toBe(2 * nominal.pairable);
  });

  test("gives the same numbers everywhere", () => {
    const two = pairSample(pairsOf(ratings, [0, 2]), cohen("none"));
    const clusters = range(0, 79).map((u) => Math.floor(u / 4));
    expect(
      pairedDifference(two, nominal, { replicates: 300, clusters, seed: 5, confidence: 0.9 }).interval,
    ).toEqual({
      confidence: 0.9,
      drawn: 20,
      dropped: 0,
      high: 0.21435499305622097,
      low: -0.05068300633599531,
      method: "bootstrap-percentile",
      replicates: 300,
      seed: 5,
    });
  });

  test("defaults are 1,000 replicates and seed 42", () => {
    const explicit = { replicates: 1000, seed: 42, confidence: 0.95 };
    expect(pairedDifference(nominal, agreement)).toEqual(pairedDifference(nominal, agreement, explicit));
    expect(pairedDifference(nominal, agreement).interval).toMatchObject(explicit);
    const two = pairSample(pairsOf(ratings, [0, 2]), cohen("none"));
    expect(pairedDifference(two, nominal)).toMatchObject({ units: two.units, raters: 3 });
    expect(two.units).toBeLessThan(nominal.units);
  });

  test("drops replicates in which either is undefined, and is undefined when either is", () => {
    const rare = ratingsFromMatrix([
      [1, 1, 1, 2],
      [1, 1, 1, 1],
    ]);
    const undefinable = sampleOf(rare, alpha("nominal"));
    const always = sampleOf(rare, percent("unit_mean"));
    const dropped = (interval: { dropped: number } | null | undefined) => interval?.dropped ?? 0;
    expect(dropped(pairedDifference(undefinable, always).interval)).toBeGreaterThan(200);
    expect(dropped(pairedDifference(always, undefinable).interval)).toBeGreaterThan(200);
    const never = sampleOf(ratingsFromMatrix([[1], [1]]), alpha("nominal"));
    expect(pairedDifference(never, always)).toMatchObject({
      value: null,
      reason: "no-variation",
      interval: null,
    });
    expect(pairedDifference(always, never)).toMatchObject({
      value: null,
      reason: "no-variation",
      interval: null,
    });
  });

  test("units that bear on one of the two only are drawn as well", () => {
    const first = ratingsFromMatrix([
      [1, 2, 1, null, 2],
      [1, 2, 2, null, 2],
    ]);
    const second = ratingsFromMatrix([
      [1, 2, null, 1, 2],
      [1, 1, null, 1, 2],
    ]);
    const found = pairedDifference(sampleOf(first, alpha("nominal")), sampleOf(second, alpha("nominal")));
    expect(found.interval?.drawn).toBe(5);
    expect(found.units).toBe(4);
  });
});

describe("permutation test", () => {
  const good = simulated(60, 3, 3, 0.95, 21);
  const bad = simulated(60, 3, 3, 0.4, 22);
  const both = (first: Ratings, second: Ratings) => {
    const rows = [first, second].flatMap(({ cells, unitIds }, arm) =>
      cells.layout !== "rows"
        ? []
        : Array.from(cells.unit, (unit, i) => ({
            unit: `${arm}:${unitIds?.[unit]}`,
            rater: cells.rater[i] as number,
            value: cells.value[i] as number,
          })),
    );
    const ratings = ratingsFromRows(rows, { categories: range(0, 2) });
    const arms = (ratings.unitIds ?? []).map((id) => Number(id[0]));
    return { sample: sampleOf(ratings, alpha("nominal")), arms, ids: ratings.unitIds ?? [] };
  };

  test("finds a difference that is there, and its size", () => {
    const { sample, arms } = both(good, bad);
    const found = permutationTest(sample, arms);
    const alphaOf = (ratings: Ratings) => krippendorffAlpha(ratings, "nominal").value as number;
    expect(found.difference).toBeCloseTo(alphaOf(good) - alphaOf(bad), 12);
    expect(found).toMatchObject({ reason: null, p: 1 / 1001, permutations: 1000, dropped: 0, seed: 42 });
  });

  test("does not depend on the order of the arms", () => {
    const { sample, arms } = both(good, bad);
    const found = permutationTest(
      sample,
      arms.map((arm) => 1 - arm),
      { permutations: 99 },
    );
    expect(found.difference).toBeLessThan(0);
    expect(found.p).toBe(0.01);
  });

  test("gives the same numbers everywhere", () => {
    const { sample, arms, ids } = both(simulated(50, 3, 3, 0.7, 31), simulated(50, 3, 3, 0.62, 32));
    const task = ids.map((id) => id.slice(2));
    expect(permutationTest(sample, arms)).toEqual({
      difference: 0.011809859169003234,
      dropped: 0,
      p: 0.913086913086913,
      permutations: 1000,
      reason: null,
      seed: 42,
    });
    expect(permutationTest(sample, arms, { blocks: task, seed: 9, permutations: 500 })).toEqual({
      difference: 0.011809859169003234,
      dropped: 0,
      p: 0.9341317365269461,
      permutations: 500,
      reason: null,
      seed: 9,
    });
    const clusters = ids.map((id) => `${id[0]}-${Number(id.slice(2)) % 13}`);
    expect(permutationTest(sample, arms, { clusters })).toEqual({
      difference: 0.011809859169003234,
      dropped: 0,
      p: 0.9330669330669331,
      permutations: 1000,
      reason: null,
      seed: 42,
    });
  });

  test("p is uniform when there is no difference", () => {
    const ps = range(1, 60).map((seed) => {
      const { sample, arms } = both(simulated(24, 3, 3, 0.7, seed), simulated(24, 3, 3, 0.7, seed + 500));
      return permutationTest(sample, arms, { permutations: 99, seed }).p as number;
    });
    const mean = ps.reduce((sum, p) => sum + p, 0) / ps.length;
    expect(Math.abs(mean - 0.5)).toBeLessThan(0.12);
    expect(ps.filter((p) => p <= 0.25).length).toBeLessThan(26);
  });

  test("within blocks, equal pairs leave nothing to shuffle", () => {
    const ratings = ratingsFromMatrix([
      [1, 1, 2, 2, 1, 1],
      [1, 1, 1, 1, 2, 2],
    ]);
    const sample = sampleOf(ratings, percent("unit_mean"));
    const found = permutationTest(sample, [0, 1, 0, 1, 0, 1], { blocks: [1, 1, 2, 2, 3, 3] });
    expect(found).toMatchObject({ difference: 0, p: 1 });
  });

  test("the mirror image of the data is as extreme as the data", () => {
    const ratings = ratingsFromMatrix([
      [1, 1, null],
      [1, 2, null],
    ]);
    const sample = sampleOf(ratings, percent("unit_mean"));
    expect(permutationTest(sample, [0, 1, 1])).toMatchObject({ difference: 1, p: 1, dropped: 0 });
  });

  test("leaves out units of other arms, and is undefined when an arm is", () => {
    const ratings = ratingsFromMatrix([
      [1, 2, 1, 2, 1, 1],
      [1, 2, 1, 1, 1, 2],
    ]);
    const sample = sampleOf(ratings, alpha("nominal"));
    const some = permutationTest(sample, [0, 0, 1, 1, -1, 2], { permutations: 50 });
    const alphaOf = (units: number[]) =>
      krippendorffAlpha(
        ratingsFromMatrix([
          units.map((u) => [1, 2, 1, 2][u] as number),
          units.map((u) => [1, 2, 1, 1][u] as number),
        ]),
        "nominal",
      ).value as number;
    expect(some.difference).toBeCloseTo(alphaOf([0, 1]) - alphaOf([2, 3]), 12);
    expect(some.dropped).toBeGreaterThan(0);
    expect(permutationTest(sample, [0, 1, 1, 1, 1, 1])).toMatchObject({
      difference: null,
      p: null,
      reason: "no-variation",
    });
    expect(permutationTest(sample, [1, 1, 1, 1, 1, 1]).reason).toBe("no-pairable-values");
    expect(permutationTest(sample, [0, 0, 0, 0, 0, 0]).reason).toBe("no-pairable-values");
  });
});
