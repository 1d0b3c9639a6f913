import { expect, test } from "vitest";
import { RECORDS } from "@/lib/dataset/schema";
import { reportOf } from "@/lib/report/computation/report-on-study";
import { isIntervalCell } from "@/lib/report/rules/render/format-cell";
import type { ReportOptions } from "@/lib/report/schema";
import { StudyDataReader } from "./study-data";
import { tablesOf } from "./tables/all";

/**
 * 40 tasks of `each` responses, judged by three people and a model. People hold with each other four times in five, the
 * model with them three times in five, task by task alike.
 */
function studyOf(each: number) {
  const reader = new StudyDataReader();
  const add = (record: { type: keyof typeof RECORDS; [field: string]: unknown }) =>
    reader.add(RECORDS[record.type].parse(record));
  add({ type: "study", version: 1, name: "Options" });
  const items = [{ id: "Q", text: "Is it?", scale: { type: "yesno" } }];
  add({ type: "rubric", id: "q", task: null, kind: "checklist", items });
  for (let t = 0; t < 40; t++) {
    add({ type: "task", id: `t${t}`, instruction: "…" });
    for (let r = 0; r < each; r++) {
      const [id, about] = [`t${t}r${r}`, { task: `t${t}`, response: `t${t}r${r}`, item: "Q" }];
      add({ type: "response", id, task: `t${t}`, text: "…" });
      const right = t % 2 === 0;
      const says = (isRight: boolean) => (right === isRight ? "yes" : "no");
      add({ type: "draft", id: `d${id}`, ...about, rater: "m", raterKind: "llm", value: says(t % 5 < 3) });
      for (const [n, rater] of ["A", "B", "C"].entries())
        add({
          ...{
            type: "judgement",
            id: `${rater}${id}`,
            ...about,
            rater,
            raterKind: "human",
            exposure: "none",
          },
          value: says(t % 5 !== n),
        });
    }
  }
  return reader.finish();
}

const usual: ReportOptions = { replicates: 400, seed: 42 };
const alternative = async (each: number, options: Partial<ReportOptions>) => {
  const [row] = (await reportOf(studyOf(each), { ...usual, ...options })).alternative;
  if (!row) throw new Error("there is a test");
  return row;
};

test("with a greater ε a model may replace more people, and the table says which ε it was", async () => {
  expect((await alternative(1, { epsilon: 0 })).winningRate).toBe(0);
  expect((await alternative(1, { epsilon: 0.5 })).winningRate).toBe(1);
  const table = tablesOf(await reportOf(studyOf(1), { ...usual, epsilon: 0.5 }), []).find(
    ({ name }) => name === "alternative-annotator",
  );
  expect(table?.notes.join()).toContain("ε = 0.5");
});

test("ten equal responses to one task are one piece of evidence: they change neither the test nor its interval", async () => {
  const [single, many] = [await alternative(1, {}), await alternative(10, {})];
  expect(many.units).toBe(10 * single.units);
  expect(many.advantage).toBeCloseTo(single.advantage ?? 0, 12);
  expect(many.winningRate).toBe(single.winningRate);
  expect(many.advantageCi).toEqual(single.advantageCi?.map((end) => expect.closeTo(end, 12)));
  const [low = 0, high = 0, tasks] = single.advantageCi ?? [];
  expect(low).toBeLessThan(single.advantage ?? 0);
  expect(high).toBeGreaterThan(single.advantage ?? 0);
  expect(tasks).toBe(40);
});

test("every interval of a report widens with the confidence asked for, and every table names it", async () => {
  const narrow = await reportOf(studyOf(2), { ...usual, confidence: 0.8 });
  const wide = await reportOf(studyOf(2), { ...usual, confidence: 0.99 });
  const [few, more] = [narrow, wide].map((report) => tablesOf(report, []));
  let compared = 0;
  few?.forEach((table, at) => {
    table.rows.forEach((row, index) => {
      for (const { id, type, header } of table.columns) {
        if (type !== "interval" || !Array.isArray(row[id])) continue;
        const [less, greater] = [row, more?.[at]?.rows[index]].map((one) => {
          const cell = one?.[id];
          return isIntervalCell(cell) ? cell[1] - cell[0] : 0;
        });
        expect(greater, `${table.name} ${id}`).toBeGreaterThanOrEqual(less ?? 0);
        if ((greater ?? 0) > (less ?? 0)) compared++;
        if (header.includes("interval")) expect(header).toBe("80 % interval");
      }
    });
    if (table.provenance.interval) expect(table.provenance.interval.confidence).toBe(0.8);
  });
  expect(compared).toBeGreaterThan(10);
});
