import { expect, test } from "vitest";
import { linearInterval } from "./linearised";
import { type JudgedUnit, predictionPowered } from "./prediction-powered";
import { randomFrom } from "./random";

/*
 * Prediction-powered means against what follows from the papers by hand, and against all samples there are. The data of the
 * examples in Angelopoulos et al. (2023) and of the package ppi_py are thousands of predictions that no paper prints.
 */

/** A judge and people on 100 labelled units and the judge on 900 others, as a table of yes and no. */
const COUNTS = [
  { judge: 1, human: 1, units: 40 },
  { judge: 1, human: 0, units: 10 },
  { judge: 0, human: 1, units: 5 },
  { judge: 0, human: 0, units: 45 },
  { judge: 1, human: null, units: 520 },
  { judge: 0, human: null, units: 380 },
];

const TABLE: JudgedUnit[] = COUNTS.flatMap(({ judge, human, units }) =>
  Array.from({ length: units }, () => ({ judge, human })),
).map((unit, cluster) => ({ ...unit, cluster }));

test("a table of yes and no gives the estimate and λ of the papers, computed by hand", () => {
  // PPI (2023): the judge's rate on the others plus people minus judge: 520/900 + 45/100 − 50/100.
  const plain = predictionPowered(TABLE, 1000 / 900).powered;
  expect(plain.value).toBeCloseTo(520 / 900 - 0.05, 12);
  // Its error: the variance of people minus judge, .15 − .05² of 100, and of the judge's rate on 900 others.
  const error = Math.sqrt((0.15 - 0.05 ** 2) / 100 + ((520 / 900) * (380 / 900)) / 900);
  expect(plain.error).toBeCloseTo(error, 3);
  // PPI++ (2023): λ′ = cov(Y, f) / ((1 + n/N) var f) = .175 / (10/9 × .56 × .44), and λ = λ′ (N + n) / N.
  const tuned = predictionPowered(TABLE);
  const paper = 0.175 / ((10 / 9) * 0.56 * 0.44);
  // Of order 1/n apart: ours takes the variance of f from the labelled and the other units by themselves.
  expect(Math.abs(tuned.lambda - (paper * 1000) / 900)).toBeLessThan(0.02);
  const used = tuned.lambda * 0.9;
  expect(tuned.powered.value).toBeCloseTo(0.45 + used * (520 / 900 - 0.5), 12);
  // The papers' interval is z times the root of var(Y − λ′ f) / n + λ′² var(f) / N.
  const rest = 0.4 * (1 - used) ** 2 + 0.1 * used ** 2 + 0.05 - (0.45 - used * 0.5) ** 2;
  const half = 1.96 * Math.sqrt(rest / 100 + (used ** 2 * (520 / 900) * (380 / 900)) / 900);
  const interval = linearInterval(tuned.powered) as { low: number; high: number };
  expect((interval.high - interval.low) / 2 / half).toBeCloseTo(1, 1);
});

/**
 * PPI++ as its paper writes it (2023, section 2 and proposition 2), with n labelled and N other units that are independent of
 * each other: θ = λ mean(f of others) + mean(Y − λ f), its variance var(Y − λ f) / n + λ² var(f) / N, and the λ with which that is
 * smallest. Variances divide by the number of units less one.
 */
function paper(units: readonly JudgedUnit[]) {
  const labelled = units.flatMap(({ judge, human }) =>
    human === null ? [] : [[human, judge as number] as const],
  );
  const others = units.flatMap(({ judge, human }) => (human === null ? [judge as number] : []));
  const mean = (list: readonly number[]) => list.reduce((sum, one) => sum + one, 0) / list.length;
  const variance = (list: readonly number[]) => {
    const middle = mean(list);
    return list.reduce((sum, one) => sum + (one - middle) ** 2, 0) / (list.length - 1);
  };
  const ofOthers = { mean: mean(others), variance: variance(others) };
  const at = (lambda: number) => {
    const rests = labelled.map(([human, judge]) => human - lambda * judge);
    return {
      value: lambda * ofOthers.mean + mean(rests),
      variance: variance(rests) / rests.length + (lambda ** 2 * ofOthers.variance) / others.length,
    };
  };
  // By brute force: the smallest variance on a fine grid.
  let best = { lambda: 0, ...at(0) };
  for (let lambda = 0; lambda <= 1; lambda += 1e-4) {
    const one = at(lambda);
    if (one.variance < best.variance) best = { lambda, ...one };
  }
  return best;
}

test("agrees with the paper's formulas, whose λ is found by brute force", () => {
  const random = randomFrom(21);
  for (const [n, all, noise] of [
    [40, 400, 0.5],
    [100, 300, 1],
    [60, 2000, 3],
  ] as const) {
    const units = Array.from({ length: all }, (_, cluster) => {
      const people = 4 * random();
      return { cluster, judge: people + noise * 4 * random(), human: cluster < n ? people : null };
    });
    const [own, wanted] = [predictionPowered(units), paper(units)];
    // The same judge's weight on the other units; both are estimates whose difference is of order 1 / n.
    expect(Math.abs((own.lambda * (all - n)) / all - wanted.lambda)).toBeLessThan(1 / n);
    const error = Math.sqrt(wanted.variance);
    expect(Math.abs((own.powered.value as number) - wanted.value)).toBeLessThan(0.1 * error);
    expect((own.powered.error as number) / error).toBeGreaterThan(0.97);
    expect((own.powered.error as number) / error).toBeLessThan(1.04);
  }
});

test("over all samples of four out of nine the estimate is right on average, and the tuned λ has the smallest error", () => {
  const people = [1, 0, 1, 1, 0, 2, 3, 1, 0];
  const judges = [2, 1, 1, 3, 0, 3, 3, 2, 2];
  const samples = Array.from({ length: 2 ** 9 }, (_, bits) =>
    people.map((_, n) => (bits >> n) % 2 === 1),
  ).filter((drawn) => drawn.filter(Boolean).length === 4);
  expect(samples).toHaveLength(126);
  const units = (drawn: readonly boolean[]): JudgedUnit[] =>
    people.map((human, cluster) => ({
      ...{ cluster, judge: judges[cluster] as number, human: drawn[cluster] ? human : null },
    }));
  const truth = people.reduce((sum, value) => sum + value, 0) / 9;
  for (const lambda of [0, 0.5, 1]) {
    const values = samples.map((drawn) => predictionPowered(units(drawn), lambda).powered.value as number);
    expect(values.reduce((sum, value) => sum + value, 0) / 126).toBeCloseTo(truth, 12);
  }
  // No λ on a grid has a smaller error than the tuned one. Five labels or more, for there to be an error.
  const five = units([true, true, true, true, false, true, false, false, false]);
  const squares = (lambda: number) =>
    [...predictionPowered(five, lambda).powered.influence.values()].reduce((sum, own) => sum + own * own, 0);
  const { lambda } = predictionPowered(five);
  for (let n = 0; n <= 100; n++) expect(squares(lambda)).toBeLessThanOrEqual(squares(n / 100) + 1e-12);
});
