import { expect, test } from "vitest";
import { linearDifference, linearInterval } from "./linearised";
import { type JudgedUnit, predictionPowered } from "./prediction-powered";
import { randomFrom } from "./random";

const mean = (list: readonly number[]) => list.reduce((sum, value) => sum + value, 0) / list.length;

/** Units of their own tasks: the first have a human value too. */
function singles(seed: number, n: number, all: number): (JudgedUnit & { judge: number })[] {
  const random = randomFrom(seed);
  return Array.from({ length: all }, (_, cluster) => {
    const people = random() * 4;
    return { cluster, judge: people / 2 + random(), human: cluster < n ? people : null };
  });
}

test("people alone are the mean with its usual error", () => {
  const units = singles(3, 12, 40);
  const people = units.flatMap(({ human }) => human ?? []);
  const { human } = predictionPowered(units);
  const average = mean(people);
  const variance = people.reduce((sum, value) => sum + (value - average) ** 2, 0) / 11;
  expect(human.value).toBeCloseTo(average, 12);
  expect(human.error).toBeCloseTo(Math.sqrt(variance / 12), 12);
  // Student's t with 11 degrees of freedom exceeds 2.201 with probability 2.5 %.
  const interval = linearInterval(human);
  expect(interval?.high).toBeCloseTo(average + 2.20098516 * Math.sqrt(variance / 12), 6);
});

test("a given λ makes the paper's estimate, whose second sample excludes the labelled units", () => {
  const units = singles(5, 15, 60);
  const labelled = units.filter(({ human }) => human !== null);
  const others = units.filter(({ human }) => human === null);
  const lambda = 0.8;
  // PPI++ (2023), section 2: λ′ mean(f of others) + mean(Y − λ′ f of labelled), with λ′ = λ N / (N + n).
  const paper = (lambda * others.length) / units.length;
  const expected =
    paper * mean(others.map(({ judge }) => judge)) +
    mean(labelled.map(({ human, judge }) => (human as number) - paper * judge));
  expect(predictionPowered(units, lambda).powered.value).toBeCloseTo(expected, 12);
});

test("the tuned λ is the paper's, but for terms of order 1 / n", () => {
  const units = singles(7, 400, 2000);
  const labelled = units.filter(({ human }) => human !== null);
  const [meanY, meanF] = [
    mean(labelled.map(({ human }) => human as number)),
    mean(labelled.map((one) => one.judge)),
  ];
  const covariance = mean(labelled.map(({ human, judge }) => ((human as number) - meanY) * (judge - meanF)));
  const meanAll = mean(units.map(({ judge }) => judge));
  const variance = mean(units.map(({ judge }) => (judge - meanAll) ** 2));
  const paper = covariance / ((1 + 400 / 1600) * variance);
  // Without the upper bound λ would be 1.5: a judge on half the scale counts at most once.
  expect(paper / (1600 / 2000)).toBeGreaterThan(1);
  expect(predictionPowered(units).lambda).toBe(1);
  const doubled = units.map((unit) => ({ ...unit, judge: 3 * unit.judge }));
  expect(predictionPowered(doubled).lambda).toBeCloseTo(paper / 3 / (1600 / 2000), 1);
});

test("the error is that of the influence of each unit, written out", () => {
  const units = singles(9, 10, 30);
  const lambda = 0.5;
  const labelled = units.filter(({ human }) => human !== null);
  const [meanY, meanF] = [
    mean(labelled.map(({ human }) => human as number)),
    mean(labelled.map((one) => one.judge)),
  ];
  const meanAll = mean(units.map(({ judge }) => judge));
  const squares = units.map(({ judge, human }) => {
    const own = human === null ? 0 : (human - meanY - lambda * (judge - meanF)) / 10;
    return (own + (lambda * (judge - meanAll)) / 30) ** 2;
  });
  const expected = Math.sqrt((squares.reduce((sum, square) => sum + square, 0) * 10) / 9);
  expect(predictionPowered(units, lambda).powered.error).toBeCloseTo(expected, 12);
});

test("tuning never widens the error beyond that of people alone, but for its degree of freedom", () => {
  const random = randomFrom(2);
  const noise = Array.from({ length: 300 }, (_, cluster) => ({
    ...{ cluster, judge: random(), human: cluster < 60 ? random() : null },
  }));
  const { human, powered, effective } = predictionPowered(noise);
  expect(powered.error).toBeLessThanOrEqual((human.error as number) * Math.sqrt(59 / 58));
  expect(effective).toBeGreaterThanOrEqual(60);
});

test("a perfect judge is worth labels on every unit", () => {
  const units = singles(11, 50, 500).map((unit, n) => ({ ...unit, human: n < 50 ? unit.judge : null }));
  const { powered, judge, effective, lambda } = predictionPowered(units);
  expect(lambda).toBeCloseTo(1, 10);
  expect(powered.value).toBeCloseTo(judge.value as number, 10);
  expect(effective).toBeGreaterThan(400);
});

test("a judge's bias is taken out, which the judge alone does not show", () => {
  const units = Array.from({ length: 400 }, (_, cluster) => ({
    cluster,
    judge: (cluster % 4) + 1,
    human: cluster < 100 ? cluster % 4 : null,
  }));
  const { judge, powered } = predictionPowered(units);
  expect(judge.value).toBeCloseTo(2.5, 10);
  expect(powered.value).toBeCloseTo(1.5, 10);
});

