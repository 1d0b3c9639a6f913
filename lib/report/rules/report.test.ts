import { fc, test } from "@fast-check/vitest";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { randomFrom } from "@/lib/agreement/random";
import { StudyChecker } from "@/lib/dataset/rules/check";
import { problemText } from "@/lib/dataset/rules/lines";
import { parseRecord } from "@/lib/dataset/rules/records";
import type { StudyRecord } from "@/lib/dataset/schema";
import { arbitraryStudy as anyStudy } from "@/lib/dataset/testing/arbitrary-study";
import type { ExposureClass } from "@/lib/judgement/schema";
import { Report } from "@/lib/report/schema";
import type { StudyData } from "@/lib/report/schema/study";
import type { RaterSet } from "@/lib/report/schema/values";
import { reportOf } from "./report";
import { StudyDataReader } from "./study-data";

const quick = { replicates: 50, seed: 42 };

function dataOf(records: readonly StudyRecord[]): StudyData {
  const reader = new StudyDataReader();
  for (const record of records) reader.add(record);
  return reader.finish();
}

/** A report with exactly the fields of its schema. */
const described = z.fromJSONSchema(z.toJSONSchema(Report) as z.core.JSONSchema.JSONSchema);

/** The report on a study given as records, which an import would accept. */
function reportOn(...records: object[]) {
  const checker = new StudyChecker();
  const parsed = [{ type: "study", version: 1, name: "s" }, ...records].map((record, at) => {
    const result = parseRecord(JSON.stringify(record), at + 1);
    if (Array.isArray(result)) throw new Error(result.map(problemText).join("\n"));
    checker.add(result, at + 1);
    return result;
  });
  expect(checker.finish().problems.map(problemText)).toEqual([]);
  const report = reportOf(dataOf(parsed), quick);
  described.parse(JSON.parse(JSON.stringify(report)));
  return report;
}

type Built = ReturnType<typeof reportOn>;
const find = (
  report: Built,
  scope: string,
  exposure: ExposureClass,
  raters: RaterSet = "human",
  level = "nominal",
) =>
  report.reliability.find(
    (row) => row.scope === scope && row.exposure === exposure && row.raters === raters && row.level === level,
  );
const versus = (report: Built, item: string, exposure: ExposureClass) =>
  report.humanVsLlm.find((row) => row.item === item && row.exposure === exposure);

const yesno = { type: "yesno" };
const yesnona = { type: "yesnona" };
const five = { type: "points", min: 1, max: 5 };
const task = (id: string) => ({ type: "task", id, instruction: "…" });
const response = (id: string, of: string, model?: string) => ({
  type: "response",
  id,
  task: of,
  model,
  text: "…",
});
const items = (scales: Record<string, object>, categories: Record<string, string> = {}) =>
  Object.entries(scales).map(([id, scale]) => ({ id, text: "…", scale, category: categories[id] }));
const rubric = (scales: Record<string, object>, fields: object = {}) => ({
  type: "rubric",
  id: "rubric",
  task: null,
  kind: "criteria",
  items: items(scales),
  ...fields,
});

/** Four responses r1 … r4, each to its own task t1 … t4. */
const four = [1, 2, 3, 4].flatMap((n) => [task(`t${n}`), response(`r${n}`, `t${n}`, n < 3 ? "m1" : "m2")]);
const about = (n: number, item: string) => ({ task: `t${n}`, response: `r${n}`, item });
const draft = (n: number, item: string, value: unknown, fields: object = {}) => ({
  type: "draft",
  id: `d-${item}-${n}`,
  ...about(n, item),
  rater: "gpt",
  raterKind: "llm",
  method: "m",
  value,
  ...fields,
});
const judgement = (rater: string, n: number, item: string, value: unknown, fields: object = {}) => ({
  type: "judgement",
  id: `${rater}-${item}-${n}`,
  ...about(n, item),
  rater,
  raterKind: "human",
  value,
  ...fields,
});

