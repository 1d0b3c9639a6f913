import { fc, test } from "@fast-check/vitest";
import { describe, expect } from "vitest";
import { binomial, hypergeometric, lnBinomialRatio, randomFrom } from "./random";
import { range } from "./testing/arbitrary";

const lnFactorials = [0];
for (let n = 1; n <= 20_000; n++) lnFactorials.push((lnFactorials[n - 1] as number) + Math.log(n));

function lnFactorial(n: number): number {
  return lnFactorials[n] as number;
}

function lnChoose(n: number, k: number): number {
  return lnFactorial(n) - lnFactorial(k) - lnFactorial(n - k);
}

/**
 * Pearson's chi-square of drawn counts against their probabilities, with rare outcomes pooled, as standard
 * deviations from what a correct sampler gives (Wilson & Hilferty).
 */
function surprise(draws: number[], probability: (k: number) => number, most: number): number {
  const observed = new Map<number, number>();
  for (const k of draws) observed.set(k, (observed.get(k) ?? 0) + 1);
  const cells: { seen: number; due: number }[] = [];
  let open = { seen: 0, due: 0 };
  for (const k of range(0, most)) {
    open.seen += observed.get(k) ?? 0;
    open.due += probability(k) * draws.length;
    if (open.due < 10) continue;
    cells.push(open);
    open = { seen: 0, due: 0 };
  }
  const last = cells[cells.length - 1] as { seen: number; due: number };
  last.seen += open.seen;
  last.due += open.due;
  const chiSquare = cells.reduce((sum, { seen, due }) => sum + (seen - due) ** 2 / due, 0);
  const freedom = cells.length - 1;
  const spread = 2 / (9 * freedom);
  return ((chiSquare / freedom) ** (1 / 3) - (1 - spread)) / Math.sqrt(spread);
}

describe("uniform numbers", () => {
  test("are the same everywhere", () => {
    const random = randomFrom(42);
    expect(range(1, 6).map(() => Math.floor(random() * 2 ** 32))).toEqual([
      2837322924, 544945897, 479756282, 3500138142, 339756180, 113173290,
    ]);
    expect(Math.floor(randomFrom(-1)() * 2 ** 32)).toEqual(835879718);
  });

  test("fill [0, 1) evenly and do not depend on the one before", () => {
    const random = randomFrom(7);
    const cells = new Array<number>(100).fill(0);
    let before = Math.floor(random() * 10);
    for (let i = 0; i < 20_000; i++) {
      const next = Math.floor(random() * 10);
      cells[before * 10 + next] = (cells[before * 10 + next] as number) + 1;
      before = next;
    }
    const draws = cells.flatMap((times, cell) => new Array<number>(times).fill(cell));
    expect(Math.abs(surprise(draws, () => 1 / 100, 99))).toBeLessThan(4);
  });

  test.prop([fc.array(fc.oneof(fc.nat(200), fc.constant(null)), { maxLength: 12 })])(
    "are the same whether drawn singly or in bulk",
    (lengths) => {
      const [single, bulk] = [randomFrom(7), randomFrom(7)];
      for (const length of lengths) {
        const numbers = new Float64Array(length ?? 1);
        if (length === null) numbers[0] = bulk();
        else bulk.fill(numbers);
        expect([...numbers]).toEqual([...numbers].map(() => single()));
      }
    },
  );
});

