import { expect, test } from "vitest";
import { db } from "@/lib/database/db";
import { listEarlierMappings } from "@/lib/dataset/data/imports";
import { importStudyFile } from "@/lib/dataset/import/upload";
import { makeMember } from "@/testing/builders/people";
import { makeProject } from "@/testing/builders/projects";

test("a table becomes a dataset, and the meaning of each column is stored", async () => {
  const project = await makeProject();
  const text =
    'qid;question;answer;model;note\nq1;Why?;So.;a;x\nq1;Why?;Thus.;b;y\nq2;How?;"This\nway.";a;z\n';
  const done = await importStudyFile(project.id, [Buffer.from(text)], { fileName: "My questions.csv" });
  if (!("datasetId" in done)) throw new Error(done.failure);
  const found = await db.import.findUniqueOrThrow({
    where: { id: done.importId },
    include: { dataset: true },
  });
  expect(found).toMatchObject({
    shape: "table",
    mapping: { id: "qid", instruction: "question", responses: [{ text: "answer", model: "model" }] },
    dataset: { name: "My questions", state: "ready", counts: { tasks: 2, responses: 3 } },
  });
  // The next file with these columns can be read the same way, by people of the project.
  const { actor } = await makeMember("researcher", { project });
  expect(await listEarlierMappings(actor, project.id)).toEqual([
    {
      file: "My questions.csv",
      shape: "table",
      columns: ["qid", "question", "answer", "model", "note"],
      mapping: found.mapping,
    },
  ]);
  const stranger = await makeMember("researcher");
  expect(await listEarlierMappings(stranger.actor, project.id)).toEqual([]);
  const tasks = await db.task.findMany({
    where: { datasetId: done.datasetId },
    orderBy: { position: "asc" },
    select: {
      key: true,
      responses: { orderBy: { position: "asc" }, select: { text: true, metadata: true } },
    },
  });
  expect(tasks).toEqual([
    {
      key: "q1",
      responses: [
        { text: "So.", metadata: { note: "x" } },
        { text: "Thus.", metadata: { note: "y" } },
      ],
    },
    { key: "q2", responses: [{ text: "This\nway.", metadata: { note: "z" } }] },
  ]);
});

test("the stated format of a file takes precedence over the detected one", async () => {
  const project = await makeProject();
  const done = await importStudyFile(project.id, [Buffer.from("prompt,chosen,rejected\nWhy?,So.,No.\n")], {
    fileName: "pairs.csv",
    shape: "table",
    mapping: { instruction: "prompt", responses: [{ text: "rejected", name: "worse" }] },
  });
  if (!("datasetId" in done)) throw new Error(done.failure);
  const where = { datasetId: done.datasetId };
  expect(await db.response.findMany({ where, select: { model: true, text: true } })).toEqual([
    { model: "worse", text: "No." },
  ]);
  expect(await db.task.findMany({ where, select: { metadata: true } })).toEqual([
    { metadata: { chosen: "So." } },
  ]);
  expect(await db.judgement.count({ where })).toBe(0);
});

test("2,000 malformed rows give 2,000 problems, and nothing is imported", async () => {
  const project = await makeProject();
  const rows = Array.from({ length: 2000 }, (_, n) => (n % 2 ? `q${n},Why?,one too many` : `q0,Why ${n}?`));
  const text = ["id,question", "q0,Why?", ...rows].join("\r\n");
  const done = await importStudyFile(project.id, [Buffer.from(text)], { fileName: "bad.csv" });
  expect(done).toMatchObject({ failure: "There are 2,000 problems in the file. Nothing was imported." });
  const errors = await db.importError.findMany({ where: { importId: done.importId }, orderBy: { n: "asc" } });
  expect(errors.map(({ line }) => line)).toEqual(rows.map((_, n) => n + 3));
  expect(errors.slice(0, 2)).toMatchObject([
    { path: "id", reason: 'another row has the id "q0" (line 2)' },
    { path: "", reason: "the row has 3 cells, the first row has 2" },
  ]);
  expect(await db.dataset.count({ where: { projectId: project.id } })).toBe(0);
});

test.each([
  ["empty.csv", "", "the file is empty"],
  ["headed.csv", "id,question\n", "the file has no rows"],
  ["list.json", "[]", "the file has no rows"],
  ["wide.csv", Buffer.from("\uFEFFid,question\n1,Why?", "utf16le"), "the file is UTF-16"],
  ["wide.jsonl", Buffer.from('{"type":"study","version":1,"name":"W"}', "utf16le"), "the file is UTF-16"],
  ["strange.csv", "a,b\n1,2\n", "which column is the instruction is not known"],
  ["cut.json", '[{"prompt":"Why?"}', "the list is not closed"],
])("%s gives one problem about the whole file", async (fileName, content, reason) => {
  const project = await makeProject();
  const done = await importStudyFile(project.id, [Buffer.from(content)], { fileName });
  expect("failure" in done).toBe(true);
  const errors = await db.importError.findMany({ where: { importId: done.importId } });
  expect(errors).toMatchObject([{ line: 0, reason: expect.stringContaining(reason) }]);
});

test("an export on a single line is imported completely", async () => {
  const project = await makeProject();
  const rows = Array.from({ length: 300 }, (_, n) => ({
    id: n,
    data: { prompt: `Why ${n}?`, response: "So." },
    annotations: [
      { completed_by: 1, result: [{ from_name: "ok", type: "choices", value: { choices: ["yes"] } }] },
    ],
  }));
  const done = await importStudyFile(
    project.id,
    [Buffer.from(JSON.stringify(rows))],
    { fileName: "export.json" },
    { batch: 100 },
  );
  if (!("datasetId" in done)) throw new Error(done.failure);
  const { counts } = await db.dataset.findUniqueOrThrow({ where: { id: done.datasetId } });
  expect(counts).toMatchObject({ tasks: 300, responses: 300, rubrics: 1, items: 1, judgements: 300 });
});

test("the log of a harness comes in with its scores as drafts and no judgements", async () => {
  const project = await makeProject();
  const rows = [0, 1].map((id) => ({
    doc_id: id,
    doc: { level: "easy" },
    target: "42",
    arguments: { gen_args_0: { arg_0: `What is ${id} + 42?`, arg_1: {} } },
    resps: [["42"]],
    filtered_resps: ["42"],
    filter: "none",
    metrics: ["exact_match"],
    exact_match: 1 - id,
  }));
  const text = rows.map((row) => JSON.stringify(row)).join("\n");
  const done = await importStudyFile(project.id, [Buffer.from(text)], { fileName: "samples_sums.jsonl" });
  if (!("datasetId" in done)) throw new Error(done.failure);
  const { counts } = await db.dataset.findUniqueOrThrow({ where: { id: done.datasetId } });
  expect(counts).toMatchObject({ tasks: 2, responses: 2, rubrics: 1, items: 1, drafts: 2, judgements: 0 });
});