describe("three raters who met the draft in every way", () => {
  // α nominal = 1 - (n - 1) o_yn / (n_yes n_no), o_yn = Σ yes·no / (m - 1), worked out by hand.
  const report = reportOn(
    rubric({ Q: yesno }),
    ...four,
    ...["yes", "yes", "no", "yes"].map((value, at) => draft(at + 1, "Q", value)),
    ...["yes", "yes", "no", "no"].map((value, at) =>
      judgement("A", at + 1, "Q", value, { exposure: "none" }),
    ),
    ...[
      ["yes", "yes"],
      ["no", "yes"],
      ["no", "no"],
      ["no", "no"],
    ].map(([initial, value], at) =>
      judgement("B", at + 1, "Q", value, { exposure: "judge-then-reveal", initial }),
    ),
    // C never revealed the first draft, saw the second before answering, and the third after.
    judgement("C", 1, "Q", "yes", { exposure: "on-request", draft: "d-Q-1" }),
    judgement("C", 2, "Q", "yes", { exposure: "on-request", draft: "d-Q-2", initial: null }),
    judgement("C", 3, "Q", "yes", { exposure: "on-request", draft: "d-Q-3", initial: "no" }),
  );

  test("independent: what was judged before or without the draft", () => {
    // yyy, yn, nnn, nn: n = 10, 4 yes and 6 no, o = 1
    expect(find(report, "Q", "independent")).toMatchObject({
      value: 1 - 9 / 24,
      units: 4,
      raterCount: 3,
      pairable: 10,
      percentAgreement: 0.75,
      reason: null,
      values: { yes: 4, no: 6 },
      clusters: 4,
      fewClusters: true,
    });
  });

  test("exposed: final values of those who saw it", () => {
    // y, yy, yn, n: n = 4, 3 yes and 1 no, o = 1
    expect(find(report, "Q", "exposed")).toMatchObject({ value: 0, units: 2, raterCount: 2, pairable: 4 });
  });

  test("unknown: nobody, so the row is there without a value", () => {
    const noPeople = {
      value: null,
      ci: null,
      units: 0,
      pairable: 0,
      percentAgreement: null,
      reason: "no-pairable-values",
    };
    expect(find(report, "Q", "unknown")).toMatchObject(noPeople);
    expect(find(report, "Q", "unknown", "human+llm")).toMatchObject(noPeople);
  });

  test("any: everybody's final value", () => {
    // yyy, yyy, nny, nn: n = 11, 7 yes and 4 no, o = 1
    expect(find(report, "Q", "any")?.value).toBeCloseTo(1 - 10 / 28, 12);
    // yyyy, yyyy, nnyn, nny: n = 15, 10 yes and 5 no, o = 1 + 1
    expect(find(report, "Q", "any", "human+llm")).toMatchObject({ raterCount: 4, pairable: 15 });
    expect(find(report, "Q", "any", "human+llm")?.value).toBeCloseTo(1 - (14 * 2) / 50, 12);
  });

  test("the LLM stands against the majority, and a tie is left out and counted", () => {
    // people y y n n, LLM y y n y
    const any = versus(report, "Q", "any");
    expect(any).toMatchObject({ llm: "gpt", method: "m", n: 4, ties: 0, meanDifference: 0.25 });
    expect(any?.pearson).toBeCloseTo(0.5 / Math.sqrt(0.75), 12);
    expect(any?.confusion).toEqual({
      values: ["no", "yes"],
      counts: [
        [2, 2],
        [1, 6],
      ],
    });
    // people y (tie) n n, LLM y . n y
    const independent = versus(report, "Q", "independent");
    expect(independent).toMatchObject({ n: 3, ties: 1 });
    expect(independent?.pearson).toBeCloseTo(0.5, 12);
    expect(independent?.meanDifference).toBeCloseTo(1 / 3, 12);
    expect(versus(report, "Q", "unknown")).toMatchObject({
      n: 0,
      pearson: null,
      reason: "fewer-than-2-pairs",
    });
  });

  test("the checklist by rater, with how the answers were given", () => {
    const rows = report.checklist.byRater.map(({ rater, responseModel, answered, passRate, drfr }) => [
      rater,
      responseModel,
      answered,
      passRate,
      drfr,
    ]);
    expect(rows).toContainEqual(["A", "all", 4, 0.5, 0.5]);
    expect(rows).toContainEqual(["A", "m1", 2, 1, 1]);
    expect(rows).toContainEqual(["A", "m2", 2, 0, 0]);
    expect(rows).toContainEqual(["gpt", "all", 4, 0.75, 0.75]);
    expect(report.checklist.byRater.find(({ rater }) => rater === "C")?.exposures).toEqual({
      independent: 1,
      exposed: 2,
      unknown: 0,
    });
  });

  test("the study in numbers", () => {
    expect(report.study).toEqual({
      name: "s",
      tasks: 4,
      responses: 4,
      drafts: 4,
      judgements: 11,
      decisions: 0,
      labellings: 0,
      labellingsSetAside: 0,
      adjudicated: 0,
      raters: { human: 3, llm: 1, rules: 0, gold: 0, adjudicator: 0 },
      setAside: 0,
      skipped: 0,
      undated: 11,
      repeated: 0,
    });
  });
});

