import { expect, test } from "vitest";
import { linearInterval } from "./linearised";
import { poweredShare, shareDifference } from "./powered-share";
import { type JudgedUnit, predictionPowered } from "./prediction-powered";
import { randomFrom } from "./random";
import { studentQuantile } from "./student";
import { scoreInterval, wilsonInterval } from "./wilson";

const shareOf = (units: readonly JudgedUnit[]) => poweredShare(units, predictionPowered(units));

/** Two hundred responses, of which people passed all forty that they judged; the judge fails every twentieth. */
const ALL_PASS = Array.from({ length: 200 }, (_, cluster) => ({
  ...{ cluster, judge: cluster % 20 === 0 ? 0 : 1 },
  human: cluster % 5 === 1 ? 1 : null,
}));

test("forty labels that all pass leave doubt, as Wilson's interval of forty trials does", () => {
  const { human, powered, judge } = shareOf(ALL_PASS);
  const { low } = wilsonInterval(1, 40);
  for (const { interval } of [human, powered]) {
    expect(interval?.high).toBe(1);
    // Student's t with 39 degrees is a little wider.
    expect(interval?.low).toBeLessThan(low);
    expect(interval?.low).toBeGreaterThan(low - 0.01);
  }
  expect(judge.interval?.low).toBeGreaterThan(0.9);
  expect(linearInterval(human.estimate)).toEqual({ low: 1, high: 1 });
});

test("a judge that passes everything leaves doubt too", () => {
  const { judge } = shareOf(ALL_PASS.map((unit) => ({ ...unit, judge: 1 })));
  expect(judge.interval?.low).toBeCloseTo(wilsonInterval(1, 200).low, 2);
});

test("labels of one task that all agree count as one", () => {
  const tasks = ALL_PASS.map((unit) => ({ ...unit, cluster: Math.floor(unit.cluster / 20) }));
  const { human } = shareOf(tasks);
  expect(human.interval?.low).toBeCloseTo(scoreInterval(1, 10, studentQuantile(0.025, 9)).low, 12);
});

test("without clusters people alone have Wilson's interval with Student's t", () => {
  const random = randomFrom(6);
  const units = Array.from({ length: 80 }, (_, cluster) => ({
    cluster,
    judge: 0,
    human: Number(random() < 0.9),
  }));
  const { human } = shareOf(units);
  const share = human.estimate.value as number;
  const wanted = scoreInterval(share, 80, studentQuantile(0.025, 79));
  expect(human.interval?.low).toBeCloseTo(wanted.low, 2);
  expect(human.interval?.high).toBeCloseTo(wanted.high, 2);
});

test("with many labels the interval is Student's", () => {
  const random = randomFrom(7);
  const units = Array.from({ length: 4000 }, (_, cluster) => {
    const people = Number(random() < 0.6);
    return {
      cluster: Math.floor(cluster / 4),
      judge: random() < 0.8 ? people : 1 - people,
      human: random() < 0.3 ? people : null,
    };
  });
  const { powered } = shareOf(units);
  const plain = linearInterval(powered.estimate);
  expect(powered.interval?.low).toBeCloseTo(plain?.low as number, 3);
  expect(powered.interval?.high).toBeCloseTo(plain?.high as number, 3);
});

test("strata in which people agree have the width of a sample in strata", () => {
  // Nine of ten pass in one half and one of ten in the other; fifty labels in each.
  const units = Array.from({ length: 1000 }, (_, cluster) => {
    const [stratum, n] = [cluster % 2, Math.floor(cluster / 2)];
    return {
      cluster,
      stratum: String(stratum),
      judge: null,
      human: n < 50 ? Number(stratum === 1 ? n % 10 > 0 : n % 10 === 0) : null,
    };
  });
  const width = (of: readonly JudgedUnit[]) => {
    const { low, high } = shareOf(of).human.interval ?? expect.fail("there is an interval");
    return high - low;
  };
  const plain = width(units.map(({ stratum: _, ...unit }) => unit));
  expect(width(units)).toBeLessThan(0.7 * plain);
});

test("the difference of two shares that are 1 has a width, and none without intervals", () => {
  const one = shareOf(ALL_PASS).powered;
  const { low, high } = shareDifference(one, one) ?? expect.fail("there is an interval");
  expect([low < -0.05, high > 0.05]).toEqual([true, true]);
  expect(shareDifference(one, shareOf(ALL_PASS.slice(0, 10)).powered)).toBeNull();
});

test("the difference of shares of the same tasks is narrower the more they go together", () => {
  const random = randomFrom(8);
  const easy = Array.from({ length: 100 }, () => random() < 0.7);
  const of = (values: readonly boolean[]) =>
    shareOf(values.map((human, cluster) => ({ cluster, judge: null, human: Number(human) }))).human;
  const width = (other: readonly boolean[]) => {
    const { low, high } = shareDifference(of(easy), of(other)) ?? expect.fail("there is an interval");
    return high - low;
  };
  expect(width(easy.map((one, n) => one && n % 10 > 0))).toBeLessThan(0.6 * width(easy.toReversed()));
});

test("where all labels of several strata pass, clusters count once, and no end is beyond 1", () => {
  let compared = 0;
  for (let first = 4; first < 60; first += 5)
    for (let second = 4; second < 40; second += 3) {
      const units = [first, second, 23].flatMap((size, stratum) =>
        Array.from({ length: size }, (_, n) => ({ stratum: `s${stratum}`, human: n % 2 === 0 ? 1 : null })),
      );
      const { estimate, interval } = shareOf(
        units.map((unit, n) => ({ ...unit, judge: 1, cluster: Math.floor(n / 4) })),
      ).human;
      if (!interval) continue;
      compared++;
      const most = scoreInterval(1, estimate.clusters, studentQuantile(0.025, estimate.degrees));
      expect(interval.low).toBeLessThanOrEqual(most.low + 1e-9);
      expect(interval.high).toBeLessThanOrEqual(1);
    }
  expect(compared).toBeGreaterThan(100);
});
