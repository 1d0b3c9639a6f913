import { expect, test } from "vitest";
import { db } from "@/lib/database/db";
import { groupByField, listMetadata } from "@/lib/dataset/data/metadata";
import { listTaskFilters, listTasks } from "@/lib/dataset/data/tasks";
import { importStudyFile } from "@/lib/dataset/import/upload";
import { findReport } from "@/lib/report/data/find-report";
import { listJudgements } from "@/lib/report/data/list-judgements";
import { computeReport } from "@/lib/report/testing/compute-report";
import { makeMember } from "@/testing/builders/people";

async function imported(text: string, fileName: string) {
  const admin = await makeMember("admin");
  const done = await importStudyFile(admin.projectId, [Buffer.from(text)], { fileName });
  if (!("datasetId" in done)) return expect.fail(done.failure);
  return { admin, dataset: done.datasetId };
}

const questions = () =>
  imported(
    ["id,question,difficulty,note", "q1,Why?,hard,x1", "q2,How?,easy,x2", "q3,Where?,hard,x3"].join("\n"),
    "questions.csv",
  );

/** Answers of one model at two temperatures, scored by two people who agree only on those at 0. */
function answered(tasks = 4) {
  const records: object[] = [
    { type: "study", version: 1, name: "Temperatures" },
    {
      type: "rubric",
      id: "c",
      task: null,
      kind: "criteria",
      items: [{ id: "clear", text: "Is it clear?", scale: { type: "points", min: 1, max: 5 } }],
    },
  ];
  for (let at = 0; at < tasks; at++) {
    records.push({
      type: "task",
      id: `t${at}`,
      instruction: `Question ${at}`,
      metadata: { topic: at % 2 ? "sea" : "sky" },
    });
    for (const temperature of [0, 1]) {
      const response = `r${at}.${temperature}`;
      records.push({
        type: "response",
        id: response,
        task: `t${at}`,
        model: "m",
        text: "An answer.",
        metadata: { temperature, trace: `${at}-${temperature}` },
      });
      for (const [rater, value] of [
        ["A", 1 + (at % 5)],
        ["B", temperature === 0 ? 1 + (at % 5) : 5 - (at % 5)],
      ] as const)
        records.push({
          type: "judgement",
          id: `${response}${rater}`,
          task: `t${at}`,
          response,
          item: "clear",
          rater,
          raterKind: "human",
          exposure: "none",
          value,
        });
    }
  }
  return imported(records.map((record) => JSON.stringify(record)).join("\n"), "study.jsonl");
}

test("unassigned columns are listed with their values, and filter tasks", async () => {
  const { admin, dataset } = await questions();
  expect(await listMetadata(admin.actor, dataset)).toEqual([
    {
      of: "tasks",
      field: "difficulty",
      count: 3,
      distinct: 2,
      isGroup: false,
      isPartial: false,
      values: [
        { value: "hard", count: 2 },
        { value: "easy", count: 1 },
      ],
    },
    expect.objectContaining({ field: "note", distinct: 3 }),
  ]);
  const found = await listTasks(admin.actor, dataset, { meta: ["difficulty=hard", "note=x3"] });
  expect(found?.tasks.map(({ key }) => key)).toEqual(["q3"]);
  expect(await listMetadata((await makeMember("researcher")).actor, dataset)).toBeNull();
});

test("an admin makes a field a group of tags and undoes it, and reports are computed again", async () => {
  const { admin, dataset } = await questions();
  const group = (field: string, on: boolean, actor = admin.actor) =>
    groupByField(actor, dataset, { of: "tasks", field, on });
  const tags = async () =>
    (await db.task.findMany({ where: { datasetId: dataset }, orderBy: { key: "asc" } })).map(
      (task) => task.tags,
    );
  expect(await group("difficulty", true)).toEqual({ changed: 3 });
  expect(await group("difficulty", true)).toEqual({ changed: 0 });
  expect(await tags()).toEqual([["difficulty: hard"], ["difficulty: easy"], ["difficulty: hard"]]);
  expect((await listMetadata(admin.actor, dataset))?.[0]).toMatchObject({ isGroup: true });
  expect((await db.dataset.findUniqueOrThrow({ where: { id: dataset } })).dataVersion).toBe(1);
  expect(await group("difficulty", false)).toEqual({ changed: 3 });
  expect(await tags()).toEqual([[], [], []]);
  expect(await group("nothing", true)).toMatchObject({ refused: "no-group" });
  expect(await group("difficulty", true, (await makeMember("admin")).actor)).toBeNull();
});