test("units of one task weigh less than as many tasks", () => {
  const units = singles(13, 40, 80);
  const doubled = units.flatMap((unit) => [unit, unit, unit]);
  expect(predictionPowered(doubled).human.error).toBeCloseTo(
    predictionPowered(units).human.error as number,
    12,
  );
});

test("strata enter by their share, whatever part of each was labelled", () => {
  // 80 units of stratum a, of which people passed 10 of 10; 20 of b, of which they passed none of 10.
  const units = [
    ...Array.from({ length: 80 }, (_, n) => ({ stratum: "a", human: n < 10 ? 1 : null })),
    ...Array.from({ length: 20 }, (_, n) => ({ stratum: "b", human: n < 10 ? 0 : null })),
  ].map((unit, cluster) => ({ ...unit, cluster, judge: 0 }));
  expect(predictionPowered(units).human.value).toBeCloseTo(0.8, 12);
  const weighted = units.map(({ stratum, ...unit }) => ({
    ...unit,
    probability: stratum === "a" ? 1 / 8 : 1 / 2,
  }));
  expect(predictionPowered(weighted).human.value).toBeCloseTo(0.8, 12);
});

test("without labels, or without any in a stratum, there is no corrected value, with the reason", () => {
  const units = singles(1, 0, 20);
  expect(predictionPowered(units).powered).toMatchObject({ value: null, reason: "no-ratings" });
  expect(predictionPowered(units).judge.value).not.toBeNull();
  const half = singles(1, 5, 20).map((unit, n) => ({ ...unit, stratum: n < 10 ? "a" : "b" }));
  expect(predictionPowered(half).powered).toMatchObject({ value: null, reason: "no-ratings" });
  expect(predictionPowered([]).judge).toMatchObject({ value: null, reason: "no-ratings" });
});

test("labels in fewer than five tasks give a value without an interval", () => {
  const units = singles(1, 4, 20);
  const { powered } = predictionPowered(units);
  expect(powered.value).not.toBeNull();
  expect(linearInterval(powered)).toBeNull();
});

test("the difference of two models takes out what their tasks share", () => {
  const random = randomFrom(4);
  const difficulty = Array.from({ length: 60 }, () => 10 * random());
  const model = (better: number) =>
    difficulty.map((hard, cluster) => ({ cluster, judge: hard, human: hard + better + random() / 10 }));
  const [first, second] = [predictionPowered(model(1)).human, predictionPowered(model(0)).human];
  const difference = linearDifference(first, second);
  expect(difference.value).toBeCloseTo(1, 1);
  expect(difference.error).toBeLessThan((first.error as number) / 20);
});

test("a sample in strata is as certain as its strata, and as the population that it stands for", () => {
  // Of 1,000 units half pass one time in ten and half nineteen times in twenty; fifty labels of each.
  const units = Array.from({ length: 100 }, (_, cluster) => {
    const stratum = cluster % 2 === 0 ? "hard" : "easy";
    const passes = stratum === "hard" ? cluster % 20 === 0 : cluster % 40 !== 1;
    return { cluster, stratum, judge: null, human: Number(passes), weight: 10, standsFor: 10 };
  });
  const { value, error } = predictionPowered(units).human;
  const [hard, easy] = [5 / 50, 47 / 50];
  expect(value).toBeCloseTo((hard + easy) / 2, 12);
  const within = (hard * (1 - hard) + easy * (1 - easy)) / 4 / 50;
  // Another 1,000 units would have other shares of the two strata.
  const between = ((easy - hard) / 2) ** 2 / 1000;
  expect(error).toBeCloseTo(Math.sqrt(((within + between) * 100) / 98), 12);
  const plain = predictionPowered(units.map(({ stratum: _, ...unit }) => unit)).human;
  expect(error).toBeLessThan(0.62 * (plain.error as number));
});

test("labels count where the judge gave no value: people's mean does not depend on it", () => {
  const units = singles(15, 30, 90);
  const unread = units.map((unit, n) => ({ ...unit, judge: n % 3 === 0 ? null : unit.judge }));
  const [all, some] = [predictionPowered(units), predictionPowered(unread)];
  expect(some.human).toEqual(all.human);
  expect(some.judge.units).toBe(60);
  // The judge's mean in their place, put in by hand, makes the same estimate.
  const mean = some.judge.value as number;
  const imputed = unread.map((unit) => ({ ...unit, judge: unit.judge ?? mean }));
  expect(predictionPowered(imputed, 0.7).powered.value).toBeCloseTo(
    predictionPowered(unread, 0.7).powered.value as number,
    12,
  );
  expect(some.powered.error).toBeLessThan(some.human.error as number);
});

test("units that neither people nor the judge gave a value change nothing", () => {
  const units = singles(16, 20, 60);
  const empty = Array.from({ length: 40 }, (_, n) => ({ cluster: `none ${n}`, judge: null, human: null }));
  const [found, more] = [predictionPowered(units), predictionPowered([...units, ...empty])];
  expect(more.powered.value).toBeCloseTo(found.powered.value as number, 12);
  expect(more.powered.error).toBeCloseTo(found.powered.error as number, 12);
});

test("without any value of the judge people are alone", () => {
  const units = singles(17, 20, 60).map((unit) => ({ ...unit, judge: null }));
  const { human, judge, powered, lambda } = predictionPowered(units);
  expect(powered).toEqual(human);
  expect([judge.value, judge.reason, lambda]).toEqual([null, "no-ratings", 0]);
});
