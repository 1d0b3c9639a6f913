import { readFileSync } from "node:fs";
import { test as property } from "@fast-check/vitest";
import { expect, test } from "vitest";
import { db } from "@/lib/database/db";
import { fromSnapshot } from "@/lib/database/snapshot";
import { studyRecords } from "@/lib/dataset/data/records";
import { exportRecord } from "@/lib/dataset/rules/records";
import type { StudyRecord } from "@/lib/dataset/schema";
import { arbitraryStudy } from "@/lib/dataset/testing/arbitrary-study";
import { sampleRecords, studyFile } from "@/prisma/demo/study";
import { makeProject } from "@/testing/builders/projects";
import { runImport, stopImport } from "./run";
import { importStudyFile } from "./upload";

const file = (records: StudyRecord[]) => [Buffer.from(records.map(exportRecord).join("\n"))];

const idOf = (record: StudyRecord) => `${record.type} ${"id" in record ? record.id : ""}`;

/** Records by type and id: a study regardless of the order of its lines. */
const asSet = (records: StudyRecord[]) => new Map(records.map((record) => [idOf(record), record]));

async function exported(datasetId: string): Promise<StudyRecord[]> {
  const { projectId } = await db.dataset.findUniqueOrThrow({ where: { id: datasetId } });
  const records: StudyRecord[] = [];
  const scope = { projectId, datasetId, batchId: null };
  for await (const record of fromSnapshot((snapshot) => studyRecords(snapshot, scope))) records.push(record);
  return records;
}

/** Number of all rows that belong to imports and their datasets. */
async function rowCounts(projectId: string) {
  const where = { dataset: { projectId } };
  const [datasets, tasks, raters, drafts, judgements, decisions, rows, chunks] = await Promise.all([
    db.dataset.count({ where: { projectId } }),
    db.task.count({ where }),
    db.rater.count({ where: { projectId } }),
    db.draft.count({ where }),
    db.judgement.count({ where }),
    db.decision.count({ where }),
    db.importRow.count({ where: { import: { projectId } } }),
    db.importChunk.count({ where: { import: { projectId } } }),
  ]);
  return { datasets, tasks, raters, drafts, judgements, decisions, rows, chunks };
}

const nothing = {
  datasets: 0,
  tasks: 0,
  raters: 0,
  drafts: 0,
  judgements: 0,
  decisions: 0,
  rows: 0,
  chunks: 0,
};

test("the sample study is imported completely and exported unchanged", async () => {
  const project = await makeProject();
  const done = await importStudyFile(project.id, [readFileSync(studyFile)], {
    fileName: "study.jsonl",
    sample: true,
  });
  const { dataset } = await db.import.findUniqueOrThrow({
    where: { id: done.importId },
    include: { dataset: true },
  });
  expect(dataset).toMatchObject({
    name: "Everyday instructions",
    state: "ready",
    sample: true,
    counts: { tasks: 24, responses: 48, rubrics: 25, drafts: 520, judgements: 0, decisions: 0 },
  });
  expect(await rowCounts(project.id)).toMatchObject({ datasets: 1, rows: 618, chunks: 0 });
  if (!("datasetId" in done)) throw new Error(done.failure);
  const back = await exported(done.datasetId);
  expect(back).toHaveLength(618);
  expect(asSet(back)).toEqual(asSet(sampleRecords()));
});

property.prop([arbitraryStudy], { numRuns: 10 })("export(import(study)) is the study", async (records) => {
  const project = await makeProject();
  const done = await importStudyFile(project.id, file(records), { fileName: "study.jsonl" });
  if (!("datasetId" in done)) throw new Error(done.failure);
  expect(asSet(await exported(done.datasetId))).toEqual(asSet(records));
});

