import { test } from "@fast-check/vitest";
import { expect } from "vitest";
import type { Report } from "@/lib/report/schema";
import {
  draft,
  find,
  five,
  four,
  items,
  judgement,
  reportOn,
  response,
  rubric,
  versus,
  yesno,
  yesnona,
} from "@/lib/report/testing/records";

test("n/a is counted and missing; skipped is missing", async () => {
  const report = await reportOn(
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

test("pass rate weighs responses, DRFR questions", async () => {
  const answers = [
    ["yes", "yes", "yes", "no"],
    ["no", null, null, null],
  ];
  const judged = answers.flatMap((row, r) => row.map((value, q) => judgement("A", r + 1, `q${q}`, value)));
  const report = await reportOn(rubric({ q0: yesno, q1: yesno, q2: yesno, q3: yesno }), ...four, ...judged);
  expect(report.checklist.byRater).toMatchObject([
    { responseModel: "all", answered: 5, passRate: 0.375, drfr: 0.6, responses: 2 },
    { responseModel: "m1" },
  ]);
});

test("pass rates are there for each model and category together, too", async () => {
  const scales = { q0: yesno, q1: yesno, q2: yesno };
  const categories = { q0: "Form", q1: "Form", q2: "Facts" };
  const answers = [
    ["yes", "no", "yes"],
    ["yes", "yes", "no"],
    ["no", "no", "yes"],
  ];
  const judged = answers.flatMap((row, r) => row.map((value, q) => judgement("A", r + 1, `q${q}`, value)));
  const report = await reportOn(rubric(scales, { items: items(scales, categories) }), ...four, ...judged);
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

test("points stand against the mean of people, and samples of one LLM count once", async () => {
  const report = await reportOn(
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

test("one LLM by two methods is two raters", async () => {
  const report = await reportOn(
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

test("gold and rules count neither as people nor as models", async () => {
  const gold = { raterKind: "gold" };
  const report = await reportOn(
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

test("what an adjudicator decided is counted beside the numbers and changes none of them", async () => {
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
  const before = await reportOn(...voted);
  const after = await reportOn(...voted, judgement("A", 1, "Q", "no", ruling));
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

test("units of one task are drawn together, and a single task gives no interval", async () => {
  const many = [1, 2, 3].map((n) => response(`x${n}`, "t1"));
  const judged = ["A", "B"].flatMap((rater) =>
    [1, 2, 3].map((n) => ({
      ...judgement(rater, 1, "C", rater === "A" ? n : 4 - n),
      id: `${rater}${n}`,
      response: `x${n}`,
    })),
  );
  const row = find(
    await reportOn(rubric({ C: five }), ...four, ...many, ...judged),
    "C",
    "any",
    "human",
    "interval",
  );
  expect(row).toMatchObject({ units: 3, clusters: 1, ci: null, fewClusters: true });
  expect(row?.value).not.toBeNull();
});
