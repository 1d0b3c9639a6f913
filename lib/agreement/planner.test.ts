import { expect, test } from "vitest";
import { planMeans } from "./planned-means";
import { completed, isVerdictStable, type PilotSource, type PilotUnit, planAgreement } from "./planner";
import { randomFrom } from "./random";

function pilot(seed: number, units: number, raters: number): PilotUnit[] {
  const random = randomFrom(seed);
  return Array.from({ length: units }, (_, cluster) => {
    const answer = Math.floor(random() * 2);
    const values = Array.from({ length: raters }, () => (random() < 0.7 ? answer : Math.floor(random() * 2)));
    return { cluster, values };
  });
}

const YES_NO = { level: "nominal", categories: 2 } as const;

function planOf(
  source: PilotSource,
  statistic: "alpha" | "kappa",
  { units, raters }: { units: number; raters: number },
  simulation = {},
) {
  const planned = { statistic, ...YES_NO };
  const [plan] = completed(planAgreement(source, planned, { units: [units], raters: [raters] }, simulation));
  return plan;
}

test("a plan has the pilot's α in its middle, and a width that falls with the root of the units", () => {
  const units = pilot(1, 300, 3);
  const [small, large] = [50, 450].map((n) => planOf({ units }, "alpha", { units: n, raters: 3 }));
  expect(large?.expected).toBeCloseTo(0.49, 1);
  expect((small?.width ?? 0) / (large?.width ?? 1)).toBeGreaterThan(2.5);
  expect((small?.width ?? 0) / (large?.width ?? 1)).toBeLessThan(3.5);
});

test("more raters than the pilot had keep its α and narrow the interval", () => {
  const units = pilot(2, 300, 2);
  const [two, six] = [2, 6].map((raters) => planOf({ units }, "alpha", { units: 200, raters }));
  expect(Math.abs((two?.expected ?? 0) - (six?.expected ?? 1))).toBeLessThan(0.03);
  expect(six?.width).toBeLessThan(two?.width ?? 0);
});

test("guesses give the α that was guessed", () => {
  for (const alpha of [0.2, 0.6, 0.9]) {
    const source = { alpha, prevalence: [0.7, 0.3] };
    const plan = planOf(source, "alpha", { units: 400, raters: 3 }, { studies: 300 });
    expect(plan?.expected).toBeCloseTo(alpha, 1);
    const kappa = planOf(source, "kappa", { units: 400, raters: 3 }, { studies: 300 });
    expect(kappa?.expected).toBeCloseTo(alpha, 1);
  }
});

test("whole tasks are drawn: answers that resemble each other widen the interval", () => {
  const alone = pilot(3, 60, 3).flatMap((unit, task) =>
    Array.from({ length: 5 }, (_, n) => ({ ...unit, cluster: 5 * task + n })),
  );
  const together = alone.map((unit, n) => ({ ...unit, cluster: Math.floor(n / 5) }));
  const design = { units: 300, raters: 3 };
  const [narrow, wide] = [alone, together].map((units) => planOf({ units }, "alpha", design));
  expect((wide?.width ?? 0) / (narrow?.width ?? 1)).toBeGreaterThan(1.7);
});

test("a pilot in which nothing was rated twice, or nothing varies, plans nothing and says why", () => {
  const design = { units: 50, raters: 3 };
  expect(planOf({ units: pilot(1, 20, 1) }, "alpha", design)?.reason).toBe("no-pairable-values");
  const constant = Array.from({ length: 20 }, (_, cluster) => ({ cluster, values: [1, 1, 1] }));
  const plan = planOf({ units: constant }, "alpha", design);
  expect(plan).toMatchObject({ width: null, reason: "no-variation" });
});

test("the same seed plans the same", () => {
  const source = { alpha: 0.5, prevalence: [0.5, 0.5] };
  const plan = (seed: number) => planOf(source, "alpha", { units: 30, raters: 2 }, { studies: 50, seed });
  expect(plan(1)).toEqual(plan(1));
  expect(plan(1)).not.toEqual(plan(2));
});

test("a judge narrows the interval of a mean and of a difference", () => {
  const random = randomFrom(6);
  const units = Array.from({ length: 200 }, (_, n) => {
    const people = Number(random() < 0.6);
    const judge = random() < 0.9 ? people : 1 - people;
    return { cluster: Math.floor(n / 2), judge, human: people, model: n % 2 === 0 ? "A" : "B" };
  });
  const sizes = { judged: [1000], labelled: [100] };
  const [mean] = completed(planMeans(units, sizes, { isShare: true }));
  expect(mean?.powered).toBeLessThan((mean?.human ?? 0) * 0.8);
  expect(mean?.expected).toBeCloseTo(0.6, 1);
  const [difference] = completed(planMeans(units, sizes, { isShare: true, contrast: ["A", "B"] }));
  expect(difference?.powered).toBeLessThan(difference?.human ?? 0);
  expect(difference?.human).toBeGreaterThan(mean?.human ?? 9);
  const [few] = completed(planMeans(units, { judged: [100], labelled: [3, 200] }, { isShare: true }));
  expect(few).toMatchObject({ labelled: 3, human: null, powered: null });
});

test("a plan has the requested designs in order, each as if planned alone", () => {
  const units = pilot(4, 100, 3);
  const together = completed(
    planAgreement(
      { units },
      { statistic: "alpha", ...YES_NO },
      { units: [200, 50], raters: [2, 3] },
      { studies: 400 },
    ),
  );
  expect(together.map((plan) => [plan.units, plan.raters])).toEqual([
    [200, 2],
    [200, 3],
    [50, 2],
    [50, 3],
  ]);
  for (const plan of together) {
    const alone = planOf({ units }, "alpha", plan, { studies: 400, seed: 7 });
    expect(Math.abs((plan.expected ?? 9) - (alone?.expected ?? 0))).toBeLessThan(0.03);
    expect((plan.width ?? 0) / (alone?.width ?? 9)).toBeGreaterThan(0.75);
    expect((plan.width ?? 0) / (alone?.width ?? 9)).toBeLessThan(1.3);
  }
});

test("a verdict is stable when no threshold lies within the interval", () => {
  expect(isVerdictStable({ low: 0.81, high: 0.9 }, [0.667, 0.8])).toBe(true);
  expect(isVerdictStable({ low: 0.8, high: 0.9 }, [0.667, 0.8])).toBe(true);
  expect(isVerdictStable({ low: 0.79, high: 0.9 }, [0.667, 0.8])).toBe(false);
  expect(isVerdictStable({ low: -0.1, high: 0.2 }, [0])).toBe(false);
});
