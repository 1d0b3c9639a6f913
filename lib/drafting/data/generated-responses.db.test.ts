import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { db } from "@/lib/database/db";
import { fromSnapshot } from "@/lib/database/snapshot";
import { studyRecords } from "@/lib/dataset/data/records";
import { emptyDataset } from "@/lib/dataset/removal/delete-rows";
import { generatedFile } from "@/lib/drafting/data/generated-file";
import { addRunResponses } from "@/lib/drafting/data/generated-responses";
import { findGeneratedTables } from "@/lib/drafting/data/generated-tables";
import { previewRun } from "@/lib/drafting/data/preview-run";
import { findRun } from "@/lib/drafting/data/progress";
import { findGeneratedUnit, readGenerated } from "@/lib/drafting/data/read-generated";
import { publishRun, resumeRun } from "@/lib/drafting/data/run-lifecycle";
import { workOnDrafts } from "@/lib/drafting/data/run-worker";
import { methodById } from "@/lib/drafting/rules/methods";
import type { GeneratedFormat } from "@/lib/drafting/schema/generated";
import { one } from "@/lib/drafting/testing/inputs";
import { env } from "@/lib/env";
import { openStub, type Stub, type StubBehaviour, type StubRequest } from "@/lib/llm/testing/stub";
import { withReport } from "@/lib/report/computation/report-on-study";
import { PaperSourceReader } from "@/lib/report/rules/papers/paper-source";
import { PAPERS } from "@/lib/report/rules/papers/registry";
import { paperRows } from "@/lib/report/testing/paper-table";
import { makeDataset } from "@/testing/builders/datasets";
import { makeMember } from "@/testing/builders/people";
import { makeProject } from "@/testing/builders/projects";
import { makeEndpoint, makeRun } from "@/testing/builders/runs";

let stub: Stub;
let behave: (request: StubRequest) => StubBehaviour;
const usage = { input: 100, output: 20 };

beforeAll(async () => {
  const [origin = ""] = env().LLM_ALLOWED_ORIGINS;
  stub = await openStub((request) => behave(request), Number(new URL(origin).port));
});
beforeEach(() => {
  behave = (request) => ({ say: model(request), usage });
});
afterAll(() => stub.close());

const promptOf = ({ messages }: StubRequest) => messages.at(-1)?.content ?? "";
const between = (prompt: string, label: string) =>
  new RegExp(`<<<BEGIN ${label} \\w+>>>\\n([\\s\\S]*?)\\n<<<END ${label}`).exec(prompt)?.[1] ?? "";

/** A model that passes one more of its two questions with every revision. */
function model(request: StubRequest): string {
  const prompt = promptOf(request);
  if (prompt.includes("write the checklist"))
    return "Analysis: a.\nAnswer:\nIs it long enough?\nIs it very long?";
  const text = between(prompt, "RESPONSE");
  if (prompt.startsWith("Improve your previous response")) return `Plan: lengthen it\nAnswer: ${text} more`;
  if (prompt.startsWith("Look at the text")) {
    const wanted = between(prompt, "QUESTION").includes("very") ? 2 : 1;
    return `Analysis: counted.\nAnswer: ${text.split("more").length > wanted ? "YES" : "NO"}`;
  }
  if (prompt.startsWith("Judge how good")) return "Answer: 3";
  if (prompt.includes("one score from 1 to 10"))
    return `Feedback: read. [RESULT] ${2 + 3 * (prompt.split("more").length - 1)}`;
  return `About ${prompt.slice(0, 20)}, at ${request.body.temperature}`;
}

async function study({ tasks = 2 } = {}) {
  const project = await makeProject();
  const dataset = await makeDataset({ project, tasks, responses: 1, checklist: 0, drafts: false });
  const endpoint = await makeEndpoint({ project, baseUrl: stub.base });
  return { project, dataset, endpoint };
}

const generated = (runId: string) =>
  db.generatedResponse.findMany({
    where: { unit: { runId } },
    orderBy: [{ unit: { position: "asc" } }, { position: "asc" }],
  });
const responses = (datasetId: string) =>
  db.response.findMany({
    where: { datasetId },
    orderBy: [{ task: { position: "asc" } }, { position: "asc" }],
  });

async function fileOf(run: Awaited<ReturnType<typeof makeRun>>, format: GeneratedFormat) {
  const lines = await generatedFile(run.admin.actor, run.id, format);
  let text = "";
  for await (const line of lines ?? []) text += line;
  return text;
}

