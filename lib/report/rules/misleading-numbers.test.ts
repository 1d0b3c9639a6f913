import { expect, test } from "vitest";
import { RECORDS, type StudyRecord } from "@/lib/dataset/schema";
import { itemNames } from "./item-names";
import { render } from "./render/render";
import { reportOf } from "./report";
import { StudyDataReader } from "./study-data";
import { tablesOf } from "./tables/all";

type Line = { type: StudyRecord["type"]; [field: string]: unknown };

/** A study with one criterion, `tasks` tasks of one response each, and whatever else is said of each. */
function studyOf(tasks: number, more: (t: number, about: object) => Line[], scale: object = FIVE) {
  const reader = new StudyDataReader();
  const add = (record: Line) => reader.add(RECORDS[record.type].parse(record));
  add({ type: "study", version: 1, name: "Misleading" });
  add({ type: "rubric", id: "c", task: null, kind: "criteria", items: [{ id: "C", text: "…", scale }] });
  for (let t = 0; t < tasks; t++) {
    add({ type: "task", id: `t${t}`, instruction: "…" });
    add({ type: "response", id: `r${t}`, task: `t${t}`, text: "…" });
    for (const line of more(t, { task: `t${t}`, response: `r${t}`, item: "C" })) add(line);
  }
  const study = reader.finish();
  return { study, report: reportOf(study, { replicates: 50, seed: 42 }) };
}

const FIVE = { type: "points", min: 1, max: 5 };
const judged = (rater: string, t: number, about: object, value: unknown, more: object = {}): Line => ({
  ...{ type: "judgement", id: `${rater}-${t}`, ...about, rater, raterKind: "human", value, exposure: "none" },
  ...more,
});

test("pairs of raters with two units each do not pass for agreement", () => {
  // A and B met on 40 units and hardly correlate. Each of 20 others met A on two units, where r is 1 by construction.
  const { report } = studyOf(40, (t, about) => [
    judged("A", t, about, 1 + (t % 5)),
    judged("B", t, about, 1 + ((t * t) % 5)),
    judged(`P${Math.floor(t / 2)}`, t, about, 1 + (t % 5)),
  ]);
  const row = report.pairings.find(({ scope, pairing }) => scope === "all" && pairing === "human-human");
  expect(row).toMatchObject({ pairs: 1, leftOut: 40 });
  expect(Math.abs(row?.value ?? 1)).toBeLessThan(0.5);
});

test("where people followed a model's own draft the table of models says so, in print too", () => {
  const { study, report } = studyOf(12, (t, about) => [
    { type: "draft", id: `d${t}`, ...about, rater: "seen", raterKind: "llm", value: 1 + (t % 5) },
    { type: "draft", id: `e${t}`, ...about, rater: "other", raterKind: "llm", value: 1 + ((t * 3) % 5) },
    judged("A", t, about, 1 + (t % 5), { exposure: "draft-first", draft: `d${t}` }),
  ]);
  const seen = report.humanVsLlm.filter(({ item, exposure }) => item === "all" && exposure === "exposed");
  expect(seen.map(({ llm, draftSeen }) => [llm, draftSeen])).toEqual([
    ["other", 0],
    ["seen", 12],
  ]);
  const table = tablesOf(report, itemNames(study, report)).find(({ name }) => name === "human-vs-llm");
  if (!table) return expect.fail("there is a table of models");
  for (const format of ["latex", "markdown"] as const)
    expect(render(table, format)).toContain("had the draft in view of seen");
});

