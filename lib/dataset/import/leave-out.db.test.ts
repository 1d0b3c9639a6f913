import { expect, test } from "vitest";
import { db } from "@/lib/database/db";
import { changeImport, findImport, listImportProblems } from "@/lib/dataset/data/imports";
import { makeMember } from "@/testing/builders/people";
import { makeProject } from "@/testing/builders/projects";
import { resumeImports, runImport } from "./run";
import { importStudyFile } from "./upload";

const study = [
  { type: "study", version: 1, name: "Round one" },
  { type: "task", id: "t1", instruction: "Why?" },
  { type: "task", id: "t2", instruction: 7 },
  { type: "response", id: "r1", task: "t1", text: "So." },
  { type: "response", id: "r2", task: "t2", text: "Thus." },
  {
    type: "judgement",
    id: "j2",
    task: "t2",
    response: "r2",
    item: "overall",
    rater: "A",
    raterKind: "human",
    value: 3,
  },
]
  .map((record) => JSON.stringify(record))
  .join("\n");

const chunks = (importId: string) => db.importChunk.count({ where: { importId } });

test("an import can leave out invalid rows and the records that refer to them", async () => {
  const { actor, projectId } = await makeMember("researcher");
  const { importId: id } = await importStudyFile(projectId, [Buffer.from(study)], { fileName: "s.jsonl" });
  expect(await findImport(actor, id)).toMatchObject({
    state: "failed",
    problems: 1,
    unfit: 3,
    causes: [{ place: "instruction", reason: "must be a text, not a number", count: 1, line: 3 }],
  });
  expect((await listImportProblems(actor, id))?.problems).toMatchObject([
    { line: 3, rowId: "t2", excerpt: expect.stringContaining("7"), echo: false },
    { line: 5, rowId: "r2", excerpt: "Thus.", reason: 'no task has the id "t2"', echo: true },
    { line: 6, rowId: "j2", reason: 'no task has the id "t2"', echo: true },
  ]);
  const stranger = await makeMember("researcher", { project: await makeProject() });
  expect(await changeImport(stranger.actor, id, { leaveOut: true })).toBeNull();

  const both = [changeImport(actor, id, { leaveOut: true }), changeImport(actor, id, { leaveOut: true })];
  const refused = (await Promise.all(both)).filter((result) => result && "refused" in result);
  expect(refused).toEqual([{ refused: "import-not-failed" }]);
  await runImport(id);
  const done = await findImport(actor, id);
  expect(done).toMatchObject({ state: "ready", lines: 3, unfit: 3, dataset: { name: "Round one" } });
  expect((await listImportProblems(actor, id))?.total).toBe(3);
  const where = { datasetId: done?.dataset?.id ?? "" };
  expect([await db.task.count({ where }), await db.response.count({ where })]).toEqual([1, 1]);
  expect(await chunks(id)).toBe(0);
});

test("rows of a list on one line are distinguished", async () => {
  const { actor, projectId } = await makeMember("researcher");
  const twice = [
    { id: "q", text: "a" },
    { id: "q", text: "b" },
  ];
  const rows = [
    { id: "a", prompt: "Why?" },
    { id: "b", prompt: "How?", checklist: twice },
    { id: "c", prompt: "" },
    { id: "d", prompt: "Where?" },
  ];
  const done = await importStudyFile(
    projectId,
    [Buffer.from(JSON.stringify(rows))],
    { fileName: "rows.json", leaveOut: true },
    { batch: 1 },
  );
  if (!("datasetId" in done)) throw new Error(done.failure);
  const tasks = await db.task.findMany({
    where: { datasetId: done.datasetId },
    orderBy: { position: "asc" },
  });
  expect(tasks.map(({ key }) => key)).toEqual(["a", "d"]);
  expect((await listImportProblems(actor, done.importId))?.problems).toMatchObject([
    { place: "[1].items[1].id", rowId: "b", excerpt: "How?" },
    { place: "[2].prompt", rowId: "c" },
  ]);
});

test("an import cannot continue where leaving rows out would not help", async () => {
  const { actor, projectId } = await makeMember("researcher");
  const failing = async (text: string) => {
    const options = { fileName: "f.csv", leaveOut: true };
    const done = await importStudyFile(projectId, [Buffer.from(text)], options);
    expect(await findImport(actor, done.importId)).toMatchObject({ state: "failed", unfit: 0 });
    expect(await changeImport(actor, done.importId, { leaveOut: true })).toEqual({
      refused: "import-not-failed",
    });
    expect(await chunks(done.importId)).toBe(0);
  };
  await failing('id,question\nq1,Why?\nq2,"How?\nq3,Where?\n');
  await failing("id,question\nq1,\nq2,\n");
});

test("a failed import is removed with its file when dismissed or after a week", async () => {
  const { actor, projectId } = await makeMember("researcher");
  const fail = async () =>
    (await importStudyFile(projectId, [Buffer.from(study)], { fileName: "s.jsonl" })).importId;
  const [dismissed, old] = [await fail(), await fail()];
  expect([await chunks(dismissed), await chunks(old)]).toEqual([1, 1]);
  expect(await changeImport(actor, dismissed, { dismissed: true })).toEqual({ id: dismissed });
  expect(await changeImport(actor, dismissed, { leaveOut: true })).toEqual({ refused: "import-not-failed" });
  await resumeImports();
  expect([await chunks(dismissed), await chunks(old)]).toEqual([0, 1]);
  await resumeImports(new Date(Date.now() + 8 * 24 * 3_600_000));
  expect(await chunks(old)).toBe(0);
  expect(await db.auditLog.count({ where: { projectId, action: "import.dismissed" } })).toBe(1);
});
