import { expect, test } from "vitest";
import { RECORDS, type StudyRecord } from "@/lib/dataset/schema";
import { methodsText } from "@/lib/export/rules/methods";
import { reportOf } from "@/lib/report/computation/report-on-study";
import { itemNames } from "./item-names";
import { render } from "./render/render";
import { Labels } from "./scope-labels";
import { StudyDataReader } from "./study-data";
import { tablesOf } from "./tables/all";

/**
 * Two people who keep every value of the draft of `seen`, while `other` drafted the same responses unseen.
 */
async function anchoredStudy() {
  const reader = new StudyDataReader();
  const add = (record: { type: StudyRecord["type"]; [field: string]: unknown }) =>
    reader.add(RECORDS[record.type].parse(record));
  add({ type: "study", version: 1, name: "Anchored" });
  const items = [{ id: "C", text: "…", scale: { type: "points", min: 1, max: 5 } }];
  add({ type: "rubric", id: "c", task: null, kind: "criteria", items });
  for (let t = 0; t < 40; t++) {
    add({ type: "task", id: `t${t}`, instruction: "Write." });
    add({ type: "response", id: `r${t}`, task: `t${t}`, text: "…" });
    const about = { task: `t${t}`, response: `r${t}`, item: "C" };
    const value = 1 + (t % 5);
    const drafted = (rater: string) => ({
      type: "draft" as const,
      id: `${rater}${t}`,
      rater,
      raterKind: "llm",
      ...about,
    });
    add({ ...drafted("seen"), value });
    add({ ...drafted("other"), value: 1 + ((t * 3) % 5) });
    for (const rater of ["A", "B"])
      add({
        ...{ type: "judgement", id: `j${rater}${t}`, ...about, rater, raterKind: "human", value },
        ...{ exposure: "draft-first", draft: `seen${t}` },
      });
  }
  const study = reader.finish();
  const report = await reportOf(study, { replicates: 20, seed: 42 });
  return { report, items: itemNames(study, report) };
}

test("a model whose draft people saw is marked, with the number of their values given after seeing it", async () => {
  const { report } = await anchoredStudy();
  const seen = report.raters.each
    .filter(({ scope, exposure }) => scope === "all" && exposure === "exposed")
    .map(({ rater, draftSeen, correlation }) => [rater?.rater ?? "people", draftSeen, correlation === 1]);
  expect(seen).toEqual([
    ["people", 0, true],
    ["A", 0, true],
    ["B", 0, true],
    ["other", 0, false],
    ["seen", 80, true],
  ]);
});

test("every export of a number says what people had seen", async () => {
  const { report, items } = await anchoredStudy();
  const methods = methodsText(report, new Labels(items), null, "1");
  expect(methods).toContain("Against people, on values given with a draft in view, seen reached");
  for (const name of ["human-vs-llm", "raters", "rater-pairs"]) {
    const table = tablesOf(report, items).find((each) => each.name === name);
    if (!table) throw new Error(`no table ${name}`);
    for (const format of ["csv", "json", "latex", "markdown"] as const)
      expect(render(table, format)).toContain("draft shown");
  }
  const raters = tablesOf(report, items).find(({ name }) => name === "raters");
  expect(raters?.notes.join(" ")).toContain("seen: people had its own draft in view");
});
