import { expect, test } from "vitest";
import { RECORDS, type StudyRecord } from "@/lib/dataset/schema";
import { reportOf } from "@/lib/report/computation/report-on-study";
import { Labels } from "./scope-labels";
import { StudyDataReader } from "./study-data";
import { raterName } from "./tables/columns";
import { humanVsLlmTable } from "./tables/human-vs-llm";

/** Twelve tasks judged by one person; a model drafts each under the given conditions. */
function studyUnder(conditions: Record<string, (value: number) => number>) {
  const reader = new StudyDataReader();
  const add = (record: { type: StudyRecord["type"]; [field: string]: unknown }) =>
    reader.add(RECORDS[record.type].parse(record));
  add({ type: "study", version: 1, name: "Conditions" });
  const items = [{ id: "C", text: "…", scale: { type: "points", min: 1, max: 5 } }];
  add({ type: "rubric", id: "c", task: null, kind: "criteria", items });
  for (let t = 0; t < 12; t++) {
    add({ type: "task", id: `t${t}`, instruction: "Write." });
    add({ type: "response", id: `r${t}`, task: `t${t}`, text: "…" });
    const about = { task: `t${t}`, response: `r${t}`, item: "C" };
    const value = 1 + (t % 5);
    const by = { rater: "gpt", raterKind: "llm", method: "judge" };
    for (const [condition, of] of Object.entries(conditions))
      add({ type: "draft", id: `d${t}${condition}`, ...about, ...by, condition, value: of(value) });
    add({
      type: "judgement",
      id: `j${t}`,
      ...about,
      rater: "A",
      raterKind: "human",
      value,
      exposure: "none",
    });
  }
  const study = reader.finish();
  return reportOf(study, { replicates: 20, seed: 42 });
}

const correlations = ({ humanVsLlm }: Awaited<ReturnType<typeof studyUnder>>) =>
  humanVsLlm
    .filter(({ item, exposure }) => item === "all" && exposure === "independent")
    .map(({ condition, n, pearson }) => [condition, n, pearson]);

test("drafts of two conditions are two raters, and are never averaged", async () => {
  // The mean of both is 3 for every unit: averaged, they would be useless.
  const report = await studyUnder({ plain: (value) => value, reversed: (value) => 6 - value });
  expect(correlations(report)).toEqual([
    ["plain", 12, expect.closeTo(1)],
    ["reversed", 12, expect.closeTo(-1)],
  ]);
  expect(report.study.raters.llm).toBe(2);
  const table = humanVsLlmTable(report, new Labels([]));
  expect(table.columns.map(({ header }) => header)).toContain("Condition");
  expect(table.behind).toBeDefined();
  const names = report.raters.each.flatMap(({ rater }) => (rater?.kind === "llm" ? [raterName(rater)] : []));
  expect([...new Set(names)]).toEqual(["gpt (judge, plain)", "gpt (judge, reversed)"]);
});

test("the only condition of a model and method tells nothing apart and is not repeated everywhere", async () => {
  const report = await studyUnder({ plain: (value) => value });
  expect(correlations(report)).toEqual([[undefined, 12, expect.closeTo(1)]]);
  const table = humanVsLlmTable(report, new Labels([]));
  expect(table.columns.map(({ header }) => header)).not.toContain("Condition");
});
