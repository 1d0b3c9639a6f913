import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { actAs } from "@/lib/auth/actor";
import { addSubjects } from "@/lib/batch/data/add-subjects";
import { openBatch } from "@/lib/batch/data/open-batch";
import { db } from "@/lib/database/db";
import { fromSnapshot } from "@/lib/database/snapshot";
import { studyRecords } from "@/lib/dataset/data/records";
import { importStudyFile } from "@/lib/dataset/import/upload";
import { reportOf } from "@/lib/report/computation/report-on-study";
import { loadStudy } from "@/lib/report/data/load-study";
import { makeBatch } from "@/testing/builders/batches";
import { makeDataset, type TestDataset } from "@/testing/builders/datasets";
import { pairsStudy } from "@/testing/builders/pairs-study";
import { makeMember, makeSiteAdmin } from "@/testing/builders/people";
import { makeProject } from "@/testing/builders/projects";
import { makeVotes } from "@/testing/builders/submissions";

const [TASKS, SIZE, QUESTIONS] = [40, 20, 2];
const SELECTION = {
  filter: { model: ["model-1"], status: "untouched" as const },
  sample: { size: SIZE, by: "everything" as const },
};

/** The newest report on a batch, and its row on all questions of the model that the filter lets pass. */
async function reportOn({ id, projectId }: { id: string; projectId: string }, dataset: TestDataset) {
  const { study } = await loadStudy({ projectId, datasetId: dataset.id, batchId: id });
  const report = await reportOf(study, { replicates: 20, seed: 1 });
  const rows = report.modelEstimates.filter(({ measure, scope }) => measure === "drfr" && scope === "all");
  return { study, report, rows, row: rows.find(({ rater }) => rater === "drafter-1") };
}

/** A checklist for each task, which a judge answered yes for every response; people passed every second one of a sample. */
async function sampledBatch() {
  const dataset = await makeDataset({ tasks: TASKS, responses: 2, checklist: QUESTIONS });
  const annotator = await makeMember("annotator", { project: { id: dataset.projectId } });
  const batch = await makeBatch({
    ...{ dataset, annotators: [annotator], selection: SELECTION, preset: "checklist-answering" },
  });
  await makeVotes(batch, [annotator], (n) => [n % 2 === 0 ? "yes" : "no"]);
  return { dataset, batch };
}

test("the estimates of models in a batch's report count a judge's values of all that passed the filter", async () => {
  const { dataset, batch } = await sampledBatch();
  const { report, rows, row } = await reportOn(batch, dataset);
  expect(rows).toHaveLength(1);
  expect(row).toMatchObject({
    ...{
      responseModel: "model-1",
      units: TASKS * QUESTIONS,
      labelled: SIZE * QUESTIONS,
      human: 0.5,
      judge: 1,
    },
    powered: 0.5,
  });
  // Everything else is about the sample, and so is the study file.
  expect(report.study).toMatchObject({ tasks: SIZE, responses: SIZE, drafts: SIZE * QUESTIONS });
  expect(report.judgeCards).toMatchObject([{ units: SIZE * QUESTIONS }]);
  const scope = { projectId: batch.projectId, datasetId: dataset.id, batchId: batch.id };
  const exported: string[] = [];
  for await (const record of fromSnapshot((snapshot) => studyRecords(snapshot, scope)))
    if (record.type === "response") exported.push(record.id);
  expect(exported).toHaveLength(SIZE);
});

test("responses that came after the batch opened are no part of it", async () => {
  const { dataset, batch } = await sampledBatch();
  const where = { datasetId: dataset.id };
  const [draft] = await db.draft.findMany({ where: { ...where, response: { key: "t1.r1" } } });
  const response = await db.response.create({
    data: {
      ...where,
      taskId: draft?.taskId ?? "",
      key: "later",
      position: 9,
      model: "model-1",
      text: "Later.",
    },
  });
  const copy = {
    ...draft,
    id: randomUUID(),
    key: "later",
    responseId: response.id,
    value: "no",
    provenance: {},
  };
  await db.draft.create({ data: copy as Parameters<typeof db.draft.create>[0]["data"] });
  expect((await reportOn(batch, dataset)).row).toMatchObject({ units: TASKS * QUESTIONS, judge: 1 });
});

