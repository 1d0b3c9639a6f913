import { expect, test } from "vitest";
import { completed } from "@/lib/agreement/planner";
import type { Scale, Value } from "@/lib/judgement/schema";
import { WHOLE } from "@/lib/report/rules/bounds";
import { sameClasses } from "@/lib/report/rules/exposure-classes";
import { agreementPilotOf } from "@/lib/report/rules/inference/pilot";
import { Listed } from "@/lib/report/rules/lazy-list";
import { ReportBasis } from "@/lib/report/rules/report-basis";
import type { Scope } from "@/lib/report/rules/scopes";
import { StudyDataReader } from "@/lib/report/rules/study-data";
import type { Rated, Unit } from "@/lib/report/rules/unit";
import { numbersIn } from "./numbers";
import { pilotsOf } from "./pilots";
import { guessedUnits, plan } from "./plan";
import { meanRows } from "./plan-rows";

const WORK = { secondsEach: 60, wage: 30 };

test("guessed units have the shares that were guessed, and models that do not go together", () => {
  const units = guessedUnits([0.6, 0.75], 0.9);
  for (const [model, share] of [
    ["A", 0.6],
    ["B", 0.75],
  ] as const) {
    const own = units.filter((unit) => unit.model === model);
    expect(own.filter(({ human }) => human === 1)).toHaveLength(400 * share);
    expect(own.filter(({ human, judge }) => human === judge)).toHaveLength(360);
    const passed = own.filter(({ human }) => human === 1);
    expect(passed.filter(({ human, judge }) => human === judge).length / passed.length).toBeCloseTo(0.9, 1);
  }
  const [first, second] = [units.slice(0, 400), units.slice(400)];
  const both = first.filter(({ human }, n) => human === 1 && second[n]?.human === 1).length;
  expect(both / 400).toBeCloseTo(0.6 * 0.75, 1);
});

test("a plan has hours and cost, and stops where no bar lies in the interval", () => {
  const found = completed(
    plan({
      ...{ statistic: "alpha", source: { alpha: 0.9, prevalence: [0.5, 0.5] }, level: "nominal" },
      ...{ categories: 2, units: [20, 600], raters: [3], work: WORK },
    }),
  );
  expect(found.rows).toMatchObject([
    { judgements: 60, hours: 1, cost: 30, isStable: false },
    { judgements: 1800, hours: 30, cost: 900, isStable: true },
  ]);
});

test("estimates from people alone are planned by the units people label", () => {
  const pilot = guessedUnits([0.5], 1).map((unit) => ({ ...unit, judge: 0 }));
  const request = { statistic: "mean", pilot, isShare: true, hasJudge: false, units: [] } as const;
  const found = completed(plan({ ...request, labels: [100, 400], work: { ...WORK, wage: null } }));
  expect(found.rows).toMatchObject([
    { judged: 100, labelled: 100, cost: null, isStable: false },
    { judged: 400, labelled: 400, cost: null },
  ]);
  // 2 × 1.96 × √(.25 / 400).
  expect(found.rows[1]).toHaveProperty("human", expect.closeTo(0.098, 2));
});

/** The planned width from a pilot in which people alone gave each of sixty responses one of these values. */
function plannedWidth(scale: Scale, values: readonly Value[]): number {
  const reader = new StudyDataReader();
  reader.add({ type: "study", version: 1, name: "pilot" });
  reader.add({
    ...{ type: "rubric", id: "list", task: null, kind: "checklist", origin: "human" },
    items: [{ id: "q", text: "Is it good?", scale }],
  });
  for (let n = 0; n < 60; n++) {
    const about = { task: `t${n}`, response: `r${n}` };
    reader.add({ type: "task", id: about.task, instruction: "Write.", tags: [] });
    reader.add({ type: "response", id: about.response, task: about.task, model: "A", text: "…" });
    reader.add({
      ...{ type: "judgement", id: `j${n}`, ...about, item: "q", rater: "P1", raterKind: "human" },
      ...{ exposure: "none", value: values[n % values.length] as Value },
    });
  }
  const basis = new ReportBasis(reader.finish(), { replicates: 0, seed: 1, confidence: 0.95 }, WHOLE);
  const { units, isShare } = pilotsOf(basis).means[0] ?? expect.fail("there is a pilot");
  const request = { statistic: "mean", pilot: units, isShare, hasJudge: false, units: [] } as const;
  const { rows } = completed(plan({ ...request, labels: [30], work: WORK }));
  const [row] = rows;
  return (row && "human" in row && row.human) || expect.fail("a width is planned");
}

test("points of which people gave only 0 and 1 are planned as points, and yes and no as a share", () => {
  const points: Scale = { type: "points", min: 0, max: 5 };
  const width = plannedWidth(points, [0, 0, 0, 1]);
  expect(plannedWidth(points, [0, 0, 0, 2])).toBeCloseTo(2 * width, 9);
  expect(Math.abs(plannedWidth({ type: "yesno" }, ["no", "no", "no", "yes"]) - width)).toBeGreaterThan(0.002);
});

test("a difference is settled when 0 is outside its interval", () => {
  const plans = [0.3, 0.02].map((expected) => ({
    ...{ judged: 400, labelled: 100, expected, human: 0.2, powered: 0.1 },
  }));
  expect(meanRows(plans, WORK, true).map(({ isStable }) => isStable)).toEqual([true, false]);
  expect(meanRows(plans, WORK, false).map(({ isStable }) => isStable)).toEqual([false, false]);
});

test("lists of numbers are read as people type them", () => {
  const limits = { least: 2, most: 20, count: 3 };
  expect(numbersIn("2, 3 5", limits)).toEqual([2, 3, 5]);
  expect(numbersIn("3;3", limits)).toEqual([3]);
  for (const text of ["", " ", "1", "2.5", "2, x", "21", "2 3 4 5", "-3"])
    expect(numbersIn(text, limits)).toBeNull();
  expect(numbersIn("0.5", { least: 0, most: 1, count: 1, whole: false })).toEqual([0.5]);
});

test("200,000 units become a pilot", () => {
  const given = [{ value: "yes" } as Rated];
  const humans = { any: given, independent: given, exposed: [], unknown: [] };
  const units = new Listed(200_000, (n) => ({ item: "q", task: `t${n}`, humans }) as unknown as Unit);
  const scope = {
    ...{ name: "all", items: [], targets: [], readings: [], sameClass: sameClasses([]) },
    units: units as unknown as Scope["units"],
  };
  const pilot = agreementPilotOf(scope, null);
  expect(pilot).toMatchObject({ categories: ["yes"], raters: 1, units: { length: 200_000 } });
});
