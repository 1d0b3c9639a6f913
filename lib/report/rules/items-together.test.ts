import { expect, test } from "vitest";
import { randomFrom } from "@/lib/agreement/random";
import { RECORDS, type StudyRecord } from "@/lib/dataset/schema";
import { methodsText } from "@/lib/export/rules/methods";
import { reportOf } from "@/lib/report/computation/report-on-study";
import { itemNames } from "./item-names";
import { render } from "./render/render";
import { Labels } from "./scope-labels";
import { StudyDataReader } from "./study-data";
import { tablesOf } from "./tables/all";

/**
 * Three people who guess between two neighbouring points, on items with different points: 1 or 2, 3 or 4, 4
 * or 5.
 */
async function guessingStudy() {
  const reader = new StudyDataReader();
  const random = randomFrom(7);
  const add = (record: { type: StudyRecord["type"]; [field: string]: unknown }) =>
    reader.add(RECORDS[record.type].parse(record));
  const low = [1, 3, 4];
  const scale = { type: "points", min: 1, max: 5 };
  add({ type: "study", version: 1, name: "Guessing" });
  add({
    type: "rubric",
    id: "c",
    task: null,
    kind: "criteria",
    items: low.map((_, at) => ({ id: `C${at + 1}`, text: "…", scale })),
  });
  for (let t = 0; t < 60; t++) {
    add({ type: "task", id: `t${t}`, instruction: "Write." });
    add({ type: "response", id: `r${t}`, task: `t${t}`, text: "…" });
    for (const [at, least] of low.entries())
      for (const rater of ["A", "B", "C"])
        add({
          type: "judgement",
          id: `${rater}${t}${at}`,
          task: `t${t}`,
          response: `r${t}`,
          item: `C${at + 1}`,
          rater,
          raterKind: "human",
          exposure: "none",
          value: least + Number(random() < 0.5),
        });
  }
  const study = reader.finish();
  const report = await reportOf(study, { replicates: 100, seed: 42 });
  return { report, items: itemNames(study, report) };
}

test("agreement on items of different difficulty is led by the median, its range and α within items, with a warning", async () => {
  const { report, items } = await guessingStudy();
  const row = report.reliability.find(
    ({ scope, level, raters, exposure }) =>
      scope === "all" && level === "ordinal" && raters === "human" && exposure === "independent",
  );
  expect(row?.value).toBeGreaterThan(0.7);
  expect(row?.items).toMatchObject({ count: 3, without: 0, exceedsEvery: true });
  for (const value of [row?.items?.median, row?.items?.lowest, row?.items?.highest, row?.items?.stratified])
    expect(Math.abs(value ?? 1)).toBeLessThan(0.25);
  expect(row?.items?.stratifiedCi?.[2]).toBe(60);
  expect(report.reliability.find(({ scope }) => scope === "C1")?.items).toBeNull();

  const table = tablesOf(report, items).find(({ name }) => name === "agreement");
  if (!table) throw new Error("no table");
  for (const format of ["json", "latex", "markdown"] as const)
    expect(render(table, format)).toContain("exceeds that of every single item");
  expect(render(table, "csv")).toContain('"median","lowest","highest","stratified"');
  const methods = methodsText(report, new Labels(items), null, "1");
  expect(methods.indexOf("had a median of")).toBeLessThan(methods.indexOf("pooled plainly"));
  expect(methods).toContain("exceeds that of every single item");
});