describe("which value counts as independent", () => {
  const independent = (fields: object) => {
    const judged = [1, 2].map((n) => judgement("A", n, "Q", "no", { draft: `d-Q-${n}`, ...fields }));
    const drafts = [1, 2].map((n) => draft(n, "Q", "no", { lines: ["…"] }));
    return find(reportOn(rubric({ Q: yesno }), ...four, ...drafts, ...judged), "Q", "independent")?.values;
  };
  it.each<[object, object]>([
    [{ exposure: "none" }, { no: 2 }],
    [{ exposure: "judge-then-reveal", initial: "yes" }, { yes: 2 }],
    [{ exposure: "judge-then-reveal" }, {}],
    [{ exposure: "on-request" }, { no: 2 }],
    [{ exposure: "on-request", initial: "yes" }, { yes: 2 }],
    [{ exposure: "on-request", initial: null }, {}],
    [{ exposure: "on-request", lines: [{ draft: 0, action: "accept" }] }, {}],
    [{ exposure: "draft-first", initial: "yes" }, {}],
    [{ exposure: "score-hidden" }, {}],
    [{ initial: "yes" }, {}],
  ])("%j", (fields, values) => {
    expect(independent(fields)).toEqual(values);
  });

  test("nothing, once the rater has seen the draft in another arm", () => {
    const seen = { exposure: "draft-first", arm: "with", submittedAt: "2026-01-01T00:00:00Z" };
    const blind = { exposure: "none", arm: "without", submittedAt: "2026-01-02T00:00:00.5Z" };
    const twice = (first: object, second: object) =>
      reportOn(
        rubric({ Q: yesno }),
        ...four,
        ...[1, 2].map((n) => judgement("A", n, "Q", "no", first)),
        ...[1, 2].map((n) => ({ ...judgement("A", n, "Q", "yes", second), id: `again-${n}` })),
      );
    const led = twice(seen, blind);
    expect(find(led, "Q", "independent")?.values).toEqual({});
    expect(find(led, "Q", "any")?.values).toEqual({ no: 2 });
    expect(led.study.repeated).toBe(2);
    const fresh = twice({ ...blind, submittedAt: "2025-01-01T00:00:00Z" }, seen);
    expect(find(fresh, "Q", "independent")?.values).toEqual({ no: 2 });
    expect(find(fresh, "Q", "exposed")?.values).toEqual({ yes: 2 });
  });
});

