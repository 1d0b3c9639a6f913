import { expect, test } from "vitest";
import { db } from "@/lib/database/db";
import { fromSnapshot } from "@/lib/database/snapshot";
import { addRecords } from "@/lib/dataset/data/add-records";
import { studyRecords } from "@/lib/dataset/data/records";
import type { StudyRecord } from "@/lib/dataset/schema";
import type { OnConflict } from "@/lib/dataset/schema/additions";
import { makeDataset } from "@/testing/builders/datasets";
import { makeMember } from "@/testing/builders/people";

async function study() {
  const dataset = await makeDataset({ tasks: 2, responses: 1, checklist: 2 });
  const admin = await makeMember("admin", { project: { id: dataset.projectId } });
  const add = (records: object[], firstLine = 1, onConflict: OnConflict = "refuse") =>
    addRecords(admin.actor, dataset.id, { records, firstLine, onConflict });
  return { dataset, admin: admin.actor, add, records: await recordsOf(dataset) };
}

async function recordsOf({ id, projectId }: { id: string; projectId: string }): Promise<StudyRecord[]> {
  const scope = { projectId, datasetId: id, batchId: null };
  const found: StudyRecord[] = [];
  for await (const one of fromSnapshot((snapshot) => studyRecords(snapshot, scope))) found.push(one);
  return found;
}

const task = { type: "task", id: "new", instruction: "Say it shorter.", tags: ["edit"], priority: 2 };
const response = { type: "response", id: "new.r", task: "new", model: "model-2", text: "Short." };
const score = {
  type: "draft",
  id: "new.d",
  task: "new",
  item: "overall",
  response: "new.r",
  rater: "own-judge",
  raterKind: "llm",
  method: "own.score",
  condition: "prompt 2",
  confidence: 0.75,
  value: 4,
};

test("new tasks, responses and drafts are records of the study; sent again, they change nothing", async () => {
  const { dataset, add, records } = await study();
  const known = records.find(({ type }) => type === "draft");
  if (known?.type !== "draft") throw new Error("there is a draft");
  const own = {
    ...known,
    id: "own",
    rater: "own-judge",
    method: "own.answer",
    value: "no",
    lines: [],
    scoreLine: undefined,
  };
  expect(await add([score, response, task, own])).toEqual({
    added: { task: 1, response: 1, draft: 2 },
    ...{ replaced: 0, skipped: 0, unchanged: 0 },
  });
  const { lines: _, ...answer } = own;
  const now = await recordsOf(dataset);
  expect(
    now.filter((one) => !records.some((before) => "id" in before && "id" in one && before.id === one.id)),
  ).toEqual(
    expect.arrayContaining([
      { type: "task", id: "new", instruction: "Say it shorter.", tags: ["edit"], metadata: { priority: 2 } },
      response,
      score,
      answer,
    ]),
  );
  expect(now).toHaveLength(records.length + 4);
  const { counts, dataVersion } = await db.dataset.findUniqueOrThrow({ where: { id: dataset.id } });
  expect(counts).toMatchObject({ responses: 3, tasks: 3 });
  expect(dataVersion).toBe(1);

  const again = { ...score, id: "new.d2", sample: 1 };
  expect(await add([own, task, response, score, again])).toEqual({
    added: { task: 0, response: 0, draft: 1 },
    ...{ replaced: 0, skipped: 0, unchanged: 4 },
  });
  expect(await db.rater.count({ where: { datasetId: dataset.id, code: "own-judge" } })).toBe(2);
  expect(await add([task])).toMatchObject({ unchanged: 1 });
  expect(await db.dataset.findUniqueOrThrow({ where: { id: dataset.id } })).toMatchObject({ dataVersion: 2 });
});

test("every record of a dataset is recognised as already there", async () => {
  const { add, records } = await study();
  const own = records.filter(({ type }) => type === "task" || type === "response" || type === "draft");
  expect(await add(own)).toMatchObject({ added: { task: 0, response: 0, draft: 0 }, unchanged: own.length });
});

test("records with other content are skipped or replace the existing ones, each at most once in a request", async () => {
  const { add, dataset } = await study();
  await add([task]);
  const changed = { ...task, instruction: "Say it better." };
  const last = { ...task, instruction: "Say it best." };
  expect(await add([changed], 1, "skip")).toMatchObject({ skipped: 1, replaced: 0 });
  const reason = (line: number) => `another task has the id "new" (line ${line})`;
  expect(await add([changed, last], 1, "replace")).toMatchObject({
    refused: "records-unfit",
    detail: {
      problems: [
        { line: 1, reason: reason(2) },
        { line: 2, reason: reason(1) },
      ],
    },
  });
  expect(await add([changed, task], 1, "replace")).toMatchObject({ detail: { total: 1 } });
  expect(await add([last, response], 1, "replace")).toMatchObject({ added: { response: 1 }, replaced: 1 });
  expect(await db.task.findFirstOrThrow({ where: { datasetId: dataset.id, key: "new" } })).toMatchObject({
    instruction: "Say it best.",
  });
});

test("no record is added if one is invalid, and problems are named by line", async () => {
  const { add, dataset, records } = await study();
  const known = records.find(({ type }) => type === "task");
  const draft = records.find(({ type }) => type === "draft");
  const refused = await add(
    [
      task,
      { ...known, instruction: "Something else." },
      { ...response, task: "nowhere" },
      { ...draft, id: "off", value: 7 },
      { ...draft, id: "lost", item: "no such item" },
      task,
      { type: "response", id: "r" },
    ],
    11,
  );
  expect(refused).toMatchObject({
    refused: "records-unfit",
    detail: {
      total: 7,
      problems: expect.arrayContaining([
        { line: 12, place: "id", reason: 'the dataset has another task with the id "t1"' },
        { line: 13, place: "task", reason: 'no task has the id "nowhere"' },
        { line: 14, place: "value", reason: expect.stringContaining("7 is off the scale") },
        { line: 15, place: "item", reason: expect.stringContaining('has the item "no such item"') },
        { line: 16, place: "id", reason: 'another task has the id "new" (line 11)' },
        { line: 17, place: "task", reason: expect.any(String) },
        { line: 17, place: "text", reason: expect.any(String) },
      ]),
    },
  });
  expect(await recordsOf(dataset)).toEqual(records);
});

test("two requests with the same records add them once", async () => {
  const { add, dataset, records } = await study();
  const answers = await Promise.all([add([task, response, score]), add([task, response, score])]);
  expect(answers.map((one) => one && "unchanged" in one && one.unchanged).toSorted()).toEqual([0, 3]);
  expect(await recordsOf(dataset)).toHaveLength(records.length + 3);
});

test("an archived project and a dataset of another project take no records", async () => {
  const { add, dataset } = await study();
  const stranger = await makeMember("admin");
  const sent = { records: [task], firstLine: 1 };
  expect(await addRecords(stranger.actor, dataset.id, sent)).toBeNull();
  await db.project.update({ where: { id: dataset.projectId }, data: { archivedAt: new Date() } });
  expect(await add([task])).toMatchObject({ refused: "archived" });
});
