import { fc, test } from "@fast-check/vitest";
import { expect } from "vitest";
import { bootstrap } from "./bootstrap";
import { pearson } from "./correlation";
import { restsOnFewUnits } from "./estimate";
import { cohenKappa } from "./kappa";
import { alpha, krippendorffAlpha } from "./krippendorff";
import { percent } from "./percent";
import { binomial, randomFrom } from "./random";
import { ratingsFromCounts, ratingsFromMatrix, ratingsFromRows } from "./ratings";
import { resampler } from "./resample";
import { matrices, range } from "./testing/arbitrary";
import { published, sampleOf, simulated } from "./testing/simulated";

test("comes close to the limit of infinitely many replicates", () => {
  const request = { replicates: 10_000 };
  const pairable = krippendorffAlpha(published, "nominal", request).interval;
  expect(pairable?.low).toBeCloseTo(0.41606, 1);
  expect(pairable?.high).toBe(1);
  const all = krippendorffAlpha(published, "nominal", { ...request, resample: "all-units" }).interval;
  expect(all?.low).toBeCloseTo(0.41338, 1);
  expect([pairable?.drawn, all?.drawn]).toEqual([11, 12]);
});

test("gives the same numbers everywhere", () => {
  const few = krippendorffAlpha(published, "ordinal", {}).interval;
  expect(few).toEqual({
    confidence: 0.95,
    drawn: 11,
    dropped: 0,
    high: 1,
    low: 0.41348799715298995,
    method: "bootstrap-percentile",
    replicates: 1000,
    seed: 42,
  });
  const many = krippendorffAlpha(simulated(3000, 4, 3, 0.7, 1), "interval", {
    seed: 7,
    confidence: 0.9,
  }).interval;
  expect(many).toEqual({
    confidence: 0.9,
    drawn: 2963,
    dropped: 0,
    high: 0.5145748839460338,
    low: 0.476406884463713,
    method: "bootstrap-percentile",
    replicates: 1000,
    seed: 7,
  });
  const clustered = krippendorffAlpha(simulated(60, 3, 4, 0.7, 2), "nominal", {
    clusters: range(0, 59).map((u) => u % 17),
    replicates: 500,
  }).interval;
  expect(clustered).toEqual({
    confidence: 0.95,
    drawn: 17,
    dropped: 0,
    high: 0.5933669682322729,
    low: 0.3464818833486125,
    method: "bootstrap-percentile",
    replicates: 500,
    seed: 42,
  });
});

test("draws as many units as there are, however they are pooled", () => {
  for (const units of [5, 18, 22, 23, 40, 400]) {
    const row = range(1, units).map((u) => (u % 7 === 0 ? 2 : 1));
    const other = range(1, units).map((u) => (u % 3 === 0 ? 2 : 1));
    const sample = sampleOf(ratingsFromMatrix([row, other]), percent("unit_mean"));
    const { each, drawn } = resampler([sample], { seed: units, replicates: 50 });
    const totals: number[] = [];
    each(([weight = new Float64Array()]) => totals.push(weight.reduce((sum, w) => sum + w, 0)));
    expect(totals).toEqual(new Array(50).fill(units));
    expect(drawn).toBe(units);
  }
});

test("goes unit by unit up to 256 units per pattern, by pattern above", () => {
  const firstWeights = (units: number) => {
    const row = range(1, units).map((u) => u % 2);
    const sample = sampleOf(ratingsFromMatrix([row, row]), percent("unit_mean"));
    const drawn: number[][] = [];
    resampler([sample], { seed: 3, replicates: 1 }).each(([weight = new Float64Array()]) =>
      drawn.push([...weight]),
    );
    return drawn;
  };
  const random = randomFrom(3);
  const inFirst = range(1, 512).filter(() => random() < 0.5).length;
  expect(firstWeights(512)).toEqual([[inFirst, 512 - inFirst]]);
  const byPattern = binomial(randomFrom(3), 513, 256 / 513);
  expect(firstWeights(513)).toEqual([[byPattern, 513 - byPattern]]);
});

test("drops undefined replicates and counts them", () => {
  const rare = ratingsFromMatrix([
    [1, 1, 1, 2],
    [1, 1, 1, 1],
  ]);
  const interval = krippendorffAlpha(rare, "nominal", {}).interval;
  expect(interval?.dropped).toBeGreaterThan(200);
  expect(interval?.dropped).toBeLessThan(450);
  const rarely = ratingsFromMatrix([
    [1, 1, 1, 2],
    [1, 2, 1, 2],
  ]);
  expect(pearson(rarely, [0, 1], {}).interval?.dropped).toBeGreaterThan(250);
});