describe("scopes", () => {
  test("items of one scale are pooled, whatever their points are called", () => {
    const labelled = { ...five, labels: { "1": "bad", "5": "good" } };
    const judged = ["A", "B"].flatMap((rater) =>
      [1, 2].flatMap((n) => [judgement(rater, n, "C1", n), judgement(rater, n, "C2", 5)]),
    );
    const report = reportOn(rubric({ C1: five, C2: labelled }), ...four, ...judged);
    // 11, 22, 55, 55: perfect agreement
    expect(find(report, "all", "unknown", "human", "ordinal")).toMatchObject({
      value: 1,
      units: 4,
      pairable: 8,
    });
    expect(find(report, "C2", "unknown")).toMatchObject({
      value: null,
      reason: "no-variation",
      percentAgreement: 1,
      ac1: 1,
    });
    expect([...new Set(report.reliability.map(({ scope }) => scope))]).toEqual(["all", "C1", "C2"]);
    expect([...new Set(report.reliability.map(({ level }) => level))]).toEqual([
      "nominal",
      "ordinal",
      "interval",
    ]);
  });

  test("mixed scales are counted, not measured", () => {
    const judged = ["A", "B"].flatMap((rater) =>
      [1, 2].flatMap((n) => [judgement(rater, n, "C", n), judgement(rater, n, "Q", "yes")]),
    );
    const drafts = [1, 2].flatMap((n) => [draft(n, "C", n), draft(n, "Q", "no")]);
    const report = reportOn(rubric({ C: five, Q: yesno }), ...four, ...drafts, ...judged);
    expect(find(report, "all", "any")).toMatchObject({
      value: null,
      reason: "mixed-scales",
      percentAgreement: null,
      units: 4,
      pairable: 8,
    });
    expect(versus(report, "all", "any")).toMatchObject({
      n: 0,
      pearson: null,
      reason: "mixed-scales",
      confusion: null,
    });
    expect(find(report, "C", "any")?.value).toBe(1);
    expect(
      report.reliability.filter(({ scope }) => scope === "Q").every(({ level }) => level === "nominal"),
    ).toBe(true);
  });

  test("an item on one response only speaks through its category", () => {
    const own = (n: number) =>
      rubric(
        {},
        {
          id: `c${n}`,
          task: `t${n}`,
          items: items({ [`q${n}`]: yesno, [`x${n}`]: yesno }, { [`q${n}`]: "Format" }),
        },
      );
    const judged = [1, 2, 3].flatMap((n) =>
      ["A", "B"].map((rater) => judgement(rater, n, `q${n}`, n === 1 ? "no" : "yes")),
    );
    const report = reportOn(own(1), own(2), own(3), ...four, ...judged);
    expect([...new Set(report.reliability.map(({ scope }) => scope))]).toEqual(["all", "category:Format"]);
    expect(find(report, "category:Format", "any")).toMatchObject({ value: 1, units: 3 });
  });

  test("an id that several rubrics use is told apart by its rubric", () => {
    const own = (n: number) => rubric({ q: yesno }, { id: `c${n}`, task: `t${n}` });
    const judged = [1, 2].flatMap((n) => [
      judgement("A", n, "q", "yes"),
      { ...judgement("A", n, "q", "yes"), id: `second-${n}`, response: `r${n}b` },
    ]);
    const seconds = [1, 2].map((n) => response(`r${n}b`, `t${n}`));
    const report = reportOn(own(1), own(2), ...four, ...seconds, ...judged);
    expect([...new Set(report.reliability.map(({ scope }) => scope))]).toEqual(["all", "c1/q", "c2/q"]);
  });

  test("overall scores have rows of their own and never mix with items", () => {
    const judged = ["A", "B"].flatMap((rater) =>
      [1, 2].flatMap((n) => [judgement(rater, n, "Q", "yes"), judgement(rater, n, "overall", 10 * n)]),
    );
    const report = reportOn(rubric({ Q: yesno }), ...four, ...judged);
    expect(find(report, "overall", "any", "human", "interval")).toMatchObject({
      value: 1,
      ac1: null,
      ac1Reason: "open-scale",
    });
    expect(find(report, "all", "any")).toMatchObject({ reason: "no-variation", pairable: 4 });
    const alone = reportOn(...four, ...judged.filter(({ item }) => item === "overall"));
    expect(find(alone, "all", "any", "human", "ordinal")?.value).toBe(1);
  });

  test("AC1 of overall scores is taken over the scale that was declared for them", () => {
    const said = (last: number) => [
      ...four,
      ...["A", "B"].map((rater) => judgement(rater, 1, "overall", 1)),
      judgement("A", 2, "overall", 2),
      judgement("B", 2, "overall", last),
    ];
    const study = (last: number) =>
      dataOf(
        [{ type: "study", version: 1, name: "s" }, ...said(last)].map(
          (record, at) => parseRecord(JSON.stringify(record), at + 1) as StudyRecord,
        ),
      );
    const overall = { type: "points", min: 1, max: 5 } as const;
    const rowIn = (data: StudyData) => find(reportOf(data, quick), "overall", "any", "human", "ordinal");
    const declared = rowIn({ ...study(3), overall });
    // Half of the pairs agree; by chance (1/2 · 1/2 + 2 · 1/4 · 3/4) / 4 = 5/32.
    expect(declared?.ac1).toBeCloseTo((1 / 2 - 5 / 32) / (1 - 5 / 32), 12);
    const open = rowIn(study(3));
    const needScale = {
      ...{ ac1: null, ac1Ci: null, ac1Reason: "open-scale" },
      ...{ weightedPercent: null, weightedPercentCi: null, ac2: null, ac2Ci: null, ac2Reason: "open-scale" },
    };
    expect(open).toMatchObject(needScale);
    expect({ ...declared, ...needScale }).toEqual(open);
    // One step of four costs one tenth at the ordinal level: half of the pairs agree with credit of at least .9.
    expect(declared?.weightedPercent).toBeGreaterThan(0.9);
    expect(declared?.ac2).toBeGreaterThan(declared?.ac1 ?? 1);
    // 7 is not on a scale of five points: such values are read as those of an open scale.
    expect(rowIn({ ...study(7), overall })).toEqual(rowIn(study(7)));
  });

  test("a preference is the same whichever side was A", () => {
    const second = [1, 2, 3, 4].map((n) => response(`s${n}`, `t${n}`));
    const prefers = (rater: string, n: number, value: unknown, swapped: boolean) => ({
      ...judgement(rater, n, "preference", value),
      response: undefined,
      pair: swapped ? [`s${n}`, `r${n}`] : [`r${n}`, `s${n}`],
    });
    const graded = reportOn(
      ...four,
      ...second,
      ...[1, 2, 4, 5].map((value, at) => prefers("A", at + 1, value, false)),
      ...[5, 4, 2, 1].map((value, at) => prefers("B", at + 1, value, true)),
    );
    expect(graded.reliability.map(({ scope, level }) => `${scope} ${level}`)).toContain("preference ordinal");
    expect(find(graded, "preference", "any", "human", "ordinal")?.value).toBe(1);
    const forced = reportOn(
      ...four,
      ...second,
      ...["A", "B", "tie", "A"].map((value, at) => prefers("A", at + 1, value, false)),
      ...["B", "A", "tie", "B"].map((value, at) => prefers("B", at + 1, value, true)),
    );
    expect(find(forced, "preference", "any")).toMatchObject({ value: 1, values: { A: 4, B: 2, tie: 2 } });
    expect(find(forced, "preference", "any", "human", "ordinal")).toBeUndefined();
  });

  test("preferences are in the form people gave them in, also where a model used the other", () => {
    const pair = (n: number) => [`r${n}`, `s${n}`];
    const prefers = (rater: string, n: number, value: unknown) => ({
      ...judgement(rater, n, "preference", value),
      response: undefined,
      pair: pair(n),
    });
    const model = (n: number, value: unknown) => ({
      type: "draft",
      id: `p${n}`,
      task: `t${n}`,
      item: "preference",
      pair: pair(n),
      rater: "judge",
      raterKind: "llm",
      value,
    });
    const of = (people: unknown[], models: unknown[]) =>
      reportOn(
        ...four,
        ...[1, 2, 3, 4].map((n) => response(`s${n}`, `t${n}`)),
        ...people.flatMap((value, at) => [prefers("A", at + 1, value), prefers("B", at + 1, value)]),
        ...models.map((value, at) => model(at + 1, value)),
      );
    const graded = of([1, 2, 4, 5], ["A", "A", "B", "B"]);
    expect(find(graded, "preference", "any", "human", "ordinal")?.value).toBe(1);
    const forced = of(["A", "B", "A", "B"], [1, 4, 2, 3]);
    expect(find(forced, "preference", "any")?.value).toBe(1);
    expect(
      forced.humanVsLlm.find((row) => row.item === "preference" && row.exposure === "any"),
    ).toMatchObject({ n: 4 });
  });
});

