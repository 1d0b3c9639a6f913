import { expect, test } from "vitest";
import { RECORDS, type StudyRecord } from "@/lib/dataset/schema";
import { reportOf } from "@/lib/report/computation/report-on-study";
import { itemNames } from "./item-names";
import { render } from "./render/render";
import { StudyDataReader } from "./study-data";
import { tablesOf } from "./tables/all";

type Line = { type: StudyRecord["type"]; [field: string]: unknown };

/** A study with one criterion, `tasks` tasks of one response each, and whatever else is said of each. */
async function studyOf(tasks: number, more: (t: number, about: object) => Line[], scale: object = FIVE) {
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
  return { study, report: await reportOf(study, { replicates: 50, seed: 42 }) };
}

const FIVE = { type: "points", min: 1, max: 5 };
const judged = (rater: string, t: number, about: object, value: unknown, more: object = {}): Line => ({
  ...{ type: "judgement", id: `${rater}-${t}`, ...about, rater, raterKind: "human", value, exposure: "none" },
  ...more,
});

test("pairs of raters with two units each do not pass for agreement", async () => {
  // A and B met on 40 units and hardly correlate. Each of 20 others met A on two units, where r is 1 by construction.
  const { report } = await studyOf(40, (t, about) => [
    judged("A", t, about, 1 + (t % 5)),
    judged("B", t, about, 1 + ((t * t) % 5)),
    judged(`P${Math.floor(t / 2)}`, t, about, 1 + (t % 5)),
  ]);
  const row = report.pairings.find(({ scope, pairing }) => scope === "all" && pairing === "human-human");
  expect(row).toMatchObject({ pairs: 1, leftOut: 40 });
  expect(Math.abs(row?.value ?? 1)).toBeLessThan(0.5);
});