test("an interval is undefined when the value or every replicate is", () => {
  expect(krippendorffAlpha(ratingsFromMatrix([[1], [1]]), "nominal", {}).interval).toBeNull();
  expect(bootstrap({ ...sampleOf(published, alpha("nominal")), kernel: () => "no-variation" })).toBeNull();
});

test("an interval of fewer than 30 drawn units says so", () => {
  const interval = krippendorffAlpha(published, "nominal", { replicates: 50 }).interval;
  if (!interval) throw new Error("no interval");
  expect(restsOnFewUnits(interval)).toBe(true);
  expect(restsOnFewUnits({ ...interval, drawn: 29 })).toBe(true);
  expect(restsOnFewUnits({ ...interval, drawn: 30 })).toBe(false);
});

test.prop([matrices(1, 4), fc.nat(100)])(
  "does not depend on the order of units or the form of the data",
  (m, seed) => {
    const units = m[0]?.length ?? 0;
    const order = range(0, units - 1).sort((a, b) => ((a * 7 + seed) % 5) - ((b * 7 + seed) % 5));
    const counts = new Uint8Array(units * 4);
    for (const row of m) {
      row.forEach((value, u) => {
        if (value !== null) counts[u * 4 + value - 1] = (counts[u * 4 + value - 1] as number) + 1;
      });
    }
    const request = { seed, replicates: 40 };
    const one = krippendorffAlpha(
      ratingsFromMatrix(m, { categories: range(1, 4) }),
      "ordinal",
      request,
    ).interval;
    const permuted = m.map((row) => order.map((u) => row[u] ?? null));
    const others = [
      krippendorffAlpha(ratingsFromMatrix(permuted, { categories: range(1, 4) }), "ordinal", request)
        .interval,
      krippendorffAlpha(ratingsFromCounts(counts, range(1, 4)), "ordinal", request).interval,
    ];
    for (const other of others) {
      if (!one || !other) expect(other).toBe(one);
      else {
        expect(other.low).toBeCloseTo(one.low, 10);
        expect(other.high).toBeCloseTo(one.high, 10);
      }
    }
  },
);

test("clusters of one unit are units; large clusters widen the interval", () => {
  const ratings = simulated(120, 3, 3, 0.6, 3);
  const request = { replicates: 4000 };
  const units = krippendorffAlpha(ratings, "nominal", request).interval;
  const single = krippendorffAlpha(ratings, "nominal", { ...request, clusters: range(0, 119) }).interval;
  expect(single?.drawn).toBe(units?.drawn);
  expect(single?.low).toBeCloseTo(units?.low ?? 0, 1.5);
  const doubled = ratingsFromRows(
    range(0, 59).flatMap((u) =>
      ["a", "b"].flatMap((rater, r) =>
        [0, 1].map((copy) => ({ unit: `${u}-${copy}`, rater, value: (u * (r + 3)) % 3 })),
      ),
    ),
  );
  const clusters = (doubled.unitIds ?? []).map((id) => id.split("-")[0] as string);
  const wide = krippendorffAlpha(doubled, "nominal", { ...request, clusters }).interval;
  const narrow = krippendorffAlpha(doubled, "nominal", request).interval;
  const width = (interval: typeof wide) => (interval?.high ?? 0) - (interval?.low ?? 0);
  expect(width(wide) / width(narrow)).toBeCloseTo(Math.SQRT2, 0.8);
  expect([wide?.drawn, narrow?.drawn]).toEqual([60, 120]);
});

test("a cluster without pairable values is drawn only when all units are resampled", () => {
  const ratings = ratingsFromMatrix([
    [1, 2, 1, 2, null],
    [1, 2, 2, null, null],
  ]);
  const clusters = ["a", "a", "b", "c", "d"];
  expect(krippendorffAlpha(ratings, "nominal", { clusters }).interval?.drawn).toBe(2);
  expect(krippendorffAlpha(ratings, "nominal", { clusters, resample: "all-units" }).interval?.drawn).toBe(3);
  expect(cohenKappa(ratings, "none", [0, 1], { clusters }).interval?.drawn).toBe(2);
});