test("n/a is counted and missing; skipped is missing", () => {
  const report = reportOn(
    rubric({ Q: yesnona }),
    ...four,
    ...["yes", "na", "no", "yes"].map((value, at) => draft(at + 1, "Q", value)),
    ...["yes", "no", "no", null].map((value, at) => judgement("A", at + 1, "Q", value)),
    ...["yes", "na", "na", "na"].map((value, at) => judgement("B", at + 1, "Q", value)),
  );
  expect(find(report, "Q", "any")).toMatchObject({ units: 1, pairable: 2, na: 3, values: { yes: 2, no: 2 } });
  expect(report.study.skipped).toBe(1);
  expect(versus(report, "Q", "any")).toMatchObject({ n: 2, humanNa: 3, llmNa: 1 });
  expect(versus(report, "Q", "any")?.confusion).toEqual({
    values: ["no", "yes", "na"],
    counts: [
      [1, 0, 1],
      [0, 2, 0],
      [1, 1, 1],
    ],
  });
  expect(report.checklist.byRater.find(({ rater }) => rater === "B")).toMatchObject({
    answered: 1,
    na: 3,
    passRate: 1,
  });
});

test("pass rate weighs responses, DRFR questions", () => {
  const answers = [
    ["yes", "yes", "yes", "no"],
    ["no", null, null, null],
  ];
  const judged = answers.flatMap((row, r) => row.map((value, q) => judgement("A", r + 1, `q${q}`, value)));
  const report = reportOn(rubric({ q0: yesno, q1: yesno, q2: yesno, q3: yesno }), ...four, ...judged);
  expect(report.checklist.byRater).toMatchObject([
    { responseModel: "all", answered: 5, passRate: 0.375, drfr: 0.6, responses: 2 },
    { responseModel: "m1" },
  ]);
});