describe("binomial", () => {
  const cases: [n: number, p: number][] = [
    [1, 0.5],
    [12, 0.3],
    [40, 0.9],
    [30, 0.34],
    [21, 0.5],
    [100, 0.11],
    [200, 0.5],
    [1000, 0.73],
    [20_000, 0.004],
  ];
  test("has the right distribution, small and large", () => {
    for (const [n, p] of cases) {
      const random = randomFrom(n);
      const probability = (k: number) =>
        Math.exp(lnChoose(n, k) + k * Math.log(p) + (n - k) * Math.log(1 - p));
      const draws = range(1, 10_000).map(() => binomial(random, n, p));
      expect(Math.min(...draws)).toBeGreaterThanOrEqual(0);
      expect(Math.max(...draws)).toBeLessThanOrEqual(n);
      const most = Math.min(n, 400);
      const from = n > 400 ? Math.max(0, Math.round(n * p) - 200) : 0;
      expect(
        Math.abs(
          surprise(
            draws.map((k) => k - from),
            (k) => probability(k + from),
            most,
          ),
        ),
        `${n} ${p}`,
      ).toBeLessThan(4);
    }
  });

  test("is certain at probabilities 0 and 1", () => {
    const random = randomFrom(1);
    expect(binomial(random, 50, 0)).toBe(0);
    expect(binomial(random, 50, -1e-18)).toBe(0);
    expect(binomial(random, 50, 1)).toBe(50);
    expect(binomial(random, 50, 1 + 1e-12)).toBe(50);
    expect(binomial(random, 0, 0.5)).toBe(0);
    expect(binomial(() => 1 - 2 ** -32, 4, 0.5)).toBe(4);
    expect(binomial(() => 1, 4, 0.4)).toBe(4);
  });

  test("knows the probabilities relative to the mode to nine digits", () => {
    for (const [n, p] of [
      [25, 0.45],
      [40, 0.31],
      [60, 0.2],
      [400, 0.05],
    ] as const) {
      const odds = p / (1 - p);
      const mode = Math.floor((n + 1) * p);
      const lnOf = (k: number) => lnChoose(n, k) + k * Math.log(odds);
      for (const k of range(0, n))
        expect(lnBinomialRatio(n, odds, k, mode)).toBeCloseTo(lnOf(k) - lnOf(mode), 9);
    }
  });

  test("inverts below a mean of ten, rejects from ten on", () => {
    const drawsFor = (n: number) => {
      let times = 0;
      binomial(
        () => {
          times++;
          return 0.5;
        },
        n,
        0.5,
      );
      return times;
    };
    expect([drawsFor(19), drawsFor(20)]).toEqual([1, 2]);
  });

  test("reaches both ends and nothing beyond", () => {
    const always = (u: number) => {
      const script = [u, 0];
      return () => script.shift() ?? 0.5;
    };
    const reached = new Set(range(0, 2000).map((i) => binomial(always(i / 2000), 21, 0.5)));
    expect(Math.min(...reached)).toBe(0);
    expect(Math.max(...reached)).toBe(21);
  });

  test("accepts any value whose bound is above a height of 0", () => {
    const scripted = [0.98, 0];
    expect(binomial(() => scripted.shift() ?? Number.NaN, 100, 0.5)).toBe(69);
  });

  test("gives the same numbers everywhere", () => {
    const random = randomFrom(42);
    expect(cases.map(([n, p]) => binomial(random, n, p))).toEqual([1, 2, 38, 13, 4, 9, 96, 701, 89]);
    expect(range(1, 24).map(() => binomial(random, 1_000_000, 0.01))).toEqual([
      10065, 9853, 9877, 9972, 10089, 9974, 9939, 9941, 9979, 9879, 9965, 9954, 10158, 10004, 9995, 9925,
      9964, 10052, 9996, 9958, 10030, 9925, 10041, 9793,
    ]);
    expect(range(1, 400).reduce((sum, i) => sum + i * binomial(random, 25 + i, 0.45), 0)).toEqual(10533614);
  });
});

describe("hypergeometric", () => {
  const cases: [marked: number, others: number, draws: number][] = [
    [5, 5, 5],
    [30, 8, 6],
    [40, 60, 35],
    [60, 40, 70],
    [11, 200, 11],
    [300, 300, 250],
    [200, 100, 200],
  ];
  test("has the right distribution, small and large", () => {
    for (const [marked, others, draws] of cases) {
      const random = randomFrom(marked);
      const all = lnChoose(marked + others, draws);
      const probability = (k: number) => {
        if (k > marked || k > draws || draws - k > others) return 0;
        return Math.exp(lnChoose(marked, k) + lnChoose(others, draws - k) - all);
      };
      const drawn = range(1, 10_000).map(() => hypergeometric(random, marked, others, draws));
      expect(Math.abs(surprise(drawn, probability, draws)), `${marked} ${others} ${draws}`).toBeLessThan(4);
    }
  });

  test.prop([fc.nat(40), fc.nat(40), fc.nat(80), fc.integer()])(
    "never draws more balls than there are",
    (m, o, d, seed) => {
      const draws = Math.min(d, m + o);
      const hits = hypergeometric(randomFrom(seed), m, o, draws);
      expect(hits).toBeGreaterThanOrEqual(Math.max(0, draws - o));
      expect(hits).toBeLessThanOrEqual(Math.min(m, draws));
    },
  );

  test("finds the mode, also where neighbouring probabilities are nearly equal", () => {
    const urns: [number, number, number][] = [
      [11, 12, 11],
      [11, 15, 11],
    ];
    const sums = urns.map(([marked, others, draws]) => {
      const random = randomFrom(1);
      return range(1, 4000).reduce((sum, i) => sum + i * hypergeometric(random, marked, others, draws), 0);
    });
    expect(sums).toEqual([42396180, 37297646]);
  });

  test("a tie goes to the other balls", () => {
    expect(hypergeometric(() => 0.5, 5, 5, 1)).toBe(0);
  });

  test("from ten draws on it still goes ball by ball", () => {
    let draws = 0;
    const counting = () => {
      draws++;
      return 0.25;
    };
    hypergeometric(counting, 40, 60, 10);
    hypergeometric(counting, 10, 90, 40);
    expect(draws).toBe(20);
  });

  test("gives the same numbers everywhere", () => {
    const random = randomFrom(42);
    expect(cases.map((urn) => hypergeometric(random, ...urn))).toEqual([3, 4, 15, 42, 1, 126, 135]);
    expect(range(1, 24).map(() => hypergeometric(random, 5000, 8000, 3000))).toEqual([
      1188, 1122, 1147, 1161, 1166, 1124, 1188, 1182, 1187, 1166, 1172, 1176, 1139, 1167, 1153, 1155, 1144,
      1142, 1138, 1221, 1137, 1180, 1128, 1143,
    ]);
    expect(
      range(11, 300).reduce(
        (sum, i) => sum + i * hypergeometric(random, i, 310 - i, 2 * i > 300 ? 140 : 60),
        0,
      ),
    ).toEqual(3798196);
  });
});
