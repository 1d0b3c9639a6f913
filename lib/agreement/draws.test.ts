import { fc, test as property } from "@fast-check/vitest";
import { describe, expect, test } from "vitest";
import type { bootstrap } from "./bootstrap";
import { intervalOfSums } from "./bootstrap-sums";
import {
  addUpDraws,
  arraysFor,
  countDraws,
  eachDraw,
  packedDrawsFor,
  REPLICATES_TOGETHER,
  unpackDraws,
} from "./draws";
import type { Interval } from "./estimate";
import { krippendorffAlpha } from "./krippendorff";
import { quantile } from "./quantile";
import { type Random, randomFrom } from "./random";
import { type RatingRow, ratingsFromRows } from "./ratings";
import { range } from "./testing/arbitrary";
import { NO_VERDICT } from "./verdict-table";
import { measureVerdicts } from "./verdicts";

/** The number of draws of each cluster in each replicate. */
function drawn(request: Parameters<typeof eachDraw>[0]): number[][] {
  const found: number[][] = [];
  const [pairs, times] = [packedDrawsFor(request.clusters), arraysFor(request.clusters)];
  const first = Int32Array.from(range(0, request.clusters));
  eachDraw(request, (draws, replicates) => {
    countDraws(pairs, first, draws);
    unpackDraws(times, pairs);
    found.push(...times.slice(0, replicates).map((own) => [...own]));
  });
  return found;
}

const some = fc.integer({ min: 1, max: 40 });

property.prop([some, some, fc.integer()])(
  "each uniform number draws a cluster, and a plan is the same when it is used again",
  (clusters, replicates, seed) => {
    const random = randomFrom(seed);
    const expected = range(1, replicates).map(() => {
      const times = new Array<number>(clusters).fill(0);
      for (const _ of range(1, clusters)) {
        const at = Math.floor(random() * clusters);
        times[at] = (times[at] as number) + 1;
      }
      return times;
    });
    expect(drawn({ clusters, replicates, seed })).toEqual(expected);
    expect(drawn({ clusters, replicates, seed })).toEqual(expected);
  },
);

test("a plan that is too large to be stored is drawn in the same way", () => {
  const [clusters, seed] = [20_000, 5];
  const first = drawn({ clusters, replicates: 4, seed });
  let rounds = 0;
  const [pairs, times] = [packedDrawsFor(clusters), arraysFor(clusters)];
  eachDraw({ clusters, replicates: 4000, seed }, (draws) => {
    if (rounds++ > 0) return;
    countDraws(pairs, Int32Array.from(range(0, clusters)), draws);
    unpackDraws(times, pairs);
    expect(times.map((own) => [...own])).toEqual(first);
  });
  expect(rounds).toBe(1000);
});

property.prop([fc.array(fc.array(fc.nat(20), { maxLength: 30 }), { maxLength: 4 }), fc.integer()])(
  "draws of groups are added up in every replicate, as often as a kind is in one",
  (groups, seed) => {
    const random = randomFrom(seed);
    const times = arraysFor(21).map((own) => own.map(() => Math.floor(300 * random())));
    const packed = packedDrawsFor(21);
    for (const [at, pair] of packed.entries())
      pair.forEach((_, kind) => {
        pair[kind] = (times[2 * at]?.[kind] ?? 0) + 2 ** 26 * (times[2 * at + 1]?.[kind] ?? 0);
      });
    const [pairs, totals] = [packedDrawsFor(groups.length), arraysFor(groups.length)];
    const start = Int32Array.from(range(0, groups.length), (at) => groups.slice(0, at).flat().length);
    const kind = Int32Array.from(groups.flat());
    const amount = Float64Array.from(kind, (_, at) => at % 3);
    addUpDraws(pairs, { start, kind, amount }, packed);
    unpackDraws(totals, pairs);
    const expected = (b: number) =>
      groups.map((own, group) =>
        own.reduce(
          (sum, each, at) => sum + (((start[group] as number) + at) % 3) * (times[b]?.[each] ?? 0),
          0,
        ),
      );
    expect(totals.map((own) => [...own])).toEqual(range(0, REPLICATES_TOGETHER - 1).map(expected));
  },
);

property.prop([
  fc.integer({ min: 2, max: 30 }),
  fc.integer({ min: 1, max: 3 }),
  fc.integer({ min: 1, max: 4 }),
  fc.integer(),
])(
  "clusters with equal sums, in all parts or in some, are added up as one by one",
  (clusters, parts, step, seed) => {
    const random = randomFrom(seed);
    const width = parts * step;
    const sums = Float64Array.from({ length: clusters * width }, () => Math.floor(3 * random()) / 10);
    const replicates = 40;
    const expected = drawn({ clusters, replicates, seed }).map((times) =>
      range(0, width - 1).map((at) =>
        times.reduce((sum, own, cluster) => sum + own * (sums[cluster * width + at] as number), 0),
      ),
    );
    const met: number[][] = [];
    intervalOfSums(sums, width, (all) => met.push([...all]), { replicates, seed, step });
    const round = (rows: readonly number[][]) => rows.map((row) => row.map((sum) => sum.toFixed(9)));
    expect(round(met)).toEqual(round(expected));
  },
);