test("pass rates are there for each model and category together, too", () => {
  const scales = { q0: yesno, q1: yesno, q2: yesno };
  const categories = { q0: "Form", q1: "Form", q2: "Facts" };
  const answers = [
    ["yes", "no", "yes"],
    ["yes", "yes", "no"],
    ["no", "no", "yes"],
  ];
  const judged = answers.flatMap((row, r) => row.map((value, q) => judgement("A", r + 1, `q${q}`, value)));
  const report = reportOn(rubric(scales, { items: items(scales, categories) }), ...four, ...judged);
  const rows = report.checklist.byRater.map(({ responseModel, category, answered, drfr, responses }) => [
    ...[responseModel, category, answered, drfr, responses],
  ]);
  // Of the responses, the first two are by m1 and the third by m2.
  expect(rows).toEqual([
    ["all", null, 9, 5 / 9, 3],
    ["m1", null, 6, 4 / 6, 2],
    ["m2", null, 3, 1 / 3, 1],
    ["all", "Facts", 3, 2 / 3, 3],
    ["m1", "Facts", 2, 1 / 2, 2],
    ["m2", "Facts", 1, 1, 1],
    ["all", "Form", 6, 3 / 6, 3],
    ["m1", "Form", 4, 3 / 4, 2],
    ["m2", "Form", 2, 0, 1],
  ]);
});

test("points stand against the mean of people, and samples of one LLM count once", () => {
  const report = reportOn(
    rubric({ C: five }),
    ...four,
    ...[1, 2, 3].map((n) => draft(n, "C", n)),
    { ...draft(3, "C", 5), id: "sample-2" },
    ...[1, 3, 4].map((value, at) => judgement("A", at + 1, "C", value)),
    ...[1, 2, 5].map((value, at) => judgement("B", at + 1, "C", value)),
  );
  // people 1, 2.5, 4.5; the LLM 1, 2, mean(3, 5) = 4
  const row = versus(report, "C", "any");
  expect(row).toMatchObject({ n: 3, kendall: 1, spearman: expect.closeTo(1, 12) });
  expect(row?.meanDifference).toBeCloseTo(-1 / 3, 12);
  expect(report.study.raters.llm).toBe(1);
});

test("one LLM by two methods is two raters", () => {
  const report = reportOn(
    rubric({ Q: yesno }),
    ...four,
    ...[1, 2].map((n) => draft(n, "Q", "yes")),
    ...[1, 2].map((n) => ({ ...draft(n, "Q", "no"), id: `other-${n}`, method: "other" })),
    ...[1, 2].map((n) => judgement("A", n, "Q", "yes")),
  );
  expect(report.study.raters.llm).toBe(2);
  expect(report.humanVsLlm.filter(({ item, exposure }) => item === "Q" && exposure === "any")).toMatchObject([
    { llm: "gpt", method: "m", meanDifference: 0 },
    { llm: "gpt", method: "other", meanDifference: -1 },
  ]);
  expect(find(report, "Q", "any", "human+llm")).toMatchObject({ raterCount: 3, pairable: 6 });
});

test("gold and rules are raters of neither set", () => {
  const gold = { raterKind: "gold" };
  const report = reportOn(
    rubric({ Q: yesno }),
    ...four,
    ...[1, 2].map((n) => draft(n, "Q", "yes", { raterKind: "rules" })),
    ...[1, 2].flatMap((n) => [judgement("A", n, "Q", "yes"), judgement("G", n, "Q", "no", gold)]),
  );
  expect(find(report, "Q", "any", "human+llm")).toMatchObject({ raterCount: 1, pairable: 0 });
  expect(report.study.raters).toEqual({ human: 1, llm: 0, rules: 1, gold: 1, adjudicator: 0 });
  const compared = report.humanVsLlm.filter(({ item, exposure }) => item === "Q" && exposure === "any");
  expect(compared).toMatchObject([{ raterKind: "rules", n: 2, meanDifference: 0 }]);
  expect(report.checklist.byRater.map(({ raterKind }) => raterKind)).toContain("gold");
});

