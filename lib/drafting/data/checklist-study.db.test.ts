import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { db } from "@/lib/database/db";
import { fromSnapshot } from "@/lib/database/snapshot";
import { studyRecords } from "@/lib/dataset/data/records";
import { importStudyFile } from "@/lib/dataset/import/upload";
import { exportRecord } from "@/lib/dataset/rules/records";
import type { StudyRecord } from "@/lib/dataset/schema";
import { previewRun } from "@/lib/drafting/data/preview-run";
import { draftProvenance, findRun } from "@/lib/drafting/data/progress";
import { resumeRun } from "@/lib/drafting/data/run-lifecycle";
import { workOnDrafts } from "@/lib/drafting/data/run-worker";
import { RunDesign } from "@/lib/drafting/schema/runs";
import { env } from "@/lib/env";
import { openStub, type Stub, type StubBehaviour, type StubRequest } from "@/lib/llm/testing/stub";
import { PaperSourceReader } from "@/lib/report/rules/papers/paper-source";
import { isMissing, paperById } from "@/lib/report/rules/papers/registry";
import { makeProject } from "@/testing/builders/projects";
import { makeEndpoint, makeRun } from "@/testing/builders/runs";

let stub: Stub;
let behave: (request: StubRequest) => StubBehaviour;

beforeAll(async () => {
  const [origin = ""] = env().LLM_ALLOWED_ORIGINS;
  stub = await openStub((request) => behave(request), Number(new URL(origin).port));
});
afterAll(() => stub.close());
beforeEach(() => {
  behave = (request) => ({ say: judge(request), usage: { input: 10, output: 5 } });
});

/**
 * Takes the response shown first, except where a checklist asks for kindness: then the kind one. Of tasks that it finds
 * easy it prefers the kind one in any case.
 */
function judge({ messages }: StubRequest): string {
  const prompt = messages.at(-1)?.content ?? "";
  const first = prompt.slice(prompt.indexOf("BEGIN RESPONSE 1"), prompt.indexOf("BEGIN RESPONSE 2"));
  const [, list = ""] = prompt.split("Use this checklist:");
  const verdict =
    list.includes("kind?") || prompt.includes("An easy task") ? (first.includes("Dear") ? 1 : 2) : 1;
  const items = (list.match(/^\d+\. /gm) ?? []).map((_, at) => [at + 1, "yes"]);
  if (items.length === 0) return JSON.stringify({ reason: "It is first.", judge: verdict });
  const answers = Object.fromEntries(items);
  return JSON.stringify({ checklist: { response_1: answers, response_2: answers }, judge: verdict });
}

/** A hard task and an easy one, each with two responses, gold for the kind one, and a checklist of two questions. */
async function study() {
  const project = await makeProject();
  const records: object[] = [{ type: "study", version: 1, name: "Letters" }];
  for (const task of ["easy", "hard"]) {
    const pair = [`${task}/kind`, `${task}/curt`];
    const instruction = `${task === "easy" ? "An easy task" : "A task"}: write a letter.`;
    records.push(
      { type: "task", id: task, instruction },
      ...pair.map((id, at) => ({ type: "response", id, task, text: at === 0 ? "Dear friend," : "To whom" })),
      {
        ...{ type: "rubric", id: `${task}/list`, task, kind: "checklist", origin: "llm", model: "writer" },
        method: "clstudy.generate.baseline",
        items: ["Is it short?", "Is it kind?"].map((text, at) => ({
          ...{ id: `${task}/list.${at + 1}`, text, scale: { type: "yesno" } },
        })),
      },
      {
        ...{ type: "judgement", id: `gold/${task}`, task, item: "preference", pair, value: "A" },
        ...{ rater: "gold", raterKind: "gold" },
      },
    );
  }
  const lines = records.map((record) => JSON.stringify(record)).join("\n");
  const imported = await importStudyFile(project.id, [Buffer.from(lines)], { fileName: "letters.jsonl" });
  if (!("datasetId" in imported)) throw new Error(imported.failure);
  const dataset = { id: imported.datasetId, projectId: project.id };
  return { dataset, endpoint: await makeEndpoint({ project, baseUrl: stub.base }) };
}

const preferenceOf = (run: { id: string }, task: string) =>
  db.draft.findFirstOrThrow({
    where: { unit: { runId: run.id }, task: { key: task }, target: "preference" },
  });

