import { expect, test } from "vitest";
import { RECORDS, type StudyRecord } from "@/lib/dataset/schema";
import { isMissing, paperById } from "@/lib/report/rules/papers/registry";
import { StudyDataReader } from "@/lib/report/rules/study-data";
import type { Table } from "@/lib/report/schema/table";

type Line = { type: StudyRecord["type"]; [field: string]: unknown };

/** Tasks with a response each, and a checklist of a model and one of people, both answered by one judge. */
function t3a(answers: readonly { generated: string; people: string; tag?: string }[], published = false) {
  const reader = new StudyDataReader();
  const add = (record: Line) => reader.add(RECORDS[record.type].parse(record));
  add({ type: "study", version: 1, name: "Checklists" });
  for (const [n, { generated, people, tag }] of answers.entries()) {
    const [task, response] = [`t${n}`, `r${n}`];
    add({ type: "task", id: task, instruction: "Write.", ...(tag !== undefined && { tags: [tag] }) });
    add({ type: "response", id: response, task, text: "Written." });
    for (const [id, signs, by] of [
      [`c${n}`, generated, { origin: "llm", method: "tick.generate", model: "writer" }],
      [`h${n}`, people, { origin: "human" }],
    ] as const) {
      const items = [...signs].map((_, at) => ({
        ...{ id: `${id}.${at}`, text: `Is ${at} so?`, scale: { type: "yesno" } },
      }));
      add({ type: "rubric", id, task, kind: "checklist", ...by, items });
      for (const [at, sign] of [...signs].entries())
        add({
          ...{ type: "draft", id: `d${id}.${at}`, task, response, item: `${id}.${at}`, rater: "judge" },
          ...{ raterKind: "llm", method: "tick.evaluate", value: sign === "y" ? "yes" : "no" },
          condition: `v1, cot=true, rubric=${id.startsWith("c") ? "tick.generate (writer)" : "human"}`,
        });
    }
  }
  const table = paperById("tick")?.tables.find(({ id }) => id === "T3a");
  const options = { replicates: 0, seed: 42 };
  return table?.of({ study: reader.finish(), options, published });
}

test("T3a correlates pass rates under generated and under people's checklists, by the same judge", () => {
  const result = t3a([
    { generated: "yy", people: "yn" },
    { generated: "yn", people: "y" },
    { generated: "nn", people: "nn" },
  ]);
  if (!result || isMissing(result)) throw new Error("there is a table");
  const [row] = (result as Table).rows;
  expect((result as Table).rows).toHaveLength(1);
  expect(row).toMatchObject({ generator: "writer", policy: "tick.generate", judge: "judge", responses: 3 });
  expect(row).toMatchObject({ generated: 0.5, people: 0.5 });
  // Pass rates 1, ½, 0 and ½, 1, 0.
  expect(row?.r).toBeCloseTo(0.5, 12);
});

test("T3a has a row for each data set, and the printed correlations beside them", () => {
  const rates = [
    { generated: "yy", people: "yn" },
    { generated: "yn", people: "y" },
    { generated: "nn", people: "nn" },
  ];
  const opposite = rates.map(({ generated: people, people: generated }, n) => ({
    ...(n === 0 ? { generated: "nn", people } : { generated, people }),
    tag: "internal",
  }));
  const result = t3a([...rates.map((one) => ({ ...one, tag: "infobench" })), ...opposite], true);
  if (!result || isMissing(result)) throw new Error("there is a table");
  const [all, infobench, internal, first, ...others] = result.rows;
  expect(all).toMatchObject({ dataset: "all", responses: 6, source: "this study" });
  expect(infobench).toMatchObject({ dataset: "infobench", responses: 3 });
  expect(infobench?.r).toBeCloseTo(0.5, 12);
  expect(internal).toMatchObject({ dataset: "internal", responses: 3 });
  expect(first).toMatchObject({ source: "paper", r: 0.772, responses: null });
  expect(others.map(({ r }) => r)).toEqual([0.853, 0.713, 0.776]);
});

test("T3a says what is missing where people wrote no checklist that was answered", () => {
  expect(t3a([{ generated: "yn", people: "" }])).toMatchObject({
    missing: [expect.stringContaining("checklists that people wrote")],
  });
});
