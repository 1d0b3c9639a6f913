import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { db } from "@/lib/database/db";
import { findScope } from "@/lib/dataset/data/scope";
import { importStudyFile } from "@/lib/dataset/import/upload";
import { parseRecord } from "@/lib/dataset/rules/records";
import type { StudyRecord } from "@/lib/dataset/schema";
import { arbitraryStudy as anyStudy } from "@/lib/dataset/testing/arbitrary-study";
import { LEFT_TO_RULES } from "@/lib/drafting/rules/provenance-labels";
import { reportOf } from "@/lib/report/computation/report-on-study";
import { loadStudy } from "@/lib/report/data/load-study";
import { reliabilityOfTable, scopesOfTable } from "@/lib/report/judgement-table/reliability";
import { StudyDataReader } from "@/lib/report/rules/study-data";
import type { StudySummary } from "@/lib/report/schema";
import type { ReliabilityRow } from "@/lib/report/schema/reliability";
import { makeBatch, stepsOf } from "@/testing/builders/batches";
import { makeDataset } from "@/testing/builders/datasets";
import { makeMember } from "@/testing/builders/people";
import { makeProject } from "@/testing/builders/projects";
import { makeRun } from "@/testing/builders/runs";
import { makeVotes } from "@/testing/builders/submissions";

test("a batch's report is about the rubrics its protocol works on, not about the rest of the dataset", async () => {
  const project = await makeProject();
  const { actor } = await makeMember("researcher", { project });
  const dataset = await makeDataset({ project, checklist: 2, criteria: 3, overallDrafts: true });
  const loaded = async (preset: "criterion-scoring" | "checklist-review", overallScore: boolean) => {
    const { id } = await makeBatch({ dataset, preset, settings: { overallScore } });
    const scope = await findScope(actor, { batch: id });
    if (!scope) throw new Error("the batch is the researcher's own");
    return await reportOf((await loadStudy(scope)).study, { replicates: 20, seed: 1 });
  };

  const scoring = await loaded("criterion-scoring", false);
  expect(scoring.study).toMatchObject({ tasks: 3, responses: 3, drafts: 9 });
  expect(
    scoring.reliability.filter(({ scope, reason }) => scope === "all" && reason === "mixed-scales"),
  ).toEqual([]);

  expect((await loaded("criterion-scoring", true)).study.drafts).toBe(12);
  // A review of questions is not about drafted answers.
  expect((await loaded("checklist-review", false)).study.drafts).toBe(0);
});

test("agreement read by COPY is agreement read from records, and so are the numbers of both", async () => {
  const project = await makeProject();
  const quick = { replicates: 20, seed: 1 };
  let compared = 0;
  for (const records of fc.sample(anyStudy, { seed: 42, numRuns: 6 })) {
    const file = Buffer.from(records.map((record) => JSON.stringify(record)).join("\n"));
    const done = await importStudyFile(project.id, [file], { fileName: "study.jsonl" });
    if (!("datasetId" in done)) throw new Error(done.failure);
    const found: { rows?: ReliabilityRow[]; summary?: StudySummary } = {};
    const scope = { projectId: project.id, datasetId: done.datasetId, batchId: null };
    const { study } = await loadStudy(scope, async (ratings) => {
      const { table, frame, summary } = ratings;
      found.rows = await reliabilityOfTable(table, await scopesOfTable(table, frame), quick);
      found.summary = summary;
    });
    const report = await reportOf(study, quick);
    compared += report.reliability.filter(({ value }) => value !== null).length;
    expect(found.rows).toEqual(report.reliability);
    expect(found.summary).toEqual(report.study);
  }
  expect(compared).toBeGreaterThan(2);
});

/** Fields that few rows have. */
const RARE = ["reason", "left", "bulk", "confidence", "leftToRules"];

/** Metadata that a judgement of a pair may have. */
const NOTED = [{ code: "length" }, "in words", { code: 1 }, undefined].flatMap((reason) => [
  { reason, left: 0 },
  { reason, left: 1 },
]);

