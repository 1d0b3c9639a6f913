import { expect, test } from "vitest";
import { RECORDS } from "@/lib/dataset/schema";
import { methodsText } from "@/lib/export/rules/methods";
import { reportOf } from "@/lib/report/computation/report-on-study";
import { tablesOf } from "@/lib/report/rules/tables/all";
import { onlyTarget } from "./only-target";
import { Labels } from "./scope-labels";
import { StudyDataReader } from "./study-data";

/** Eight tasks of two responses, compared by two people and a model; with `items`, one criterion as well. */
function comparisons({ items = false, form = "words" } = {}) {
  const reader = new StudyDataReader();
  const add = (record: { type: keyof typeof RECORDS; [field: string]: unknown }) =>
    reader.add(RECORDS[record.type].parse(record));
  add({ type: "study", version: 1, name: "Compared" });
  const scale = { type: "points", min: 1, max: 5 };
  if (items)
    add({ type: "rubric", id: "c", task: null, kind: "criteria", items: [{ id: "C", text: "…", scale }] });
  for (let t = 0; t < 8; t++) {
    add({ type: "task", id: `t${t}`, instruction: "…" });
    for (const side of ["a", "b"]) add({ type: "response", id: `${side}${t}`, task: `t${t}`, text: "…" });
    const about = { task: `t${t}`, item: "preference", pair: [`a${t}`, `b${t}`] };
    const value = (n: number) =>
      form === "words" ? (["A", "B", "tie"] as const)[(t * n) % 3] : 1 + ((t * n) % 5);
    add({ type: "draft", id: `d${t}`, ...about, rater: "m", raterKind: "llm", value: value(1) });
    for (const [n, rater] of ["A", "B"].entries()) {
      const by = { rater, raterKind: "human", exposure: "none" };
      add({ type: "judgement", id: `${rater}${t}`, ...about, ...by, value: value(n + 1) });
      if (items)
        add({
          type: "judgement",
          id: `${rater}${t}C`,
          task: `t${t}`,
          response: `a${t}`,
          item: "C",
          ...by,
          value: 1 + (t % 4),
        });
    }
  }
  return reportOf(reader.finish(), { replicates: 10, seed: 1 });
}

test("a study of preferences alone has each row once, under their own name", async () => {
  const report = await comparisons();
  // The report itself keeps both: scripts ask for either.
  expect(new Set(report.reliability.map(({ scope }) => scope))).toEqual(new Set(["all", "preference"]));
  const tables = tablesOf(report, []);
  for (const name of ["agreement", "human-vs-llm", "raters", "rater-pairs", "alternative-annotator"]) {
    const rows = tables.find((table) => table.name === name)?.rows ?? [];
    expect(rows.length, name).toBeGreaterThan(0);
    const words = rows.map((row) => JSON.stringify({ ...row, item: "", scope: "" }));
    expect(new Set(words).size, name).toBe(words.length);
    expect(words.join(), name).not.toContain("All items");
    expect(words.join(), name).toContain('"Preference"');
  }
});

test("where items were judged as well, nothing repeats and nothing is left out", async () => {
  const report = await comparisons({ items: true });
  expect(onlyTarget(report.reliability)).toBeNull();
  const agreement = tablesOf(report, []).find(({ name }) => name === "agreement");
  expect(new Set(agreement?.rows.map(({ item }) => item))).toEqual(new Set(["all", "C", "preference"]));
});

test.each([
  ["words", "as A (that response is better), tie or B (the other one is)"],
  ["points", "as 1 (that response is much better) to 5 (the other one is), 3 being nearly identical"],
])("the methods paragraph says how preferences in %s were coded", async (form, coding) => {
  const report = await comparisons({ form });
  const text = methodsText(report, new Labels([], onlyTarget(report.reliability)), null, "1");
  expect(text).toContain(
    `Preferences were coded from the response whose id comes first in the alphabet, on whichever side it was shown: ${coding}.`,
  );
  expect(text).toContain("(preference, ");
});