test("what an adjudicator decided is counted beside the numbers and changes none of them", () => {
  const voted = [
    rubric({ Q: yesno }),
    ...four,
    ...[1, 2].flatMap((n) => [
      draft(n, "Q", "yes"),
      judgement("A", n, "Q", "yes"),
      judgement("B", n, "Q", n === 1 ? "no" : "yes"),
    ]),
  ];
  const ruling = { id: "ruling", raterKind: "adjudicator", submittedAt: "2020-01-01T00:00:00Z" };
  const before = reportOn(...voted);
  const after = reportOn(...voted, judgement("A", 1, "Q", "no", ruling));
  const unadjudicated = (report: Report) => ({
    ...report,
    made: null,
    study: { ...report.study, adjudicated: 0, raters: { ...report.study.raters, adjudicator: 0 } },
    reliability: report.reliability.map((row) => ({ ...row, adjudicated: 0 })),
  });
  expect(after.study).toMatchObject({ judgements: 4, adjudicated: 1, raters: { human: 2, adjudicator: 1 } });
  expect(find(after, "Q", "any")).toMatchObject({ adjudicated: 1, raterCount: 2, pairable: 4 });
  expect(unadjudicated(after)).toEqual(unadjudicated(before));
});

test("units of one task are drawn together, and a single task gives no interval", () => {
  const many = [1, 2, 3].map((n) => response(`x${n}`, "t1"));
  const judged = ["A", "B"].flatMap((rater) =>
    [1, 2, 3].map((n) => ({
      ...judgement(rater, 1, "C", rater === "A" ? n : 4 - n),
      id: `${rater}${n}`,
      response: `x${n}`,
    })),
  );
  const row = find(
    reportOn(rubric({ C: five }), ...four, ...many, ...judged),
    "C",
    "any",
    "human",
    "interval",
  );
  expect(row).toMatchObject({ units: 3, clusters: 1, ci: null, fewClusters: true });
  expect(row?.value).not.toBeNull();
});

describe("lines", () => {
  const lines = ["the premise", "a score of 4", "because …", "and …", "also …"];
  const decided = [
    { draft: 0, action: "remove" },
    { draft: 1, action: "accept" },
    { draft: 2, action: "revise", text: "…" },
    { draft: 3, action: "accept" },
    // Draft line 4 is undecided.
    { draftText: "(not kept)", action: "revise" },
    { action: "add", text: "…" },
  ];
  const report = reportOn(
    rubric({ C1: five, C2: five }),
    ...four,
    draft(1, "C1", 4, { lines, scoreLine: 1 }),
    draft(2, "C1", 4, { lines, scoreLine: 1 }),
    draft(1, "C2", 4, { lines }),
    draft(2, "C2", 4, { lines }),
    // The score line is accepted although the value changed: the value counts.
    judgement("A", 1, "C1", 2, { exposure: "draft-first", draft: "d-C1-1", lines: decided }),
    judgement("B", 1, "C1", 5, { exposure: "draft-first", draft: "d-C1-1" }),
    judgement("A", 2, "C1", 4, {
      exposure: "draft-first",
      draft: "d-C1-2",
      lines: [{ draft: 1, action: "revise" }],
    }),
    judgement("B", 2, "C1", 5, { exposure: "none", draft: "d-C1-2" }),
    judgement("A", 1, "C2", 4, { draft: "d-C2-1", lines: decided }),
    judgement("A", 2, "C2", 4, { lines: [{ action: "add", text: "…" }] }),
    judgement("G", 2, "C2", 4, { raterKind: "gold", lines: [{ action: "add", text: "…" }] }),
  );

  test("score and evidence lines are told apart by the draft's score line", () => {
    const { byItem } = report.decisions;
    expect(byItem.C1?.lines).toMatchObject({ n: 7, counts: { accept: 2, revise: 3, remove: 1, add: 1 } });
    expect(byItem.C1?.scoreLines).toMatchObject({ n: 2, accept: 0.5, revise: 0.5, remove: 0, add: 0 });
    expect(byItem.C1?.evidenceLines).toMatchObject({
      n: 4,
      counts: { accept: 1, revise: 2, remove: 0, add: 1 },
    });
  });

  test("without a score line, no line is score or evidence", () => {
    const { byItem } = report.decisions;
    expect(byItem.C2?.lines).toMatchObject({ n: 7, counts: { accept: 2, revise: 2, remove: 1, add: 2 } });
    expect(byItem.C2?.scoreLines).toMatchObject({ n: 0, accept: null, add: null, reason: "nothing-decided" });
    expect(byItem.C2?.evidenceLines.n).toBe(0);
  });

  test("over all items", () => {
    const { lines, scoreLines, evidenceLines } = report.decisions;
    // Two tasks are too few for an interval.
    expect([lines.ci.remove, lines.ci.add, scoreLines.ci.accept]).toEqual([null, null, null]);
    expect(evidenceLines.ci.accept).toBeNull();
    expect([lines.n, scoreLines.n, evidenceLines.n]).toEqual([14, 2, 4]);
    expect((lines.accept ?? 0) + (lines.revise ?? 0) + (lines.remove ?? 0) + (lines.add ?? 0)).toBeCloseTo(
      1,
      12,
    );
  });

  test("values against the draft, among those who could be led by it", () => {
    expect(report.decisions.byItem.C1?.values).toEqual({ raised: 1, lowered: 1, unchanged: 1 });
    expect(report.decisions.byItem.C2?.values).toEqual({ raised: 0, lowered: 0, unchanged: 1 });
  });
});