test("a judge of the sample alone, and a batch that got more work, are estimated from the sample", async () => {
  const { dataset, batch } = await sampledBatch();
  const other = await db.rater.create({
    data: { projectId: dataset.projectId, datasetId: dataset.id, kind: "llm", code: "drafter-2" },
  });
  const drawn = await db.subject.findMany({ where: { batchId: batch.id } });
  const drafts = await db.draft.findMany({
    where: { datasetId: dataset.id, responseId: { in: drawn.flatMap(({ responseId }) => responseId ?? []) } },
  });
  await db.draft.createMany({
    data: drafts.map(({ provenance: _, value, ...draft }) => ({
      ...{ ...draft, value: value ?? "yes", id: randomUUID(), key: `${draft.key} again`, raterId: other.id },
    })),
  });
  const units = async () =>
    new Map((await reportOn(batch, dataset)).rows.map(({ rater, units: own }) => [rater, own]));
  expect(await units()).toEqual(
    new Map([
      ["drafter-1", TASKS * QUESTIONS],
      ["drafter-2", SIZE * QUESTIONS],
    ]),
  );

  const { actor } = await makeSiteAdmin();
  const admin = actAs(actor, "admin");
  const take = { how: "first" as const, size: 1 };
  expect(await addSubjects(admin, batch.id, { filter: { model: ["model-1"] }, take })).toMatchObject({
    subjects: 1,
  });
  expect(await units()).toEqual(
    new Map([
      ["drafter-1", (SIZE + 1) * QUESTIONS],
      ["drafter-2", SIZE * QUESTIONS],
    ]),
  );
});

test("nothing is stored as undrawn without a sample, of tasks, and by a refused opening", async () => {
  const dataset = await makeDataset({ tasks: 6, responses: 2, checklist: 1 });
  const stored = (batchId: string) => db.undrawnSubject.findMany({ where: { batchId } });
  const everything = await makeBatch({ dataset, preset: "checklist-answering" });
  expect(await stored(everything.id)).toEqual([]);
  const tasks = await makeBatch({
    ...{
      dataset,
      preset: "checklist-review",
      selection: { filter: {}, sample: { size: 2, by: "everything" } },
    },
  });
  expect(await stored(tasks.id)).toEqual([]);

  const nothing = { filter: { q: "no such word" }, sample: { size: 2, by: "everything" as const } };
  const refused = await makeBatch({
    dataset,
    preset: "checklist-answering",
    selection: nothing,
    open: false,
  });
  const { actor } = await makeSiteAdmin();
  expect(await openBatch(actAs(actor, "admin"), refused.id)).toMatchObject({
    refused: "no-eligible-subjects",
  });
  expect(await stored(refused.id)).toEqual([]);
});

test("rankings by a judge count the pairs that were not drawn", async () => {
  const project = await makeProject();
  const file = Buffer.from(pairsStudy("pairs"));
  const imported = await importStudyFile(project.id, [file], { fileName: "pairs.jsonl" });
  if (!("datasetId" in imported)) throw new Error(imported.failure);
  const dataset = { id: imported.datasetId, projectId: project.id };
  const sample = { size: 9, by: "everything" as const };
  const batch = await makeBatch({ dataset, preset: "preference", selection: { filter: {}, sample } });
  const { report } = await reportOn(batch, dataset);
  const compared = report.rankings.filter(({ source }) => source === "judge");
  expect(compared.map(({ comparisons }) => comparisons)).toEqual([24, 24, 24]);
  expect(report.winRates.filter(({ source }) => source === "judge")).toHaveLength(6);
});
