import { expect, test } from "vitest";
import { RECORDS, type StudyRecord } from "@/lib/dataset/schema";
import { reportOf } from "@/lib/report/computation/report-on-study";
import type { ReportOptions } from "@/lib/report/schema";
import { StudyDataReader } from "./study-data";
import { againstGoldTable } from "./tables/against-gold";

type Line = { type: StudyRecord["type"]; [field: string]: unknown };

/** Pairs with gold, so many in each subset. `more` adds further records about a pair. */
function pairsWithGold(
  subsets: Record<string, number>,
  more: (task: string, pair: [string, string], subset: string) => Line[],
  options: Partial<ReportOptions> = {},
) {
  const reader = new StudyDataReader();
  const add = (record: Line) => reader.add(RECORDS[record.type].parse(record));
  add({ type: "study", version: 1, name: "Pairs" });
  for (const [subset, size] of Object.entries(subsets))
    for (let n = 0; n < size; n++) {
      const task = `${subset}${n}`;
      const pair: [string, string] = [`${task}/1`, `${task}/2`];
      add({ type: "task", id: task, instruction: "…", tags: [subset] });
      for (const id of pair) add({ type: "response", id, task, text: "…" });
      const about = { task, item: "preference", pair };
      add({ type: "judgement", id: `gold/${task}`, ...about, rater: "gold", raterKind: "gold", value: "A" });
      for (const line of more(task, pair, subset)) add(line);
    }
  return reportOf(reader.finish(), { replicates: 50, seed: 42, ...options });
}

const draft = (id: string, task: string, pair: [string, string], more: object): Line => ({
  ...{ type: "draft", id, task, item: "preference", pair, rater: "m", raterKind: "llm", method: "x" },
  ...more,
});

test("orders that disagree, and verdicts that could not be read, stay in the denominator", async () => {
  // Averaged over orders the first two pairs had been left out as divided: 100 % of what was left.
  const verdicts = [
    ["A", "B"],
    ["B", "A"],
    ["A", "A"],
    [null, null],
    ["A", null],
    ["A", "A"],
  ];
  const of = async (options: Partial<ReportOptions>) =>
    (
      await pairsWithGold(
        { natural: 6 },
        (task, pair) =>
          ["AB", "BA"].map((order, at) =>
            draft(`${task}/${order}`, task, pair, { order, value: verdicts[Number(task.slice(7))]?.[at] }),
          ),
        options,
      )
    ).againstGold.find(({ subset }) => subset === "all");
  expect(await of({})).toMatchObject({
    ...{ rater: "m", raterKind: "llm", method: "x", condition: null, n: 6, exposed: 0 },
    accuracy: expect.closeTo(7 / 12),
    accuracyBoth: expect.closeTo(2 / 6),
    positionalAgreement: expect.closeTo(2 / 6),
    unparsed: expect.closeTo(3 / 12),
    hedging: 0,
    ci: { accuracy: [expect.any(Number), expect.any(Number), 6] },
  });
  expect((await of({ compat: "llmbar" }))?.positionalAgreement).toBeCloseTo(3 / 6);
});

test("an unreadable verdict is not replaced by that of the other order", async () => {
  const { againstGold } = await pairsWithGold({ natural: 4 }, (task, pair) =>
    ["AB", "BA"].map((order) =>
      draft(`${task}/${order}`, task, pair, { order, value: order === "AB" ? null : "A" }),
    ),
  );
  expect(againstGold.find(({ subset }) => subset === "all")).toMatchObject({
    ...{ accuracy: 0.5, accuracyBoth: 0, positionalAgreement: 0, unparsed: 0.5 },
  });
});

test("conditions have rows of their own, by tag, with unweighted means over all tags and over a set of tags", async () => {
  const report = await pairsWithGold(
    { easy: 30, hard: 10, odd: 10 },
    (task, pair, subset) => [
      draft(`${task}/p`, task, pair, { condition: "plain", value: subset === "easy" ? "A" : "B" }),
      draft(`${task}/c`, task, pair, { condition: "careful", value: subset === "odd" ? "tie" : "A" }),
    ],
    { macro: [{ name: "adversarial", tags: ["hard", "odd"] }] },
  );
  const found = report.againstGold.map(({ condition, subset, n, accuracy, accuracyTiesHalf }) => [
    ...[condition, subset, n],
    ...[accuracy, accuracyTiesHalf],
  ]);
  expect(found).toEqual([
    ["careful", "all", 50, 0.8, 0.9],
    ["careful", "tag:easy", 30, 1, 1],
    ["careful", "tag:hard", 10, 1, 1],
    ["careful", "tag:odd", 10, 0, 0.5],
    ["careful", "macro", 50, expect.closeTo(2 / 3), expect.closeTo(2.5 / 3)],
    ["careful", "macro:adversarial", 20, 0.5, 0.75],
    ["plain", "all", 50, 0.6, 0.6],
    ["plain", "tag:easy", 30, 1, 1],
    ["plain", "tag:hard", 10, 0, 0],
    ["plain", "tag:odd", 10, 0, 0],
    ["plain", "macro", 50, expect.closeTo(1 / 3), expect.closeTo(1 / 3)],
    ["plain", "macro:adversarial", 20, 0, 0],
  ]);
  const headers = againstGoldTable(report).columns.map(({ header }) => header);
  expect(headers).toContain("Ties ½");
  expect(headers).not.toContain("Same in both");
});

