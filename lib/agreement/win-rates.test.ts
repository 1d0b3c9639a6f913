import { expect, test } from "vitest";
import type { Comparison } from "./bradley-terry";
import { winRates } from "./win-rates";

test("win rates count a tie as half, in both directions", () => {
  const met = { first: "A", second: "B", cluster: 0 };
  const rates = winRates([
    { ...met, human: [1, 0, 0] },
    { ...met, human: [0, 1, 0] },
    { ...met, human: null },
    { first: "B", second: "A", cluster: 1, human: [1, 0, 0] },
  ]);
  const half = { rate: { estimate: { value: 0.5 } }, comparisons: 3, labelled: 3, lambda: 0 };
  expect(rates).toMatchObject([
    { first: "A", second: "B", ...half },
    { first: "B", second: "A", ...half },
  ]);
});

test("a rate has an interval, mirrored for the other side, and a corrected one is worth more labels", () => {
  // The judge says what people say on four of five pairs, and wrongly A on the fifth.
  const all = Array.from({ length: 300 }, (_, cluster): Comparison => {
    const isWon = cluster % 3 > 0;
    const judge = isWon || cluster % 5 === 0 ? ([1, 0, 0] as const) : ([0, 0, 1] as const);
    return {
      first: "A",
      second: "B",
      cluster,
      human: cluster < 60 ? [Number(isWon), 0, Number(!isWon)] : null,
      judge,
    };
  });
  const [a, b] = winRates(all);
  const [plain] = winRates(all.map(({ judge: _, ...pair }) => pair));
  expect(a).toMatchObject({ comparisons: 300, labelled: 60 });
  expect(plain).toMatchObject({ comparisons: 60, labelled: 60, lambda: 0 });
  expect(a?.rate.estimate.value).toBeCloseTo(2 / 3, 1);
  expect(a?.lambda).toBeGreaterThan(0.5);
  expect(a?.effective).toBeGreaterThan(100);
  const [one, other, alone] = [a, b, plain].map((row) => row?.rate.interval ?? expect.fail("an interval"));
  expect(one?.low).toBeCloseTo(1 - (other?.high ?? 0), 10);
  const width = (of?: { low: number; high: number }) => (of ? of.high - of.low : 0);
  expect(width(one)).toBeLessThan(0.8 * width(alone));
});

test("pairs that people never compared have no rate", () => {
  const judge = [1, 0, 0] as const;
  expect(winRates([{ first: "A", second: "B", cluster: 1, human: null, judge }])).toEqual([]);
});

test("win rates weigh pairs by their weight, and people's also by the probability of being compared", () => {
  const met = { first: "A", second: "B" };
  const rateOf = (comparisons: readonly Comparison[]) => winRates(comparisons)[0]?.rate.estimate.value;
  const won = { ...met, human: [1, 0, 0], probability: 0.25 } as const;
  const lost = { ...met, human: [0, 0, 1], probability: 0.5 } as const;
  expect(rateOf([won, lost].map((pair, cluster) => ({ ...pair, cluster })))).toBeCloseTo(2 / 3, 12);
  const weighted = [
    { ...met, human: won.human, weight: 3 },
    { ...met, human: lost.human, weight: 1 },
  ];
  expect(rateOf(weighted.map((pair, cluster) => ({ ...pair, cluster })))).toBeCloseTo(0.75, 12);
});