test("generated responses stay with the run, each with its sample and temperature, until an admin adds them", async () => {
  const { dataset, endpoint } = await study();
  const run = await makeRun({
    dataset,
    endpoint,
    method: "answer",
    params: { samples: 2 },
    state: "running",
  });
  await workOnDrafts();
  expect(await findRun(run.admin.actor, run.id)).toMatchObject({
    state: "done",
    made: { responses: 4, added: 0, drafts: 0 },
  });
  expect(await generated(run.id)).toMatchObject([
    { role: "answer", iteration: 0, sample: 0, temperature: 0.7, isFinal: true, responseId: null },
    { role: "answer", iteration: 0, sample: 1, temperature: 0.7, isFinal: true, responseId: null },
    { sample: 0 },
    { sample: 1 },
  ]);
  expect(await responses(dataset.id)).toHaveLength(2);

  const before = await db.dataset.findUniqueOrThrow({ where: { id: dataset.id } });
  expect(await addRunResponses(run.admin.actor, run.id, "final")).toEqual({ added: 4 });
  expect(await addRunResponses(run.admin.actor, run.id, "all")).toEqual({ added: 0 });
  const all = await responses(dataset.id);
  expect(all).toHaveLength(6);
  expect(all[1]).toMatchObject({
    key: expect.stringMatching(/^t1\/.*\.r1$/),
    model: "model-1",
    metadata: { run: run.id, method: "answer", role: "answer", iteration: 0, sample: 0, temperature: 0.7 },
  });
  const after = await db.dataset.findUniqueOrThrow({ where: { id: dataset.id } });
  expect(after.dataVersion).toBe(before.dataVersion + 1);
  expect(after.counts).toMatchObject({ responses: 6 });

  const outsider = await makeMember("admin");
  expect(await addRunResponses(outsider.actor, run.id, "final")).toBeNull();
  expect(await readGenerated(outsider.actor, run.id, { limit: 5 })).toBeNull();
  expect(await generatedFile(outsider.actor, run.id, "csv")).toBeNull();

  await emptyDataset(dataset.id);
  expect(await responses(dataset.id)).toHaveLength(2);
  expect(await generated(run.id)).toEqual([]);
});

test("a trial adds nothing until it is published", async () => {
  const { dataset, endpoint } = await study({ tasks: 1 });
  const run = await makeRun({ dataset, endpoint, method: "answer" });
  await db.draftRun.update({
    where: { id: run.id },
    data: { published: false, addResponses: "final", state: "running" },
  });
  await workOnDrafts();
  expect(await responses(dataset.id)).toHaveLength(1);
  expect(await addRunResponses(run.admin.actor, run.id, "all")).toEqual({ refused: "run-not-published" });
  await publishRun(run.admin.actor, run.id, true);
  expect(await responses(dataset.id)).toHaveLength(2);
});

test("a refinement keeps every version with its answers, feedback and plan, and adds the last one", async () => {
  const { dataset, endpoint } = await study({ tasks: 1 });
  const run = await makeRun({ dataset, endpoint, method: "stick.refine" });
  await db.draftRun.update({ where: { id: run.id }, data: { addResponses: "final", state: "running" } });
  await workOnDrafts();
  const page = await readGenerated(run.admin.actor, run.id, { limit: 10 });
  const [unit] = page?.items ?? [];
  expect(unit).toMatchObject({
    stopped: "all_yes",
    responses: [
      {
        role: "initial",
        iteration: 0,
        passed: { yes: 0, answered: 2, asked: 2 },
        isFinal: false,
        responseId: null,
      },
      {
        role: "revised",
        iteration: 1,
        passed: { yes: 1 },
        trace: {
          plan: "lengthen it",
          answers: [
            { question: "Is it long enough?", answer: "yes", analysis: "counted." },
            { answer: "no" },
          ],
          feedback: "Is it long enough? Yes\nIs it very long? No",
        },
      },
      { iteration: 2, passed: { yes: 2 }, isFinal: true, responseId: expect.any(String) },
    ],
  });
  expect(await findGeneratedUnit(run.admin.actor, run.id, unit?.unit ?? "")).toEqual(unit);
  expect(
    await findGeneratedUnit((await makeMember("researcher")).actor, run.id, unit?.unit ?? ""),
  ).toBeNull();
  expect((await responses(dataset.id)).map(({ metadata }) => metadata)).toMatchObject([
    {},
    { iteration: 2, passRate: 1, method: "stick.refine" },
  ]);
  expect(await db.rubricVersion.count({ where: { method: "stick.refine", unit: { runId: run.id } } })).toBe(
    1,
  );
  expect(await findGeneratedTables(run.admin.actor, run.id)).toMatchObject({
    tasks: 1,
    stopped: [{ reason: "all_yes", tasks: 1 }],
    iterations: [{ passRate: 0 }, { passRate: 0.5 }, { passRate: 1, allYes: 1 }],
    selectors: null,
  });

  const lines = (await fileOf(run, "jsonl"))
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(lines).toHaveLength(3);
  expect(lines[1]).toMatchObject({
    task: "t1",
    iteration: 1,
    trace: { plan: "lengthen it" },
    inDataset: false,
  });
  expect((await fileOf(run, "csv")).trim().split("\r\n")).toHaveLength(4);
  const traces = await fileOf(run, "text");
  expect(traces).toContain("Revision 2, final, 2 of 2 answered yes");
  expect(traces).toContain("[No] Is it very long?");
  expect(traces).toContain("Ended: Every question was answered yes.");
  const [record] = (await fileOf(run, "study")).split("\n");
  expect(JSON.parse(record ?? "")).toMatchObject({
    type: "response",
    task: "t1",
    metadata: { iteration: 0 },
  });
});