test("a study is read from the database as it is from its file", async () => {
  const project = await makeProject();
  let [setAside, notAsked] = [0, 0];
  for (const [n, records] of fc.sample(anyStudy, { seed: 7, numRuns: 8 }).entries()) {
    const { reason, left = 0 } = NOTED[n % NOTED.length] ?? {};
    const noted = records.map((record, at) => {
      // Of some judgements with decisions on lines the study has checks, which do not count.
      if (record.type === "judgement" && record.lines?.length && at % 3 === n % 3) {
        setAside++;
        return { ...record, metadata: { check: true } };
      }
      if (record.type === "draft" && !record.pair && at % 3 === n % 3)
        return { ...record, value: null, metadata: { flags: [LEFT_TO_RULES] } };
      return "pair" in record && record.pair
        ? { ...record, metadata: { reason, left: record.pair[left] } }
        : record;
    });
    const lines = noted.map((record) => JSON.stringify(record));
    const done = await importStudyFile(project.id, [Buffer.from(lines.join("\n"))], { fileName: "s.jsonl" });
    if (!("datasetId" in done)) throw new Error(done.failure);
    const reader = new StudyDataReader();
    for (const line of lines) reader.add(parseRecord(line, 1) as StudyRecord);
    const written = reader.finish();
    const { study } = await loadStudy({ projectId: project.id, datasetId: done.datasetId, batchId: null });
    notAsked += [...study.drafts].filter(({ leftToRules }) => leftToRules).length;
    for (const list of ["judgements", "drafts"] as const) {
      const given = [...written[list]];
      const fields = [...new Set([...given.flatMap(Object.keys), ...RARE])];
      const read = [...study[list]].map((row) =>
        Object.fromEntries(fields.map((field) => [field, Reflect.get(row, field)])),
      );
      expect(read).toEqual(given);
    }
    const { tasks, responses, items } = written;
    expect(study).toMatchObject({ tasks, responses, items });
  }
  expect(setAside).toBeGreaterThan(5);
  expect(notAsked).toBeGreaterThan(5);
}, 180_000);

test("overall scores of a batch are read on the scale its steps declare, by COPY and from records", async () => {
  const project = await makeProject();
  const { actor } = await makeMember("researcher", { project });
  const annotators = [await makeMember("annotator", { project }), await makeMember("annotator", { project })];
  const dataset = await makeDataset({ project, tasks: 3 });
  const arm = (name: string, max: number) => ({
    name,
    k: 2,
    exposure: null,
    steps: stepsOf("direct-scoring", { scale: { type: "points", min: 1, max } }),
  });
  const overallOf = async (...arms: ReturnType<typeof arm>[]) => {
    const batch = await makeBatch({ dataset, annotators, arms });
    await makeVotes(batch, annotators, (subject) => [1 + subject, subject === 2 ? 1 : 1 + subject], {
      overall: true,
    });
    const scope = await findScope(actor, { batch: batch.id });
    if (!scope) throw new Error("the batch is the researcher's own");
    const quick = { replicates: 20, seed: 1 };
    let rows: ReliabilityRow[] = [];
    const { study } = await loadStudy(scope, async (ratings) => {
      const { table, frame } = ratings;
      rows = await reliabilityOfTable(table, await scopesOfTable(table, frame), quick);
    });
    const report = await reportOf(study, quick);
    expect(rows).toEqual(report.reliability);
    const own = rows.find(
      ({ scope, raters, exposure, level }) =>
        scope === "overall" && raters === "human" && exposure === "independent" && level === "ordinal",
    );
    return [study.overall, own?.pairable, own?.ac1, own?.ac1Reason];
  };
  // Two of three units agree; shares 1/2, 1/3 and 1/6 of five points make (1/4 + 2/9 + 5/36) / 4 = 11/72 by chance.
  expect(await overallOf(arm("A", 5))).toEqual([
    { type: "points", min: 1, max: 5 },
    6,
    expect.closeTo((2 / 3 - 11 / 72) / (1 - 11 / 72), 12),
    null,
  ]);
  expect((await overallOf(arm("A", 5), arm("B", 5)))[0]).toEqual({ type: "points", min: 1, max: 5 });
  expect(await overallOf(arm("A", 5), arm("B", 7))).toEqual([undefined, 6, null, "open-scale"]);
});