test("where people followed a model's own draft the table of models says so, in print too", async () => {
  const { study, report } = await studyOf(12, (t, about) => [
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

test("a contrast of arms that equals one of exposures is listed once, and p is corrected for all contrasts", async () => {
  const { report } = await studyOf(12, (t, about) => [
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

test("a share of 0 has an interval", async () => {
  const { report } = await studyOf(
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

test("a rise of agreement over a session that comes from which annotators meet is matched by the expected agreement", async () => {
  // A and B disagree always, C and D agree always; only the mix changes over the session.
  const at = (n: number) => new Date(Date.UTC(2026, 0, 1, 9, n)).toISOString();
  const { report } = await studyOf(20, (t, about) => {
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

test("people and models have a distance of the same kind, and verdicts that could not be read are counted", async () => {
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
  const { preferences } = await reportOf(reader.finish(), { replicates: 20, seed: 42 });
  const [people, model] = preferences.filter(({ exposure }) => exposure === "independent");
  // Against the majority the model is never off; one person is off by two in every third case, as people are.
  expect(model).toMatchObject({ n: 6, unread: 3, wpld: 0, fromPerson: expect.closeTo(2 / 3) });
  expect(people).toMatchObject({ fromPerson: expect.closeTo(4 / 3), unread: 0 });
});

test("where people followed a machine's draft, its accuracy and its distance from their preferences say so", async () => {
  const { study, report } = await studyOf(
    12,
    (t, about) => [
      { type: "draft", id: `d${t}`, ...about, rater: "seen", raterKind: "llm", value: t % 2 ? "yes" : "no" },
      { type: "draft", id: `e${t}`, ...about, rater: "other", raterKind: "llm", value: "yes" },
      judged("A", t, about, t % 2 ? "yes" : "no", { exposure: "draft-first", draft: `d${t}` }),
      ...preferred(t),
    ],
    { type: "yesno" },
  );
  const accuracy = report.accuracy.filter(({ item, exposure }) => item === "all" && exposure === "exposed");
  expect(accuracy.map(({ llm, strict, draftSeen }) => [llm, strict, draftSeen])).toEqual([
    ["other", 0.5, 0],
    ["seen", 1, 12],
  ]);
  const distances = report.preferences.filter(({ exposure }) => exposure === "exposed");
  expect(distances.map(({ machine, wpld, draftSeen }) => [machine?.llm, wpld, draftSeen])).toEqual([
    [undefined, null, 0],
    ["seen", 0, 12],
  ]);
  const tables = tablesOf(report, itemNames(study, report));
  for (const name of ["question-accuracy", "preference-distance"]) {
    const table = tables.find((one) => one.name === name) ?? expect.fail(`there is a table ${name}`);
    for (const format of ["latex", "markdown"] as const)
      expect(render(table, format)).toContain("had the draft in view of seen");
  }
});

/** A second response of each task, and a preference given with the draft of one in view. */
const preferred = (t: number): Line[] => {
  const about = { task: `t${t}`, item: "preference", pair: [`r${t}`, `s${t}`] };
  const value = t % 3 ? "A" : "B";
  return [
    { type: "response", id: `s${t}`, task: `t${t}`, text: "…" },
    { type: "draft", id: `p${t}`, ...about, rater: "seen", raterKind: "llm", value },
    { ...judged("A", t, about, value, { exposure: "draft-first", draft: `p${t}` }), id: `pA-${t}` },
  ];
};

test("values of a model that could not be read are counted beside its correlation with people", async () => {
  const { report } = await studyOf(12, (t, about) => [
    // A model that is read only where it agrees: r = 1 on 8 of 12.
    {
      ...{ type: "draft", id: `d${t}`, ...about, rater: "m", raterKind: "llm" },
      value: t % 3 === 0 ? null : 1 + (t % 5),
    },
    judged("A", t, about, 1 + (t % 5)),
  ]);
  const row = report.humanVsLlm.find(({ item, exposure }) => item === "all" && exposure === "independent");
  expect(row).toMatchObject({ n: 8, pearson: expect.closeTo(1), unread: 4 });
});

test("the share of agreements on the draft is listed beside its expectation for independent answers", async () => {
  // A and B each leave the draft in one of ten cases, independently: 98.8 % of their agreement is on the draft all the same.
  const { study, report } = await studyOf(
    100,
    (t, about) => [
      { type: "draft", id: `d${t}`, ...about, rater: "m", raterKind: "llm", value: "yes" },
      ...[t % 10, Math.floor(t / 10)].map((place, n) =>
        judged(n === 0 ? "A" : "B", t, about, place === 0 ? "no" : "yes", {
          ...{ exposure: "draft-first", draft: `d${t}` },
        }),
      ),
    ],
    { type: "yesno" },
  );
  const row = report.anchoring.onDraft.find(
    ({ scope, exposure }) => scope === "all" && exposure === "exposed",
  );
  expect(row).toMatchObject({
    agreeingShare: expect.closeTo(81 / 82),
    expectedShare: expect.closeTo(81 / 82),
  });
  const table = tablesOf(report, itemNames(study, report)).find(({ name }) => name === "agreement-on-draft");
  expect(table?.columns.map(({ id }) => id)).toContain("expectedShare");
});

test("units of one task are no independent evidence that a model may replace people", async () => {
  // The model misses four tasks of forty: too many to tell. Asked ten questions each, it missed no fewer tasks.
  const tested = async (perTask: number) => {
    const reader = new StudyDataReader();
    const add = (record: Line) => reader.add(RECORDS[record.type].parse(record));
    add({ type: "study", version: 1, name: "Tasks" });
    const items = Array.from({ length: perTask }, (_, n) => ({
      id: `i${n}`,
      text: "…",
      scale: { type: "yesno" },
    }));
    add({ type: "rubric", id: "c", task: null, kind: "checklist", items });
    for (let t = 0; t < 40; t++) {
      add({ type: "task", id: `t${t}`, instruction: "…" });
      add({ type: "response", id: `r${t}`, task: `t${t}`, text: "…" });
      for (const { id: item } of items) {
        const about = { task: `t${t}`, response: `r${t}`, item };
        const by = { rater: "m", raterKind: "llm", value: t % 10 === 0 ? "no" : "yes" };
        add({ type: "draft", id: `d${t}${item}`, ...about, ...by });
        for (const rater of ["P", "Q", "R"])
          add({ ...judged(rater, t, about, "yes"), id: `${rater}${t}${item}` });
      }
    }
    const { alternative } = await reportOf(reader.finish(), { replicates: 5, seed: 42 });
    return alternative.find(({ scope }) => scope === "all")?.winningRate;
  };
  expect(await tested(1)).toBe(0);
  expect(await tested(10)).toBe(0);
});

test("judgements beside a draft without decisions on its lines are counted, as the shares leave them out", async () => {
  const { study, report } = await studyOf(8, (t, about) => [
    { type: "draft", id: `d${t}`, ...about, rater: "m", raterKind: "llm", value: 3, lines: ["Because."] },
    judged("A", t, about, 3, {
      ...{ exposure: "draft-first", draft: `d${t}` },
      ...(t < 3 && { lines: [{ draft: 0, action: "accept" }] }),
    }),
  ]);
  // 100 % accepted: of three of eight.
  expect(report.decisions).toMatchObject({ lines: { n: 3, accept: 1 }, withoutLines: 5 });
  const table = tablesOf(report, itemNames(study, report)).find(({ name }) => name === "decisions");
  expect(table?.provenance.excluded).toEqual([
    { why: "judged beside a draft, without a decision on any of its lines", count: 5 },
  ]);
});

test("an interval over tasks is listed beside one over raters", async () => {
  // A to D say the same on 60 tasks and E guesses: α hardly varies with the tasks, and very much with who rates.
  const { report } = await studyOf(60, (t, about) =>
    ["A", "B", "C", "D", "E"].map((rater) =>
      judged(rater, t, about, 1 + ((rater === "E" ? t * t + 1 : t) % 5)),
    ),
  );
  const row = report.reliability.find(
    (one) =>
      one.scope === "all" &&
      one.level === "ordinal" &&
      one.raters === "human" &&
      one.exposure === "independent",
  );
  const together = report.raters.each.find(
    ({ scope, exposure, rater }) => scope === "all" && exposure === "independent" && rater === null,
  );
  const [low = 0, high = 0] = row?.ci ?? [];
  expect(together?.alpha).toBe(row?.value);
  expect(together?.alphaError).toBeGreaterThan(2 * ((high - low) / (2 * 1.96)));
  // The usual interval takes the raters as fixed. For others on the same tasks, and on other tasks, it is wider.
  const [fewer = 0, more = 0] = together?.alphaRatersCi ?? [];
  const [lowest = 0, highest = 0] = together?.alphaBothCi ?? [];
  expect(more - fewer).toBeGreaterThan(high - low);
  expect(lowest).toBeLessThan(Math.min(low, fewer));
  expect(highest).toBeGreaterThanOrEqual(Math.max(high, more));
  const each = report.raters.each.filter(
    ({ rater, exposure }) => rater !== null && exposure === "independent",
  );
  expect(each.map(({ alphaError }) => alphaError)).toEqual([null, null, null, null, null]);
});
