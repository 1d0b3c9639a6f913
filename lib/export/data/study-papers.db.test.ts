import { expect, test } from "vitest";
import { actAs } from "@/lib/auth/actor";
import { db } from "@/lib/database/db";
import type { StudyId } from "@/lib/dataset/data/scope";
import { importStudyFile } from "@/lib/dataset/import/upload";
import { finishRun } from "@/lib/drafting/data/save-drafts";
import { findPaperTables, openPaperTable } from "@/lib/export/data/study-papers";
import { findReport } from "@/lib/report/data/find-report";
import { computeReport } from "@/lib/report/testing/compute-report";
import { makeBatch } from "@/testing/builders/batches";
import { makeDataset } from "@/testing/builders/datasets";
import { makeMember } from "@/testing/builders/people";
import { makeRun } from "@/testing/builders/runs";
import { makeProgress } from "@/testing/builders/submissions";

/** A response with a model's draft, of which a person accepts one line and revises the other. */
const lines = [
  { type: "study", version: 1, name: "Lines" },
  { type: "task", id: "t", instruction: "Explain." },
  { type: "response", id: "r", task: "t", text: "So." },
  {
    ...{ type: "rubric", id: "c", task: null, kind: "criteria", origin: "llm", model: "gpt" },
    items: [{ id: "C1", text: "Is it clear?", scale: { type: "points", min: 1, max: 5 } }],
  },
  {
    ...{ type: "draft", id: "d", task: "t", response: "r", item: "C1", rater: "gpt", raterKind: "llm" },
    ...{ method: "coeval.step", value: 3, lines: ["So.", "Score: 3"], scoreLine: 1 },
  },
  {
    ...{ type: "judgement", id: "j", task: "t", response: "r", item: "C1", rater: "A01", raterKind: "human" },
    ...{ exposure: "draft-first", draft: "d", value: 4 },
    lines: [
      { draft: 0, action: "accept" },
      { draft: 1, action: "revise", text: "Score: 4" },
    ],
  },
];

const NO_ADDITIONS = { published: false, intervals: false };

async function makeStudy({ hasReport, of = lines }: { hasReport: boolean; of?: readonly object[] }) {
  const researcher = await makeMember("researcher");
  const text = of.map((line) => JSON.stringify(line)).join("\n");
  const done = await importStudyFile(researcher.projectId, [Buffer.from(text)], { fileName: "f" });
  if (!("datasetId" in done)) throw new Error(done.failure);
  const id = done.datasetId;
  await findReport(researcher.actor, { dataset: id });
  if (hasReport)
    for (const report of await db.report.findMany({ where: { datasetId: id } }))
      await computeReport(report.id);
  return { ...researcher, id };
}

const T14 = (id: string) => ({ of: "datasets", id, paper: "coeval", table: "T14" }) as const;

test("the paper whose methods a study uses is shown first, with its tables or what they lack", async () => {
  const { actor, id } = await makeStudy({ hasReport: true });
  const found = await findPaperTables(actor, { dataset: id }, NO_ADDITIONS);
  expect(found?.paper.id).toBe("coeval");
  expect(found?.papers[0]).toMatchObject({ id: "coeval", isUsed: true });
  const result = (name: string) => found?.tables?.find((table) => table.id === name);
  expect(result("T14")?.table?.rows[0]).toMatchObject({ of: "All lines", accept: 0.5, revise: 0.5, n: 2 });
  expect(result("overall")).toMatchObject({
    table: null,
    missing: [expect.stringContaining("overall scores")],
  });
  const printed = await findPaperTables(
    actor,
    { dataset: id },
    { ...NO_ADDITIONS, paper: "coeval", published: true },
  );
  expect(printed?.tables?.find((table) => table.id === "T14")?.table?.rows.at(-1)).toMatchObject({
    ...{ task: "Self-Instruct", source: "paper", accept: expect.closeTo(0.9149, 9) },
  });
});

test("the methods of checklists and of generated responses say which papers a study uses", async () => {
  const generated = { method: "stick.refine:structured", role: "initial", iteration: 0 };
  const { actor, id } = await makeStudy({
    hasReport: true,
    of: [
      { type: "study", version: 1, name: "Written" },
      { type: "task", id: "t", instruction: "Explain." },
      { type: "response", id: "r", task: "t", text: "So.", model: "gpt", metadata: generated },
      {
        ...{ type: "rubric", id: "c", task: "t", kind: "checklist", origin: "llm", method: "tick.generate" },
        items: [{ id: "q", text: "Is it clear?", scale: { type: "yesno" } }],
      },
    ],
  });
  const found = await findPaperTables(actor, { dataset: id }, NO_ADDITIONS);
  expect(found?.papers.flatMap((paper) => (paper.isUsed ? [paper.id] : []))).toEqual(["tick", "stick"]);
});