test("the earlier of a model's two judgements of a unit counts, by COPY and from records", async () => {
  const project = await makeProject();
  const about = { type: "judgement", task: "t", response: "r", item: "overall" };
  const byModel = { ...about, rater: "model", raterKind: "llm" };
  const records = [
    { type: "study", version: 1, name: "Twice" },
    { type: "task", id: "t", instruction: "Write." },
    { type: "response", id: "r", task: "t", text: "Written." },
    { ...about, id: "j1", rater: "ann", raterKind: "human", exposure: "none", value: 4 },
    { ...byModel, id: "j2", arm: "b", value: 4, submittedAt: "2026-01-01T00:00:00.000Z" },
    { ...byModel, id: "j3", arm: "a", value: 1, submittedAt: "2026-01-02T00:00:00.000Z" },
  ];
  const file = Buffer.from(records.map((record) => JSON.stringify(record)).join("\n"));
  const done = await importStudyFile(project.id, [file], { fileName: "study.jsonl" });
  if (!("datasetId" in done)) throw new Error(done.failure);
  const quick = { replicates: 20, seed: 1 };
  let rows: ReliabilityRow[] = [];
  const scope = { projectId: project.id, datasetId: done.datasetId, batchId: null };
  const { study } = await loadStudy(scope, async (ratings) => {
    const { table, frame } = ratings;
    rows = await reliabilityOfTable(table, await scopesOfTable(table, frame), quick);
  });
  const report = await reportOf(study, quick);
  expect(report.study.repeated).toBe(1);
  expect(rows).toEqual(report.reliability);
  const together = rows.find(({ scope, raters }) => scope === "overall" && raters === "human+llm");
  expect(together?.values).toEqual({ 4: 2 });
});

test("the costs of a model's values and the lengths of responses are loaded with the study", async () => {
  const project = await makeProject();
  const { actor } = await makeMember("researcher", { project });
  const dataset = await makeDataset({ project, criteria: 1 });
  const run = await makeRun({ dataset: { id: dataset.id, projectId: project.id } });
  const { endpointId } = await db.draftRun.findUniqueOrThrow({ where: { id: run.id } });
  const [first, second] = await db.draftUnit.findMany({ where: { runId: run.id }, take: 2 });
  const drafts = await db.draft.findMany({ where: { datasetId: dataset.id }, take: 2 });
  for (const [n, unit] of [first, second].entries()) {
    const draft = drafts[n];
    if (!unit || !draft) throw new Error("the run has fewer units than expected");
    await db.draft.create({
      data: {
        ...draft,
        id: randomUUID(),
        key: `priced ${n}`,
        method: "priced",
        value: 1,
        unitId: unit.id,
        provenance: {},
      },
    });
    await db.llmCall.create({
      data: {
        ...{ projectId: project.id, endpointId, runId: run.id, unitId: unit.id, sampleIndex: 0, attempt: 0 },
        ...{ templateId: "t", templateVersion: "1", templateHash: "0", provider: "openai", state: "ok" },
        ...{ callKey: `call ${unit.id}`, messages: [], base: "https://models.example.org/v1" },
        ...{ modelRequested: "model-1", samplingRequested: {}, text: "yes" },
        ...{ costMicros: 2_000, latencyMs: 1_500, endedAt: new Date() },
        units: { create: { unitId: unit.id, planKey: "item:c1", attempt: 0, cached: false } },
      },
    });
  }
  const scope = await findScope(actor, { dataset: dataset.id });
  if (!scope) throw new Error("the dataset is the researcher's own");
  const { study } = await loadStudy(scope);
  expect(study.machineWork).toMatchObject([{ method: "priced", values: 2, dollars: 0.004, seconds: 3 }]);
  const texts = await db.response.findMany({
    where: { datasetId: dataset.id },
    select: { key: true, text: true },
  });
  expect([...(study.responseLengths ?? [])].sort()).toEqual(
    texts.map(({ key, text }) => [key, text.length] as const).sort(),
  );
});