test("a contrast of arms that is the contrast of exposures stands once, and p is corrected for all of them", () => {
  const { report } = studyOf(12, (t, about) => [
    { type: "draft", id: `d${t}`, ...about, rater: "m", raterKind: "llm", value: 1 + (t % 5) },
    judged("A", t, about, 1 + (t % 5), { arm: "with", exposure: "draft-first", draft: `d${t}` }),
    judged("B", t, about, 1 + (t % 4), { arm: "with", exposure: "draft-first", draft: `d${t}` }),
    judged("C", t, about, 1 + (t % 3), { arm: "without" }),
    judged("D", t, about, 1 + (t % 2), { arm: "without" }),
  ]);
  const { contrasts } = report.anchoring;
  expect(new Set(contrasts.map(({ by }) => by))).toEqual(new Set(["arm"]));
  const tested = contrasts.filter(({ p }) => p !== null);
  expect(tested.length).toBeGreaterThan(1);
  for (const { p, pHolm } of tested) expect(pHolm ?? 0).toBeGreaterThanOrEqual(p ?? 1);
  const smallest = tested.toSorted((a, b) => (a.p ?? 1) - (b.p ?? 1))[0];
  expect(smallest?.pHolm).toBeCloseTo(Math.min(1, tested.length * (smallest?.p ?? 1)));
});

test("a share of none is not certain", () => {
  const { report } = studyOf(
    6,
    (t, about) => [
      { type: "draft", id: `d${t}`, ...about, rater: "m", raterKind: "llm", value: "no" },
      judged("A", t, about, "yes"),
    ],
    { type: "yesno" },
  );
  const row = report.accuracy.find(({ item, exposure }) => item === "all" && exposure === "independent");
  // 0.0 % [0.0, 0.0] before; Wilson's interval of none of six.
  expect(row).toMatchObject({ strict: 0, strictCi: [0, expect.closeTo(0.39, 2), 6] });
});

test("agreement that rises with the session because of who meets whom has the same rise beside it", () => {
  // A and B disagree always, C and D agree always; only the mix changes over the session.
  const at = (n: number) => new Date(Date.UTC(2026, 0, 1, 9, n)).toISOString();
  const { report } = studyOf(20, (t, about) => {
    const isEarly = t < 10;
    const pair = (isEarly ? t % 5 !== 0 : t % 5 === 0) ? ["A", "B"] : ["C", "D"];
    return pair.map((rater, second) =>
      judged(rater, t, about, rater === "B" ? 5 : 1 + (t % 4), { submittedAt: at(t + second / 60) }),
    );
  });
  const rows = report.positions.filter(
    ({ scope, exposure }) => scope === "all" && exposure === "independent",
  );
  expect(rows.length).toBeGreaterThan(1);
  for (const { percentAgreement, expectedAgreement } of rows)
    expect(expectedAgreement).toBeCloseTo(percentAgreement ?? -1);
});

test("people and models have a distance of the same kind, and verdicts that could not be read are counted", () => {
  const reader = new StudyDataReader();
  const add = (record: Line) => reader.add(RECORDS[record.type].parse(record));
  add({ type: "study", version: 1, name: "Preferences" });
  for (let t = 0; t < 9; t++) {
    add({ type: "task", id: `t${t}`, instruction: "…" });
    for (const side of ["a", "b"]) add({ type: "response", id: `${side}${t}`, task: `t${t}`, text: "…" });
    const about = { task: `t${t}`, item: "preference", pair: [`a${t}`, `b${t}`] };
    const by = { rater: "m", raterKind: "llm" };
    add({ type: "draft", id: `d${t}`, ...about, ...by, value: t < 3 ? null : "A" });
    for (const rater of ["P", "Q", "R"])
      add(judged(rater, t, about, ["P", "Q", "R"][t % 3] === rater ? "B" : "A"));
  }
  const { preferences } = reportOf(reader.finish(), { replicates: 20, seed: 42 });
  const [people, model] = preferences.filter(({ exposure }) => exposure === "independent");
  // Against the majority the model is never off; one person is off by two in every third case, as people are.
  expect(model).toMatchObject({ n: 6, unread: 3, wpld: 0, fromPerson: expect.closeTo(2 / 3) });
  expect(people).toMatchObject({ fromPerson: expect.closeTo(4 / 3), unread: 0 });
});