test("a selective run asks with the checklist only where samples disagree, over a limit in the middle, and notes why", async () => {
  const { dataset, endpoint } = await study();
  const params = { n: 4, threshold: 2 };
  const method = "clstudy.pairwise.selective";
  const run = await makeRun({ dataset, endpoint, method, params, maxCalls: 6, state: "running" });
  await workOnDrafts();
  expect(await findRun(run.admin.actor, run.id)).toMatchObject({ state: "paused_budget" });
  await resumeRun(run.admin.actor, run.id, { maxCalls: null });
  await Promise.all([workOnDrafts(), workOnDrafts()]);
  expect(await findRun(run.admin.actor, run.id)).toMatchObject({
    ...{ state: "done", calls: 12, units: { done: 2, failed: 0 } },
  });

  const [easy, hard] = await Promise.all(["easy", "hard"].map((task) => preferenceOf(run, task)));
  expect(easy).toMatchObject({
    value: "A",
    provenance: { selective: { score: 0, threshold: 2, used: false, without: { value: "A" } } },
  });
  expect(hard).toMatchObject({
    value: "A",
    provenance: { selective: { score: 2, threshold: 2, used: true, without: { value: "tie" } } },
  });
  // Items are answered only where the checklist was used.
  const answered = await db.draft.findMany({
    where: { unit: { runId: run.id }, target: "item" },
    select: { task: { select: { key: true } } },
  });
  expect(answered.map(({ task }) => task.key)).toEqual(["hard", "hard", "hard", "hard"]);
  expect(await draftProvenance(run.admin.actor, hard?.id ?? "")).toMatchObject({
    selective: { used: true, score: 2 },
  });
});

test("an ablation uses the answers that a run with the checklist has paid for, and becomes the paper's tables", async () => {
  const { dataset, endpoint } = await study();
  const params = { n: 4 };
  for (const arm of ["none", "checklist"])
    await makeRun({ dataset, endpoint, method: `clstudy.pairwise.${arm}`, params, state: "running" });
  await workOnDrafts();
  const design = RunDesign.parse({
    ...{ dataset: dataset.id, endpoint: endpoint.id, method: "clstudy.pairwise.ablation", params },
  });
  const run = await makeRun({ dataset, endpoint, method: design.method, params, state: "running" });
  const preview = await previewRun(run.admin.actor, dataset.projectId, design);
  expect(preview).toMatchObject({ units: 2, calls: 2 * 4 * (1 + 2) });
  await workOnDrafts();
  const done = await findRun(run.admin.actor, run.id);
  expect(done).toMatchObject({ state: "done", calls: 24, cached: 8, requests: 16 });

  const { id, provenance } = await preferenceOf(run, "hard");
  expect(provenance).toMatchObject({
    rubric: "hard/list",
    ablations: [
      { item: "hard/list.1", value: "A" },
      { item: "hard/list.2", value: "tie" },
    ],
  });
  expect(await draftProvenance(run.admin.actor, id)).toMatchObject({
    ablations: [{ text: "Is it short?" }, { text: "Is it kind?" }],
  });

  const reader = new PaperSourceReader();
  const scope = { projectId: dataset.projectId, datasetId: dataset.id, batchId: null };
  for await (const record of fromSnapshot((snapshot) => studyRecords(snapshot, scope))) reader.add(record);
  const source = { ...reader.finish(), published: false, options: { replicates: 0, seed: 42 } };
  const tableOf = (name: string) => {
    const found = paperById("checklists")
      ?.tables.find((table) => table.id === name)
      ?.of(source);
    if (!found || isMissing(found)) throw new Error(found?.missing.join() ?? name);
    return found.rows;
  };
  expect(tableOf("F3a")).toMatchObject([
    { model: "model-1", none: 0.75, k2: 1, k3: 0.75, all: 1, instances: 2 },
  ]);
  expect(tableOf("items")).toMatchObject([
    { item: "Is it kind?", effect: "helped", change: -0.5, tasks: "hard" },
  ]);
});