test("a table is exported with the runs behind it, on record; one that lacks its records is refused", async () => {
  const { actor, id, projectId } = await makeStudy({ hasReport: true });
  const open = async (format: "csv" | "json" | "latex", about: object = {}) =>
    openPaperTable(actor, { ...T14(id), ...about }, { format, ...NO_ADDITIONS });
  const csv = await open("csv");
  expect(csv).toMatchObject({ fileName: `countersign-${id.slice(0, 8)}-coeval-t14.csv` });
  const json = await open("json");
  expect(JSON.parse(json && "text" in json ? json.text : "")).toMatchObject({ name: "coeval-t14", runs: [] });
  expect(await open("latex", { table: "overall" })).toEqual({ refused: "records-missing" });
  expect(await open("csv", { table: "T99" })).toBeNull();
  expect(await db.auditLog.count({ where: { projectId, action: "table.exported" } })).toBe(2);
});

test("a table as CSV has the runs behind it in comments on request, and comes by any number it has in its paper", async () => {
  const { actor, id, projectId } = await makeStudy({ hasReport: true });
  const run = await makeRun({ dataset: { id, projectId }, method: "answer", state: "running" });
  const textOf = async (table: string, runs: boolean) => {
    const file = await openPaperTable(actor, { ...T14(id), table }, { format: "csv", runs, ...NO_ADDITIONS });
    return file && "text" in file ? file.text : null;
  };
  const [bare, commented] = [await textOf("T14", false), await textOf("T14", true)];
  expect(bare).not.toContain("#");
  expect(commented?.startsWith(`# run {"run":"${run.id}"`)).toBe(true);
  expect(commented?.endsWith(bare ?? "")).toBe(true);
  expect(await textOf("t14", false)).toBe(bare);
  // Two tables of TICK stand for its table 3.
  const three = { of: "datasets" as const, id, paper: "tick", table: "T3" };
  expect(await openPaperTable(actor, three, { format: "csv", ...NO_ADDITIONS })).toBeNull();
});

test("while a run drafts, the tables say so; when it stops they are as of before until they are computed again", async () => {
  const { actor, id, projectId } = await makeStudy({ hasReport: true });
  const read = () => findPaperTables(actor, { dataset: id }, NO_ADDITIONS);
  const first = await read();
  expect(first).toMatchObject({ drafting: 0, status: { state: "ready" } });

  const dataset = { id, projectId };
  const run = await makeRun({ dataset, method: "answer", state: "running" });
  expect(await read()).toMatchObject({ drafting: 1, status: { state: "ready" } });

  await db.draftUnit.updateMany({
    where: { runId: run.id },
    data: { state: "done", finishedAt: new Date(), result: {} },
  });
  await finishRun(run.id);
  const since = await read();
  expect(since).toMatchObject({
    drafting: 0,
    status: { state: "computing", dataAt: first?.status.dataAt, dataVersion: first?.status.dataVersion },
  });
  expect(since?.tables).not.toBeNull();

  for (const report of await db.report.findMany({ where: { datasetId: id, dataAt: null } }))
    await computeReport(report.id);
  const after = await read();
  expect(after?.status.state).toBe("ready");
  expect(after?.status.dataAt).not.toBe(first?.status.dataAt);
});

test("without a report there are no tables yet, and other accounts see none", async () => {
  const { actor, id, projectId } = await makeStudy({ hasReport: false });
  expect(await findPaperTables(actor, { dataset: id }, NO_ADDITIONS)).toMatchObject({ tables: null });
  expect(await openPaperTable(actor, T14(id), { format: "csv", ...NO_ADDITIONS })).toEqual({
    refused: "no-report-yet",
  });
  const annotator = await makeMember("annotator", { project: { id: projectId } });
  const outsider = await makeMember("admin");
  for (const other of [actAs(annotator.actor, "researcher"), outsider.actor]) {
    expect(await findPaperTables(other, { dataset: id }, NO_ADDITIONS)).toBeNull();
    expect(await openPaperTable(other, T14(id), { format: "csv", ...NO_ADDITIONS })).toBeNull();
  }
});

test("tables of an open batch say how far it had come, as its report does; of a dataset nothing", async () => {
  const researcher = await makeMember("researcher");
  const project = { id: researcher.projectId };
  const annotator = await makeMember("annotator", { project });
  const dataset = await makeDataset({ project, tasks: 3 });
  const batch = await makeBatch({ dataset, annotators: [annotator], k: 1 });
  await makeProgress(annotator, batch, { submitted: 1 });
  const look = (id: StudyId) => findPaperTables(researcher.actor, id, NO_ADDITIONS);
  for (const id of [{ batch: batch.id }, { dataset: dataset.id }]) await look(id);
  for (const { id } of await db.report.findMany({ where: { datasetId: dataset.id } }))
    await computeReport(id);
  const report = await findReport(researcher.actor, { batch: batch.id });
  expect(report?.asOf).toMatchObject({ subjects: 3, finished: 1 });
  expect(await look({ batch: batch.id })).toMatchObject({ asOf: report?.asOf });
  expect(await look({ dataset: dataset.id })).toMatchObject({ asOf: null });
});