test("metadata of responses is listed, and filters tasks, reports and judgements", async () => {
  const { admin, dataset } = await answered();
  const group = (field: string, on: boolean, actor = admin.actor) =>
    groupByField(actor, dataset, { of: "responses", field, on });
  const fields = await listMetadata(admin.actor, dataset);
  expect(fields?.map(({ of, field, count, distinct }) => [of, field, count, distinct])).toEqual([
    ["tasks", "topic", 4, 2],
    ["responses", "temperature", 8, 2],
    ["responses", "trace", 8, 8],
  ]);
  const narrowed = await listTasks(admin.actor, dataset, { responseMeta: ["trace=2-1"] });
  expect(narrowed?.tasks.map(({ key }) => key)).toEqual(["t2"]);

  expect(await group("temperature", true)).toEqual({ changed: 8 });
  expect(await group("temperature", true)).toEqual({ changed: 0 });
  expect((await listTaskFilters(admin.actor, dataset)).responseGroups).toEqual([
    "temperature=0",
    "temperature=1",
  ]);
  const reportOn = async (part: { group?: string }) => {
    await findReport(admin.actor, { dataset }, part);
    for (const { id } of await db.report.findMany({ where: { datasetId: dataset, dataAt: null } }))
      await computeReport(id);
    return (await findReport(admin.actor, { dataset }, part))?.report;
  };
  expect((await reportOn({}))?.choices.group).toEqual(["temperature: 0", "temperature: 1"]);
  const alphaOf = async (group: string) =>
    (await reportOn({ group }))?.reliability.find(
      ({ scope, level, raters, exposure }) =>
        scope === "all" && level === "ordinal" && raters === "human" && exposure === "independent",
    );
  expect(await alphaOf("temperature: 0")).toMatchObject({ value: 1, units: 4 });
  expect((await alphaOf("temperature: 1"))?.value).toBeLessThan(0);
  const behind = await listJudgements(admin.actor, { dataset }, { group: "temperature: 1" });
  expect(new Set(behind?.judgements.flatMap(({ responses }) => responses))).toEqual(
    new Set(["r0.1", "r1.1", "r2.1", "r3.1"]),
  );

  expect(await group("temperature", false)).toEqual({ changed: 8 });
  expect((await reportOn({}))?.choices.group).toEqual([]);
  expect(await group("temperature", true, (await makeMember("admin")).actor)).toBeNull();
});

test("a field with too many values cannot be a group, and only the first values are counted", async () => {
  const { admin, dataset } = await answered(30);
  const group = (field: string) => groupByField(admin.actor, dataset, { of: "responses", field, on: true });
  expect(await group("trace")).toMatchObject({ refused: "no-group" });
  const fields = Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`f${at}`, at]));
  await db.response.updateMany({ where: { datasetId: dataset }, data: { metadata: fields } });
  for (let at = 0; at < 10; at++) expect(await group(`f${at}`)).toEqual({ changed: 60 });
  expect(await group("f10")).toEqual({ refused: "many-groups" });
  const listed = await listMetadata(admin.actor, dataset, 1_000);
  const ofResponses = listed?.filter(({ of }) => of === "responses");
  expect(ofResponses).toHaveLength(100);
  expect(ofResponses?.every(({ isPartial, values }) => isPartial && values.length <= 8)).toBe(true);
  expect(ofResponses?.find(({ field }) => field === "f0")?.count).toBeLessThan(60);
});