test("decisions on rubric items: shares, and agreement on the drafted ones", () => {
  const decision = (rater: string, item: string, action: string) => ({
    type: "decision",
    id: `${rater}-${item}`,
    rubric: "rubric",
    item,
    rater,
    exposure: "draft-first",
    action,
  });
  const report = reportOn(
    rubric({ a: yesno, b: yesno }),
    ...four,
    decision("A", "a", "accept"),
    decision("A", "b", "revise"),
    decision("A", "new", "add"),
    decision("B", "a", "accept"),
    decision("B", "b", "remove"),
  );
  expect(report.decisions.items).toMatchObject({ n: 5, accept: 0.4, revise: 0.2, remove: 0.2, add: 0.2 });
  const exposed = report.decisions.agreement.find(({ exposure }) => exposure === "exposed");
  // aa, vr: n = 4, o_vr = 1; α = 1 - 3 · 1 / (2·1 + 2·1 + 1·1)
  expect(exposed).toMatchObject({ scope: "items", level: "nominal", raters: "human", units: 2, pairable: 4 });
  expect(exposed?.value).toBeCloseTo(1 - 3 / 5, 12);
  expect(report.decisions.agreement.find(({ exposure }) => exposure === "independent")).toMatchObject({
    value: null,
    reason: "no-pairable-values",
  });
});

test("a study with drafts only has every row, without a value", () => {
  const report = reportOn(rubric({ Q: yesno }), ...four, ...[1, 2, 3].map((n) => draft(n, "Q", "yes")));
  expect(report.reliability).toHaveLength(2 * 2 * 4);
  for (const row of report.reliability)
    expect(row).toMatchObject({ value: null, ci: null, reason: "no-pairable-values" });
  expect(report.checklist.byRater).toMatchObject([{ rater: "gpt", responseModel: "all", drfr: 1 }, {}, {}]);
});

test("an empty study is a report without numbers", () => {
  const report = reportOn();
  expect(report.reliability).toHaveLength(3 * 2 * 4);
  expect(report.reliability.every(({ reason }) => reason === "no-pairable-values")).toBe(true);
  expect(report.humanVsLlm).toEqual([]);
});

/** The records in an order drawn from the seed. */
const shuffled = (records: readonly StudyRecord[], seed: number) => {
  const random = randomFrom(seed);
  return records
    .map((record) => ({ record, at: random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ record }) => record);
};

test.prop([anyStudy, fc.nat()], { numRuns: 25 })(
  "the order of records never matters, and every number is one or null with a reason",
  (records, seed) => {
    const report = reportOf(dataOf(records), { replicates: 2, seed: 1 });
    expect(reportOf(dataOf(shuffled(records, seed)), { replicates: 2, seed: 1 })).toEqual(report);
    expect(JSON.parse(JSON.stringify(report))).toEqual(report);
    for (const row of report.reliability) {
      expect(row.value === null).toBe(row.reason !== null);
      expect(row.ac1 === null).toBe(row.ac1Reason !== null);
    }
    for (const row of report.humanVsLlm) if (row.pearson === null) expect(row.reason).not.toBeNull();
    for (const row of report.checklist.byRater) expect(row.drfr === null).toBe(row.reason !== null);
  },
  30_000,
);

test("what was said on checks and planted errors is in no table, and counted as set aside", () => {
  const judged = {
    type: "judgement" as const,
    task: "t",
    response: "r",
    item: "overall",
    rater: "A",
    raterKind: "human" as const,
    exposure: "none" as const,
    value: 3,
  };
  const reader = new StudyDataReader();
  reader.add({ ...judged, id: "j1" });
  reader.add({ ...judged, id: "j2", metadata: { check: true } });
  reader.add({ ...judged, id: "j3", metadata: { planted: true } });
  reader.add({ ...judged, id: "j4", metadata: { planted: "by the river" } });
  const read = reader.finish();
  expect(Array.from(read.judgements, ({ id }) => id)).toEqual(["j1", "j4"]);
  expect(read.setAside).toBe(2);
});
