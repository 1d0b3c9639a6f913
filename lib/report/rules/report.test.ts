import { fc, test } from "@fast-check/vitest";
import { describe, expect, it } from "vitest";
import { randomFrom } from "@/lib/agreement/random";
import type { StudyRecord } from "@/lib/dataset/schema";
import { arbitraryStudy as anyStudy } from "@/lib/dataset/testing/arbitrary-study";
import { reportOf } from "@/lib/report/computation/report-on-study";
import {
  dataOf,
  draft,
  find,
  four,
  judgement,
  reportOn,
  rubric,
  versus,
  yesno,
} from "@/lib/report/testing/records";
import { StudyDataReader } from "./study-data";

describe("three raters who met the draft in every way", () => {
  // α nominal = 1 - (n - 1) o_yn / (n_yes n_no), o_yn = Σ yes·no / (m - 1), worked out by hand.
  const computed = reportOn(
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

  test("independent values were given before or without the draft", async () => {
    const report = await computed;
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

  test("exposed values are final values of raters who saw the draft", async () => {
    const report = await computed;
    // y, yy, yn, n: n = 4, 3 yes and 1 no, o = 1
    expect(find(report, "Q", "exposed")).toMatchObject({ value: 0, units: 2, raterCount: 2, pairable: 4 });
  });

  test("without ratings of unknown exposure the row has no value", async () => {
    const report = await computed;
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

  test("any: everybody's final value", async () => {
    const report = await computed;
    // yyy, yyy, nny, nn: n = 11, 7 yes and 4 no, o = 1
    expect(find(report, "Q", "any")?.value).toBeCloseTo(1 - 10 / 28, 12);
    // yyyy, yyyy, nnyn, nny: n = 15, 10 yes and 5 no, o = 1 + 1
    expect(find(report, "Q", "any", "human+llm")).toMatchObject({ raterCount: 4, pairable: 15 });
    expect(find(report, "Q", "any", "human+llm")?.value).toBeCloseTo(1 - (14 * 2) / 50, 12);
  });

  test("the LLM is compared with the majority, and ties are left out and counted", async () => {
    const report = await computed;
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

  test("the checklist by rater, with how the answers were given", async () => {
    const report = await computed;
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

  test("the study in numbers", async () => {
    const report = await computed;
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
  const independent = async (fields: object) => {
    const judged = [1, 2].map((n) => judgement("A", n, "Q", "no", { draft: `d-Q-${n}`, ...fields }));
    const drafts = [1, 2].map((n) => draft(n, "Q", "no", { lines: ["…"] }));
    return find(await reportOn(rubric({ Q: yesno }), ...four, ...drafts, ...judged), "Q", "independent")
      ?.values;
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
  ])("%j", async (fields, values) => {
    expect(await independent(fields)).toEqual(values);
  });

  test("nothing, once the rater has seen the draft in another arm", async () => {
    const seen = { exposure: "draft-first", arm: "with", submittedAt: "2026-01-01T00:00:00Z" };
    const blind = { exposure: "none", arm: "without", submittedAt: "2026-01-02T00:00:00.5Z" };
    const twice = (first: object, second: object) =>
      reportOn(
        rubric({ Q: yesno }),
        ...four,
        ...[1, 2].map((n) => judgement("A", n, "Q", "no", first)),
        ...[1, 2].map((n) => ({ ...judgement("A", n, "Q", "yes", second), id: `again-${n}` })),
      );
    const led = await twice(seen, blind);
    expect(find(led, "Q", "independent")?.values).toEqual({});
    expect(find(led, "Q", "any")?.values).toEqual({ no: 2 });
    expect(led.study.repeated).toBe(2);
    const fresh = await twice({ ...blind, submittedAt: "2025-01-01T00:00:00Z" }, seen);
    expect(find(fresh, "Q", "independent")?.values).toEqual({ no: 2 });
    expect(find(fresh, "Q", "exposed")?.values).toEqual({ yes: 2 });
  });
});

test("a study with drafts only has every row, without a value", async () => {
  const report = await reportOn(rubric({ Q: yesno }), ...four, ...[1, 2, 3].map((n) => draft(n, "Q", "yes")));
  expect(report.reliability).toHaveLength(2 * 2 * 4);
  for (const row of report.reliability)
    expect(row).toMatchObject({ value: null, ci: null, reason: "no-pairable-values" });
  expect(report.checklist.byRater).toMatchObject([{ rater: "gpt", responseModel: "all", drfr: 1 }, {}, {}]);
});

test("an empty study is a report without numbers", async () => {
  const report = await reportOn();
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

test.prop([anyStudy, fc.nat()], { numRuns: 4 })(
  "the order of records never matters, and every number is one or null with a reason",
  async (records, seed) => {
    const report = await reportOf(dataOf(records), { replicates: 2, seed: 1 });
    expect(await reportOf(dataOf(shuffled(records, seed)), { replicates: 2, seed: 1 })).toEqual(report);
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

test("judgements on checks and planted errors are in no table, and are counted as excluded", () => {
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