test("people are compared as machines are, with the number of their values that followed a draft", async () => {
  const report = await pairsWithGold({ one: 8 }, (task, pair) => [
    draft(`${task}/d`, task, pair, { value: "B" }),
    ...["none", "draft-first"].map(
      (exposure, at): Line => ({
        ...{ type: "judgement", id: `${task}/${at}`, task, item: "preference", pair, exposure },
        ...{ rater: `P${at}`, raterKind: "human", value: at === 0 ? "A" : "B" },
      }),
    ),
  ]);
  const rows = report.againstGold.filter(({ subset }) => subset === "all");
  expect(
    rows.map(({ rater, raterKind, accuracy, exposed }) => [rater, raterKind, accuracy, exposed]),
  ).toEqual([
    ["P0", "human", 1, 0],
    ["P1", "human", 0, 8],
    ["m", "llm", 0, 0],
  ]);
  expect(againstGoldTable(report).notes.join(" ")).toContain("Some people had a draft in view");
});

test("gold and drafts may name a pair in either order", async () => {
  const report = await pairsWithGold({ one: 5 }, (task, [first, second]) => [
    draft(`${task}/d`, task, [second, first], { value: "B", order: "BA" }),
    draft(`${task}/e`, task, [first, second], { value: "A", order: "BA" }),
  ]);
  // BA of the turned pair shows the alphabetically first response first: together these are both orders.
  expect(report.againstGold[0]).toMatchObject({ n: 5, accuracy: 1, accuracyBoth: 1 });
});

test("samples are combined by majority or mean, and their spread is reported", async () => {
  const votes = ["A", "A", "B"];
  const report = await pairsWithGold({ one: 6 }, (task, pair) =>
    votes.map((value, sample) => draft(`${task}/${sample}`, task, pair, { value, sample })),
  );
  expect(report.againstGold[0]).toMatchObject({ n: 6, accuracy: 1, spread: expect.closeTo(1 / 3) });
});

test("points have errors and ordinal coefficients item by item, and none over different scales together", async () => {
  const reader = new StudyDataReader();
  const add = (record: Line) => reader.add(RECORDS[record.type].parse(record));
  add({ type: "study", version: 1, name: "Points" });
  const items = [
    { id: "P", text: "…", scale: { type: "points", min: 1, max: 5 } },
    { id: "Q", text: "…", scale: { type: "yesno" } },
  ];
  add({ type: "rubric", id: "c", task: null, kind: "criteria", items });
  for (let t = 0; t < 6; t++) {
    add({ type: "task", id: `t${t}`, instruction: "…" });
    add({ type: "response", id: `r${t}`, task: `t${t}`, text: "…" });
    const about = (item: string) => ({ task: `t${t}`, response: `r${t}`, item });
    const [gold, llm] = [
      { rater: "gold", raterKind: "gold" },
      { rater: "m", raterKind: "llm" },
    ];
    const points = 1 + (t % 4);
    add({ type: "judgement", id: `gp${t}`, ...about("P"), ...gold, value: points });
    add({ type: "judgement", id: `gq${t}`, ...about("Q"), ...gold, value: t < 3 ? "yes" : "no" });
    add({ type: "draft", id: `dp${t}`, ...about("P"), ...llm, value: points + (t % 2) });
    add({ type: "draft", id: `dq${t}`, ...about("Q"), ...llm, value: t < 4 ? "yes" : "no" });
  }
  const report = await reportOf(reader.finish(), { replicates: 20, seed: 42 });
  const [all, points, questions] = report.againstGold;
  expect(all).toMatchObject({
    subset: "all",
    n: 12,
    accuracy: 8 / 12,
    kappa: null,
    mae: null,
    reason: "mixed-scales",
  });
  expect(points).toMatchObject({
    subset: "item:P",
    mae: 0.5,
    rmse: expect.closeTo(Math.sqrt(0.5)),
    reason: null,
  });
  expect(points?.kappa).toBeGreaterThan(0.6);
  expect(questions).toMatchObject({ subset: "item:Q", mae: null });
  const [row] = againstGoldTable(report, questions ? [questions] : []).rows;
  expect(row).toMatchObject({ tpr: 1, tnr: expect.closeTo(2 / 3) });
});

test("without gold, machines and people are compared with the majority of people", async () => {
  const reader = new StudyDataReader();
  const add = (record: Line) => reader.add(RECORDS[record.type].parse(record));
  add({ type: "study", version: 1, name: "Majority" });
  const items = [{ id: "Q", text: "…", scale: { type: "yesno" } }];
  add({ type: "rubric", id: "c", task: null, kind: "checklist", items });
  for (let t = 0; t < 6; t++) {
    add({ type: "task", id: `t${t}`, instruction: "…" });
    add({ type: "response", id: `r${t}`, task: `t${t}`, text: "…" });
    const about = { task: `t${t}`, response: `r${t}`, item: "Q" };
    add({ type: "draft", id: `d${t}`, ...about, rater: "m", raterKind: "llm", value: "yes" });
    for (const [rater, value] of Object.entries({ A: "yes", B: "yes", C: t < 3 ? "no" : "yes" }))
      add({
        type: "judgement",
        id: `${rater}${t}`,
        ...about,
        rater,
        raterKind: "human",
        value,
        exposure: "none",
      });
  }
  const report = await reportOf(reader.finish(), { replicates: 20, seed: 42 });
  expect(report.againstGold).toEqual([]);
  const rows = report.againstMajority.map(({ rater, n, accuracy, exposure }) => [
    rater,
    n,
    accuracy,
    exposure,
  ]);
  expect(rows).toEqual([
    // The other two are divided on three of the six.
    ["A", 3, 1, "independent"],
    ["B", 3, 1, "independent"],
    ["C", 6, 0.5, "independent"],
    ["m", 6, 1, "independent"],
  ]);
});