test("an interrupted import continues where it stopped and counts every record once", async () => {
  const project = await makeProject();
  const bytes = readFileSync(studyFile);
  let deaths = 0;
  const first = new AbortController();
  const run = (stop: AbortController, after: number) => {
    let batches = 0;
    return { batch: 40, signal: stop.signal, onBatch: () => void (++batches >= after && stop.abort()) };
  };
  await expect(
    importStudyFile(project.id, [bytes], { fileName: "study.jsonl" }, run(first, 3)),
  ).rejects.toThrow("aborted");
  const { id } = await db.import.findFirstOrThrow({ where: { projectId: project.id } });
  for (;;) {
    const stop = new AbortController();
    // Checking restarts each time, so the first runs must complete it.
    const died = await runImport(id, run(stop, deaths++ < 2 ? 5 : 18)).then(
      () => false,
      () => true,
    );
    const { state } = await db.import.findUniqueOrThrow({ where: { id } });
    const [dataset] = await db.dataset.findMany({ where: { projectId: project.id } });
    expect(dataset?.state).toBe(state === "ready" ? "ready" : "importing");
    if (!died) break;
  }
  expect(deaths).toBeGreaterThan(3);
  const [dataset] = await db.dataset.findMany({ where: { projectId: project.id } });
  expect(asSet(await exported(dataset?.id ?? ""))).toEqual(asSet(sampleRecords()));
  expect(await rowCounts(project.id)).toMatchObject({ tasks: 24, drafts: 520, rows: 618, chunks: 0 });
});

test("two workers at once import each record once", async () => {
  const project = await makeProject();
  const stop = AbortSignal.abort();
  await expect(
    importStudyFile(project.id, file(sampleRecords()), { fileName: "f" }, { signal: stop }),
  ).rejects.toThrow("aborted");
  const { id } = await db.import.findFirstOrThrow({ where: { projectId: project.id } });
  await Promise.all([
    runImport(id, { batch: 50 }),
    runImport(id, { batch: 50 }),
    runImport(id, { batch: 50 }),
  ]);
  expect(await db.import.findUniqueOrThrow({ where: { id } })).toMatchObject({ state: "ready", lines: 618 });
  expect(await rowCounts(project.id)).toMatchObject({ datasets: 1, tasks: 24, drafts: 520 });
});

test("one invalid line stops the import, and only the file is stored for a retry", async () => {
  const project = await makeProject();
  const lines = sampleRecords().map(exportRecord);
  lines.splice(300, 0, '{"type":"task","id":"t99"}');
  const done = await importStudyFile(project.id, [Buffer.from(lines.join("\n"))], { fileName: "f" });
  expect(done).toMatchObject({ failure: "There is a problem in the file. Nothing was imported." });
  expect(await rowCounts(project.id)).toEqual({ ...nothing, chunks: 1 });
  expect(await db.importError.findMany({ where: { importId: done.importId } })).toMatchObject([
    { n: 0, line: 301, path: "instruction", reason: "is missing", rowId: "t99", echo: false },
  ]);
});

for (const [phase, after] of [
  ["checking", 2],
  ["writing", 12],
] as const) {
  test(`an import cancelled while ${phase} leaves nothing behind`, async () => {
    const project = await makeProject();
    let batches = 0;
    let cancelled: Promise<unknown> | undefined;
    const done = await importStudyFile(
      project.id,
      file(sampleRecords()),
      { fileName: "f" },
      {
        batch: 100,
        onBatch: (at) => {
          if (at !== phase || ++batches !== after - (phase === "writing" ? 10 : 0)) return;
          cancelled = db.import
            .findFirstOrThrow({ where: { projectId: project.id } })
            .then(({ id }) => stopImport(id, "cancelled", null));
        },
      },
    );
    await cancelled;
    // If the run ended first, there is nothing to cancel.
    const { state } = await db.import.findUniqueOrThrow({ where: { id: done.importId } });
    expect(state).toBe("cancelled");
    expect(await rowCounts(project.id)).toEqual(nothing);
  });
}