describe("intervals agree with a bootstrap that computes everything again", () => {
  const CLUSTERS = 25;
  const REPLICATES = 2000;

  /** Units of a cluster resemble each other; three raters see them with noise. */
  function study(seed: number) {
    const random = randomFrom(seed);
    return range(1, CLUSTERS).map(() => {
      const truth = random() * 3;
      return range(0, Math.floor(random() * 4)).map(() =>
        range(1, 3).map(() => Math.max(0, Math.min(4, Math.round(truth + 3 * (random() - 0.5))))),
      );
    });
  }

  /** The statistic of clusters drawn one by one, sorted. */
  function bruteForce<T>(clusters: readonly T[], random: Random, statistic: (some: T[]) => number | null) {
    const values = range(1, REPLICATES).flatMap(() => {
      const some = clusters.map(() => clusters[Math.floor(random() * clusters.length)] as T);
      return statistic(some) ?? [];
    });
    return Float64Array.from(values).sort();
  }

  /** Both ends are where the other bootstrap has them, but for the error of so many replicates in both. */
  function expectWithinError(interval: Interval | null | undefined, values: Float64Array): void {
    const error = 4 * Math.sqrt((2 * 0.025 * 0.975) / REPLICATES);
    const between = (p: number) =>
      [Math.max(0, p - error), Math.min(1, p + error)].map((bound) => quantile(values, bound));
    for (const [end, p] of [
      [interval?.low, 0.025],
      [interval?.high, 0.975],
    ] as const) {
      const [least = Number.NaN, most = Number.NaN] = between(p);
      expect(end).toBeGreaterThanOrEqual(least);
      expect(end).toBeLessThanOrEqual(most);
    }
  }

  const rowsOf = (clusters: number[][][]): RatingRow[] =>
    clusters.flatMap((units, cluster) =>
      units.flatMap((values, unit) =>
        values.map((value, rater) => ({ unit: `${cluster} ${unit}`, rater, value })),
      ),
    );

  test.for([1, 2, 3])("alpha of study %i", (seed) => {
    const clusters = study(seed);
    const alphaOf = (some: number[][][], request?: Parameters<typeof bootstrap>[1]) => {
      const ratings = ratingsFromRows(rowsOf(some), { categories: range(0, 4) });
      return krippendorffAlpha(ratings, "ordinal", request);
    };
    const clusterOf = clusters.flatMap((units, cluster) => units.map(() => cluster));
    const { interval } = alphaOf(clusters, { clusters: clusterOf, replicates: REPLICATES });
    expect(interval?.drawn).toBe(CLUSTERS);
    expectWithinError(
      interval,
      bruteForce(clusters, randomFrom(99 + seed), (some) => alphaOf(some).value),
    );
  });

  test("alpha of many units with few patterns", () => {
    const random = randomFrom(8);
    const units = range(1, 60).map(() => {
      const truth = Number(random() < 0.6);
      return [[truth, random() < 0.8 ? truth : 1 - truth]];
    });
    const { interval } = krippendorffAlpha(ratingsFromRows(rowsOf(units)), "nominal", {
      replicates: REPLICATES,
    });
    expectWithinError(
      interval,
      bruteForce(
        units,
        randomFrom(104),
        (some) => krippendorffAlpha(ratingsFromRows(rowsOf(some)), "nominal").value,
      ),
    );
  });

  test("verdicts", () => {
    const clusters = study(4);
    const scale = { size: 5, numbers: range(0, 4), tie: null, level: "ordinal" } as const;
    const measuresOf = (some: number[][][], request?: Parameters<typeof bootstrap>[1]) => {
      const units = some
        .flat()
        .map(([gold = 0, verdict = 0]) => ({ gold, verdicts: [verdict, NO_VERDICT] as const }));
      return measureVerdicts(units, scale, { unreadAgree: false }, request);
    };
    const clusterOf = clusters.flatMap((units, cluster) => units.map(() => cluster));
    const found = measuresOf(clusters, { clusters: clusterOf, replicates: REPLICATES });
    const drawn: ReturnType<typeof measuresOf>[] = [];
    bruteForce(clusters, randomFrom(103), (some) => drawn.push(measuresOf(some)));
    for (const measure of ["accuracy", "f1Macro", "kappa", "rmse"] as const)
      expectWithinError(
        found[measure].interval,
        Float64Array.from(drawn.flatMap((one) => one[measure].value ?? [])).sort(),
      );
  });

  test("a share from sums", () => {
    const clusters = study(6).map((units) => units.map(([value = 0]) => Number(value > 1)));
    const sums = Float64Array.from(
      clusters.flatMap((units) => [units.reduce((sum, own) => sum + own, 0), units.length]),
    );
    const share = ([part = 0, whole = 0]: ArrayLike<number> & Iterable<number>) => part / whole;
    expectWithinError(
      intervalOfSums(sums, 2, share, { replicates: REPLICATES, seed: 42 }),
      bruteForce(clusters, randomFrom(9), (some) => {
        const all = some.flat();
        return all.reduce((sum, own) => sum + own, 0) / all.length;
      }),
    );
  });
});