test("a refinement stopped by its limit or a killed worker continues without repeating a call", async () => {
  const { dataset, endpoint } = await study({ tasks: 3 });
  const before = stub.requests.length;
  const run = await makeRun({ dataset, endpoint, method: "stick.refine", maxCalls: 7, state: "running" });
  await workOnDrafts();
  expect(await findRun(run.admin.actor, run.id)).toMatchObject({ state: "paused_budget", requests: 7 });

  // A worker dies in the middle of a unit: nobody returns what it holds.
  const dying = new AbortController();
  let answers = 0;
  behave = (request) => {
    if (++answers === 5) dying.abort();
    return { say: model(request), usage };
  };
  await resumeRun(run.admin.actor, run.id, { maxCalls: null });
  await workOnDrafts({ signal: dying.signal });
  await db.draftUnit.updateMany({
    where: { runId: run.id, state: "waiting" },
    data: { state: "working", holder: randomUUID(), leaseUntil: new Date(Date.now() - 1000) },
  });
  await workOnDrafts();
  expect(await findRun(run.admin.actor, run.id)).toMatchObject({
    state: "done",
    units: { done: 3, failed: 0 },
  });
  expect(await generated(run.id)).toHaveLength(9);
  // Per task: response, checklist, three times two answers, two revisions.
  const sent = stub.requests.slice(before).map((request) => JSON.stringify(request.body));
  expect(new Set(sent).size).toBe(3 * (2 + 6 + 2));
  // At most what was under way when the worker died was requested again: the endpoint takes eight at a time.
  expect(sent.length - new Set(sent).size).toBeLessThanOrEqual(8);
  const used = await db.draftUnitCall.groupBy({
    by: ["unitId", "planKey"],
    where: { unit: { runId: run.id } },
    _count: true,
  });
  expect(used.every(({ _count }) => _count === 1)).toBe(true);
});

