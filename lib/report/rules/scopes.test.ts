import { test } from "@fast-check/vitest";
import { expect } from "vitest";
import { parseRecord } from "@/lib/dataset/rules/records";
import type { StudyRecord } from "@/lib/dataset/schema";
import { reportOf } from "@/lib/report/computation/report-on-study";
import type { StudyData } from "@/lib/report/schema/study";
import {
  dataOf,
  draft,
  find,
  five,
  four,
  items,
  judgement,
  quick,
  reportOn,
  response,
  rubric,
  versus,
  yesno,
} from "@/lib/report/testing/records";

test("items of one scale are pooled, whatever their points are called", async () => {
  const labelled = { ...five, labels: { "1": "bad", "5": "good" } };
  const judged = ["A", "B"].flatMap((rater) =>
    [1, 2].flatMap((n) => [judgement(rater, n, "C1", n), judgement(rater, n, "C2", 5)]),
  );
  const report = await reportOn(rubric({ C1: five, C2: labelled }), ...four, ...judged);
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

test("mixed scales are counted, not measured", async () => {
  const judged = ["A", "B"].flatMap((rater) =>
    [1, 2].flatMap((n) => [judgement(rater, n, "C", n), judgement(rater, n, "Q", "yes")]),
  );
  const drafts = [1, 2].flatMap((n) => [draft(n, "C", n), draft(n, "Q", "no")]);
  const report = await reportOn(rubric({ C: five, Q: yesno }), ...four, ...drafts, ...judged);
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

test("an item on a single response is counted in its category only", async () => {
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
  const report = await reportOn(own(1), own(2), own(3), ...four, ...judged);
  expect([...new Set(report.reliability.map(({ scope }) => scope))]).toEqual(["all", "category:Format"]);
  expect(find(report, "category:Format", "any")).toMatchObject({ value: 1, units: 3 });
});

test("an item id that several rubrics use is distinguished by its rubric", async () => {
  const own = (n: number) => rubric({ q: yesno }, { id: `c${n}`, task: `t${n}` });
  const judged = [1, 2].flatMap((n) => [
    judgement("A", n, "q", "yes"),
    { ...judgement("A", n, "q", "yes"), id: `second-${n}`, response: `r${n}b` },
  ]);
  const seconds = [1, 2].map((n) => response(`r${n}b`, `t${n}`));
  const report = await reportOn(own(1), own(2), ...four, ...seconds, ...judged);
  expect([...new Set(report.reliability.map(({ scope }) => scope))]).toEqual(["all", "c1/q", "c2/q"]);
});

test("overall scores have rows of their own and never mix with items", async () => {
  const judged = ["A", "B"].flatMap((rater) =>
    [1, 2].flatMap((n) => [judgement(rater, n, "Q", "yes"), judgement(rater, n, "overall", 10 * n)]),
  );
  const report = await reportOn(rubric({ Q: yesno }), ...four, ...judged);
  expect(find(report, "overall", "any", "human", "interval")).toMatchObject({
    value: 1,
    ac1: null,
    ac1Reason: "open-scale",
  });
  expect(find(report, "all", "any")).toMatchObject({ reason: "no-variation", pairable: 4 });
  const alone = await reportOn(...four, ...judged.filter(({ item }) => item === "overall"));
  expect(find(alone, "all", "any", "human", "ordinal")?.value).toBe(1);
});

test("AC1 of overall scores is taken over the scale that was declared for them", async () => {
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
  const rowIn = async (data: StudyData) =>
    find(await reportOf(data, quick), "overall", "any", "human", "ordinal");
  const declared = await rowIn({ ...study(3), overall });
  // Half of the pairs agree; by chance (1/2 · 1/2 + 2 · 1/4 · 3/4) / 4 = 5/32.
  expect(declared?.ac1).toBeCloseTo((1 / 2 - 5 / 32) / (1 - 5 / 32), 12);
  const open = await rowIn(study(3));
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
  expect(await rowIn({ ...study(7), overall })).toEqual(await rowIn(study(7)));
});

test("a preference is the same whichever side was A", async () => {
  const second = [1, 2, 3, 4].map((n) => response(`s${n}`, `t${n}`));
  const prefers = (rater: string, n: number, value: unknown, swapped: boolean) => ({
    ...judgement(rater, n, "preference", value),
    response: undefined,
    pair: swapped ? [`s${n}`, `r${n}`] : [`r${n}`, `s${n}`],
  });
  const graded = await reportOn(
    ...four,
    ...second,
    ...[1, 2, 4, 5].map((value, at) => prefers("A", at + 1, value, false)),
    ...[5, 4, 2, 1].map((value, at) => prefers("B", at + 1, value, true)),
  );
  expect(graded.reliability.map(({ scope, level }) => `${scope} ${level}`)).toContain("preference ordinal");
  expect(find(graded, "preference", "any", "human", "ordinal")?.value).toBe(1);
  const forced = await reportOn(
    ...four,
    ...second,
    ...["A", "B", "tie", "A"].map((value, at) => prefers("A", at + 1, value, false)),
    ...["B", "A", "tie", "B"].map((value, at) => prefers("B", at + 1, value, true)),
  );
  expect(find(forced, "preference", "any")).toMatchObject({ value: 1, values: { A: 4, B: 2, tie: 2 } });
  expect(find(forced, "preference", "any", "human", "ordinal")).toBeUndefined();
});

test("preferences are compared in the form that people used, also where a model used another one", async () => {
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
  const graded = await of([1, 2, 4, 5], ["A", "A", "B", "B"]);
  expect(find(graded, "preference", "any", "human", "ordinal")?.value).toBe(1);
  const forced = await of(["A", "B", "A", "B"], [1, 4, 2, 3]);
  expect(find(forced, "preference", "any")?.value).toBe(1);
  expect(forced.humanVsLlm.find((row) => row.item === "preference" && row.exposure === "any")).toMatchObject({
    n: 4,
  });
});
