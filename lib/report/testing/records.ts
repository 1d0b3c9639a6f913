import { expect } from "vitest";
import { z } from "zod";
import { StudyChecker } from "@/lib/dataset/rules/check";
import { problemText } from "@/lib/dataset/rules/lines";
import { parseRecord } from "@/lib/dataset/rules/records";
import type { StudyRecord } from "@/lib/dataset/schema";
import type { ExposureClass } from "@/lib/judgement/schema";
import { reportOf } from "@/lib/report/computation/report-on-study";
import { StudyDataReader } from "@/lib/report/rules/study-data";
import { Report } from "@/lib/report/schema";
import type { StudyData } from "@/lib/report/schema/study";
import type { RaterSet } from "@/lib/report/schema/values";

export const quick = { replicates: 50, seed: 42 };

export function dataOf(records: readonly StudyRecord[]): StudyData {
  const reader = new StudyDataReader();
  for (const record of records) reader.add(record);
  return reader.finish();
}

/** A report with exactly the fields of its schema. */
const described = z.fromJSONSchema(z.toJSONSchema(Report) as z.core.JSONSchema.JSONSchema);

/** The report on a study given as records, which an import would accept. */
export async function reportOn(...records: object[]) {
  const checker = new StudyChecker();
  const parsed = [{ type: "study", version: 1, name: "s" }, ...records].map((record, at) => {
    const result = parseRecord(JSON.stringify(record), at + 1);
    if (Array.isArray(result)) throw new Error(result.map(problemText).join("\n"));
    checker.add(result, at + 1);
    return result;
  });
  expect(checker.finish().problems.map(problemText)).toEqual([]);
  const report = await reportOf(dataOf(parsed), quick);
  described.parse(JSON.parse(JSON.stringify(report)));
  return report;
}

type Built = Awaited<ReturnType<typeof reportOn>>;
export const find = (
  report: Built,
  scope: string,
  exposure: ExposureClass,
  raters: RaterSet = "human",
  level = "nominal",
) =>
  report.reliability.find(
    (row) => row.scope === scope && row.exposure === exposure && row.raters === raters && row.level === level,
  );
export const versus = (report: Built, item: string, exposure: ExposureClass) =>
  report.humanVsLlm.find((row) => row.item === item && row.exposure === exposure);

export const yesno = { type: "yesno" };
export const yesnona = { type: "yesnona" };
export const five = { type: "points", min: 1, max: 5 };
const task = (id: string) => ({ type: "task", id, instruction: "…" });
export const response = (id: string, of: string, model?: string) => ({
  type: "response",
  id,
  task: of,
  model,
  text: "…",
});
export const items = (scales: Record<string, object>, categories: Record<string, string> = {}) =>
  Object.entries(scales).map(([id, scale]) => ({ id, text: "…", scale, category: categories[id] }));
export const rubric = (scales: Record<string, object>, fields: object = {}) => ({
  type: "rubric",
  id: "rubric",
  task: null,
  kind: "criteria",
  items: items(scales),
  ...fields,
});

/** Four responses r1 … r4, each to its own task t1 … t4. */
export const four = [1, 2, 3, 4].flatMap((n) => [
  task(`t${n}`),
  response(`r${n}`, `t${n}`, n < 3 ? "m1" : "m2"),
]);
const about = (n: number, item: string) => ({ task: `t${n}`, response: `r${n}`, item });
export const draft = (n: number, item: string, value: unknown, fields: object = {}) => ({
  type: "draft",
  id: `d-${item}-${n}`,
  ...about(n, item),
  rater: "gpt",
  raterKind: "llm",
  method: "m",
  value,
  ...fields,
});
export const judgement = (rater: string, n: number, item: string, value: unknown, fields: object = {}) => ({
  type: "judgement",
  id: `${rater}-${item}-${n}`,
  ...about(n, item),
  rater,
  raterKind: "human",
  value,
  ...fields,
});