test("best of N stores all candidates, and compares selection methods by an external score", async () => {
  const { dataset, endpoint } = await study({ tasks: 1 });
  const candidates = ["a", "b more", "c more more", "d more more"];
  let n = 0;
  behave = (request) => {
    const prompt = promptOf(request);
    const isAnswer = request.messages.length === 1;
    const say = isAnswer
      ? request.body.temperature === 0
        ? "greedy"
        : (candidates[n++ % candidates.length] ?? "")
      : model(request);
    return { say: prompt === "" ? "" : say, usage };
  };
  const run = await makeRun({
    dataset,
    endpoint,
    method: "stick.best_of_n",
    params: { candidates: 4 },
    state: "running",
  });
  await workOnDrafts();
  const stored = await generated(run.id);
  expect(stored.map(({ role }) => role)).toEqual([...Array.from({ length: 4 }, () => "candidate"), "greedy"]);
  expect(
    stored
      .filter(({ isFinal }) => isFinal)
      .map(({ text }) => text)
      .toSorted(),
  ).toEqual(candidates.slice(2));
  expect(await findGeneratedTables(run.admin.actor, run.id)).toMatchObject({ selectors: null, scores: [] });
  for (const { id, text } of stored) {
    const benchmark = text === "c more more" ? 1 : 0.5;
    await db.generatedResponse.update({
      where: { id },
      data: { scores: { benchmark, reward: text.length } },
    });
  }
  const tables = await findGeneratedTables(run.admin.actor, run.id, "benchmark");
  expect(tables?.selectors).toMatchObject({
    truth: "benchmark",
    rows: [
      { selector: "greedy", score: 0.5, precision: null },
      { selector: "external", by: "reward", score: 0.75, precision: 0.5 },
      { selector: "self-score", score: 0.625, precision: 0.25 },
      { selector: "checklist", score: 0.75, precision: 0.5, selected: 2 },
    ],
  });

  // What is added says of itself the same as the records of the run, and is selected from alike.
  expect(await addRunResponses(run.admin.actor, run.id, "all")).toEqual({ added: 5 });
  const added = (await responses(dataset.id)).slice(1);
  expect(added[0]?.metadata).toMatchObject({
    condition: expect.stringContaining("candidates=4"),
    selfScore: 3,
  });
  const records = (await fileOf(run, "study")).trim().split("\n");
  expect(added.map(({ metadata, ...row }) => ({ id: row.key, text: row.text, metadata }))).toEqual(
    records.map((line) => {
      const { id, text, metadata } = JSON.parse(line);
      const { unit: _, ...said } = metadata;
      return { id, text, metadata: said };
    }),
  );
  expect(await findGeneratedTables(run.admin.actor, run.id, "benchmark")).toEqual(tables);
  const rows = await paperRows("stick", "T5", [
    { type: "task", id: "t", instruction: "Write." },
    ...added.map(({ key: id, text, model: by, metadata }) => ({
      ...{ type: "response" as const, id, task: "t", text, model: by, metadata },
    })),
  ]);
  expect(rows.filter(({ truth }) => truth === "benchmark")).toMatchObject([
    { selector: "Greedy decoding", score: 0.5 },
    { selector: "External score: reward", score: 0.75 },
    { selector: "Direct self-score", score: 0.625, precision: 0.25 },
    { selector: "STICK", score: 0.75 },
  ]);
});

test("a judge's run on the versions of a refinement gives the paper's table its scores", async () => {
  const { project, dataset, endpoint } = await study({ tasks: 2 });
  const run = await makeRun({ dataset, endpoint, method: "stick.refine" });
  await db.draftRun.update({ where: { id: run.id }, data: { addResponses: "all", state: "running" } });
  await workOnDrafts();
  const params = { scale: "1-10" };
  await makeRun({ dataset, endpoint, method: "judge.plain_absolute", params, state: "running" });
  await workOnDrafts();
  const reader = new PaperSourceReader();
  const scope = { projectId: project.id, datasetId: dataset.id, batchId: null };
  for await (const record of fromSnapshot((snapshot) => studyRecords(snapshot, scope))) reader.add(record);
  const options = { replicates: 0, seed: 42 };
  const [stick] = PAPERS.filter(({ id }) => id === "stick");
  if (!stick) throw new Error("there is no paper");
  const source = await withReport(stick, { ...reader.finish(), published: false, options });
  const table = stick.tables.find(({ id }) => id === "T1")?.of(source);
  // A first version without "more" has 2 points, and the last one, with it twice, has 8.
  expect(table).toMatchObject({
    rows: [{ model: "model-1", score: "judge.plain_absolute by model-1", base: 2, stick: 8, stickChange: 6 }],
    notes: [expect.stringMatching(/by a judge.* The model model-1 judges responses that it wrote itself\.$/)],
  });
});

test.each(["answer", "stick.refine", "self_refine.unstructured", "stick.best_of_n"])(
  "the estimate of %s is an upper bound of calls and output",
  async (method) => {
    const { project, dataset, endpoint } = await study({ tasks: 1 });
    const params = method === "stick.best_of_n" ? { candidates: 3 } : {};
    const run = await makeRun({ dataset, endpoint, method, params, state: "running" });
    const preview = await previewRun(run.admin.actor, project.id, {
      ...{
        dataset: dataset.id,
        endpoint: endpoint.id,
        model: null,
        selection: { filter: {} },
        method,
        params,
      },
    });
    if (!preview || "refused" in preview) return expect.fail("it can be previewed");
    await workOnDrafts();
    const done = await findRun(run.admin.actor, run.id);
    expect(done).toMatchObject({ state: "done", units: { failed: 0 } });
    expect(preview.calls).toBeGreaterThanOrEqual(done?.calls ?? Number.POSITIVE_INFINITY);
    const known = methodById(method);
    const parsed = known?.params.parse(params);
    const later = known?.later?.(parsed, one) ?? [];
    const written = later.reduce((sum, { calls, writes }) => sum + calls * writes, 0);
    expect(preview.outputTokens).toBeGreaterThan(written);
  },
);