test("what self-refinement said of each item is data of the checklist, also in the study file and after an import", async () => {
  const { dataset, endpoint } = await study();
  const refined =
    "Feedback:\n- Is it short? - [2]: too vague\n- Is it kind? - [5]: fine\nRefined Checklist:\n- [[Is it short and kind?]]";
  behave = ({ messages }) => ({
    say: /rate it from 1 to 5/.test(messages.at(-1)?.content ?? "")
      ? refined
      : "Analysis: seen\nChecklist:\n- [[Is it short?]]\n- [[Is it kind?]]",
    usage: { input: 10, output: 5 },
  });
  const run = await makeRun({
    ...{ dataset, endpoint, method: "clstudy.generate.self_refine", state: "running" },
  });
  await workOnDrafts();
  const ratings = [
    { question: "Is it short?", rating: 2, feedback: "too vague" },
    { question: "Is it kind?", rating: 5, feedback: "fine" },
  ];
  const stored = await db.rubric.findMany({
    where: { versions: { some: { unit: { runId: run.id } } } },
    select: { metadata: true },
  });
  expect(stored.map(({ metadata }) => metadata)).toMatchObject([{ ratings }, { ratings }]);
  const exported = async (datasetId: string) => {
    const scope = { projectId: dataset.projectId, datasetId, batchId: null };
    const lines: StudyRecord[] = [];
    for await (const record of fromSnapshot((snapshot) => studyRecords(snapshot, scope))) lines.push(record);
    return lines;
  };
  const records = await exported(dataset.id);
  const rated = (all: readonly StudyRecord[]) =>
    all.flatMap((record) =>
      record.type === "rubric" && record.method === "clstudy.generate.self_refine" ? record.metadata : [],
    );
  expect(rated(records)).toMatchObject([{ ratings }, { ratings }]);
  const text = records.map(exportRecord).join("\n");
  const { id: projectId } = await makeProject();
  const again = await importStudyFile(projectId, [Buffer.from(text)], { fileName: "again.jsonl" });
  if (!("datasetId" in again)) throw new Error(again.failure);
  const copied = await db.rubric.findMany({
    where: { datasetId: again.datasetId, versions: { some: { method: "clstudy.generate.self_refine" } } },
    select: { metadata: true },
  });
  expect(copied.map(({ metadata }) => metadata)).toMatchObject([{ ratings }, { ratings }]);
});

test("several checklists of a task in one run are rubrics of their own, of which judging takes the first", async () => {
  const { dataset, endpoint } = await study();
  const texts = ["Is it short?", "Is it kind?"];
  let asked = 0;
  behave = () => ({ say: `Answer:\n${texts[asked++ % 2]}\nIs it new?`, usage: { input: 10, output: 5 } });
  const run = await makeRun({
    ...{ dataset, endpoint, method: "tick.generate", params: { checklists: 2 }, state: "running" },
  });
  await workOnDrafts();
  const rubrics = await db.rubric.findMany({
    where: { versions: { some: { unit: { runId: run.id } } }, task: { key: "hard" } },
    orderBy: { id: "asc" },
    select: { key: true, items: { select: { key: true, versions: { select: { text: true } } } } },
  });
  const [first, second] = rubrics;
  expect(rubrics).toHaveLength(2);
  expect(second?.key).toBe(`${first?.key}~2`);
  expect(new Set(rubrics.flatMap(({ items }) => items.map(({ key }) => key))).size).toBe(4);
  const judging = await makeRun({
    ...{ dataset, endpoint, method: "tick.evaluate", state: "running" },
    selection: { filter: {}, rubric: { from: "run", run: run.id } },
  });
  const units = await db.draftUnit.findMany({
    where: { runId: judging.id, task: { key: "hard" } },
    select: { rubricVersion: { select: { rubric: { select: { key: true } } } } },
  });
  expect(new Set(units.map(({ rubricVersion }) => rubricVersion?.rubric.key))).toEqual(new Set([first?.key]));
});

test.each([
  ["clstudy.pairwise.selective", { n: 3 }, 6],
  ["clstudy.pairwise.selective", { n: 1 }, 1],
  ["clstudy.pairwise.ablation", { n: 3 }, 9],
  ["clstudy.direct.selective", {}, 20],
  ["clstudy.direct.ablation", {}, 30],
])("the preview of %s with %j says that a unit takes %i calls at most", async (method, params, calls) => {
  const { dataset, endpoint } = await study();
  const { admin } = await makeRun({ dataset, endpoint, method: "clstudy.pairwise.none" });
  const design = RunDesign.parse({ dataset: dataset.id, endpoint: endpoint.id, method, params });
  const preview = await previewRun(admin.actor, dataset.projectId, design);
  if (!preview || "refused" in preview) return expect.fail("it can be previewed");
  expect(preview.calls).toBe(preview.units * calls);
  expect(preview.outputTokens).toBe(preview.calls * 4096);
});
