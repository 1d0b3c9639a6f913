import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { findBatchCost, findTotals } from "@/lib/batch/data/cost";
import { db } from "@/lib/database/db";
import { createRun, repeatRun } from "@/lib/drafting/data/create-run";
import { listEndpoints } from "@/lib/drafting/data/endpoints";
import { previewRun } from "@/lib/drafting/data/preview-run";
import {
  draftProvenance,
  findRun,
  listFailures,
  rubricProvenance,
  unitOfRunProvenance,
} from "@/lib/drafting/data/progress";
import { cancelRun, resumeRun, retryRun, startRun } from "@/lib/drafting/data/run-lifecycle";
import { countCategories, listUnits } from "@/lib/drafting/data/run-units";
import { workOnDrafts } from "@/lib/drafting/data/run-worker";
import { listRuns } from "@/lib/drafting/data/runs";
import { finishUnit } from "@/lib/drafting/data/save-drafts";
import { failureWords } from "@/lib/drafting/rules/wording";
import type { DraftedUnit } from "@/lib/drafting/schema";
import { env } from "@/lib/env";
import { openStub, type Stub, type StubBehaviour, type StubRequest } from "@/lib/llm/testing/stub";
import { makeBatch } from "@/testing/builders/batches";
import { makeDataset } from "@/testing/builders/datasets";
import { makeMember } from "@/testing/builders/people";
import { makeProject } from "@/testing/builders/projects";
import { makeEndpoint, makeRun } from "@/testing/builders/runs";

let stub: Stub;
let behave: (request: StubRequest) => StubBehaviour;
const usage = { input: 100, output: 20 };
const checklist = "Analysis: short.\nAnswer:\n- Does it name the topic?\n- Is it fit for a child?";

beforeAll(async () => {
  const [origin = ""] = env().LLM_ALLOWED_ORIGINS;
  stub = await openStub((request) => behave(request), Number(new URL(origin).port));
});
beforeEach(() => {
  behave = () => ({ say: checklist, usage });
});
afterAll(() => stub.close());

const price = {
  model: "model-1",
  inputMicros: 1_000_000,
  outputMicros: 2_000_000,
  since: new Date("2026-01-01"),
};

async function study({
  tasks = 3,
  priced = true,
  ...endpoint
}: { tasks?: number; priced?: boolean } & Record<string, unknown> = {}) {
  const project = await makeProject();
  const dataset = await makeDataset({ project, tasks, responses: 1, checklist: 2, drafts: false });
  const made = await makeEndpoint({ project, baseUrl: stub.base, ...endpoint });
  if (priced) await db.llmPrice.create({ data: { endpointId: made.id, ...price } });
  return { project, dataset, endpoint: made };
}

/** A study of one task, with an instruction of about 7,500 tokens. */
async function longStudy() {
  const made = await study({ tasks: 1 });
  const instruction = "Write about the sea, and about the land beside it. ".repeat(600);
  await db.task.updateMany({ where: { datasetId: made.dataset.id }, data: { instruction } });
  return made;
}

const units = (runId: string) => db.draftUnit.findMany({ where: { runId }, orderBy: { position: "asc" } });

test("checklists are drafted into the study once, with their provenance", async () => {
  const { dataset, endpoint } = await study();
  const run = await makeRun({ dataset, endpoint, state: "running" });
  const before = stub.requests.length;
  await workOnDrafts();
  expect(await findRun(run.admin.actor, run.id)).toMatchObject({
    state: "done",
    units: { all: 3, done: 3 },
    made: { rubrics: 3, drafts: 0 },
    requests: 3,
    costMicros: 3 * 140,
    spentMicros: 3 * 140,
  });
  expect(stub.requests.length - before).toBe(3);
  const versions = await db.rubricVersion.findMany({
    where: { rubric: { datasetId: dataset.id }, method: "tick.generate" },
    include: { items: { orderBy: { position: "asc" } }, rubric: true },
  });
  expect(versions).toHaveLength(3);
  expect(versions[0]?.rubric.metadata).toEqual({
    ...{ run: run.id, rationale: "short." },
    condition: expect.stringContaining("examples="),
  });
  expect(versions[0]?.items.map(({ text }) => text)).toEqual([
    "Does it name the topic?",
    "Is it fit for a child?",
  ]);
  const how = await rubricProvenance(run.admin.actor, versions[0]?.id ?? "");
  expect(how).toMatchObject({
    method: { id: "tick.generate" },
    calls: [
      { model: { requested: "model-1" }, text: checklist, parseCode: null, costMicros: 140, cached: false },
    ],
  });

  // Repeating costs nothing: the same calls are cached.
  const again = await makeRun({ dataset, endpoint, state: "running" });
  await workOnDrafts();
  expect(await findRun(again.admin.actor, again.id)).toMatchObject({ calls: 3, cached: 3, requests: 0 });
});

test("a run repeated without the cache repeats every call, and stores the answers separately", async () => {
  const { dataset, endpoint } = await study();
  const run = await makeRun({ dataset, endpoint, state: "running" });
  await workOnDrafts();
  const other = checklist.replace("topic", "sender");
  behave = () => ({ say: other, usage });
  const made = await repeatRun(run.admin.actor, run.id);
  if (!made || "refused" in made) throw new Error("it can be repeated");
  expect(await findRun(run.admin.actor, made.id)).toMatchObject({ state: "draft", uncached: true });
  await startRun(run.admin.actor, made.id);
  await workOnDrafts();
  expect(await findRun(run.admin.actor, made.id)).toMatchObject({ calls: 3, cached: 0, requests: 3 });
  // Uncached answers are not reused by other runs: the first run's still are.
  const third = await makeRun({ dataset, endpoint, state: "running" });
  await workOnDrafts();
  expect(await findRun(third.admin.actor, third.id)).toMatchObject({ cached: 3, requests: 0 });
  const [unit] = await units(third.id);
  expect(await unitOfRunProvenance(third.admin.actor, third.id, unit?.id ?? "")).toMatchObject({
    calls: [{ text: checklist }],
  });
  expect(await repeatRun((await makeMember("admin")).actor, run.id)).toBeNull();
});

test("a run that refreshes the cache makes every call once, and later runs use its answers", async () => {
  const { dataset, endpoint } = await study();
  const first = await makeRun({ dataset, endpoint, state: "running" });
  await workOnDrafts();
  const newer = checklist.replace("topic", "sender");
  behave = () => ({ say: newer, usage });
  const second = await makeRun({ dataset, endpoint, maxCalls: 2 });
  await db.draftRun.update({ where: { id: second.id }, data: { cachePolicy: "refresh", state: "running" } });
  await workOnDrafts();
  expect(await findRun(second.admin.actor, second.id)).toMatchObject({ state: "paused_budget", requests: 2 });
  // The call for which the budget left no request is not among the calls that were made.
  expect(await db.llmCall.groupBy({ by: ["state"], where: { runId: second.id }, _count: true })).toEqual([
    { state: "ok", _count: 2 },
  ]);
  // Its own answers are not requested again, whatever becomes of their units.
  await db.draftUnitCall.deleteMany({ where: { unit: { runId: second.id } } });
  await db.rubric.deleteMany({ where: { versions: { some: { unit: { runId: second.id } } } } });
  await db.draftUnit.updateMany({ where: { runId: second.id }, data: { state: "waiting" } });
  await resumeRun(second.admin.actor, second.id, { maxCalls: null });
  await workOnDrafts();
  expect(await findRun(second.admin.actor, second.id)).toMatchObject({
    state: "done",
    units: { done: 3 },
    requests: 3,
  });

  const third = await makeRun({ dataset, endpoint, state: "running" });
  await workOnDrafts();
  expect(await findRun(third.admin.actor, third.id)).toMatchObject({ cached: 3, requests: 0 });
  const answersOf = async (run: typeof first) => {
    const [unit] = await units(run.id);
    return (await unitOfRunProvenance(run.admin.actor, run.id, unit?.id ?? ""))?.calls.map(
      ({ text }) => text,
    );
  };
  expect([await answersOf(first), await answersOf(second), await answersOf(third)]).toEqual([
    [checklist],
    [newer],
    [newer],
  ]);
});

test("a replaying run sends no request: calls without a stored answer fail with that reason", async () => {
  const { dataset, endpoint } = await study();
  await makeRun({ dataset, endpoint, selection: { filter: {}, first: 2 }, state: "running" });
  await workOnDrafts();
  const before = stub.requests.length;
  const replay = await makeRun({ dataset, endpoint });
  await db.draftRun.update({
    where: { id: replay.id },
    data: { cachePolicy: "replay_only", state: "running" },
  });
  await workOnDrafts();
  expect(stub.requests).toHaveLength(before);
  expect(await findRun(replay.admin.actor, replay.id)).toMatchObject({
    state: "done",
    cachePolicy: "replay-only",
    units: { done: 2, failed: 1 },
    failed: { "not-recorded": 1 },
    requests: 0,
  });
});

test("an unreadable unit shows the model's answer, and a failed one the error", async () => {
  behave = () => ({ say: "I would rather not.", usage });
  const { dataset, endpoint } = await study({ tasks: 1 });
  const run = await makeRun({ dataset, endpoint, state: "running" });
  await workOnDrafts();
  const [unit] = await units(run.id);
  const how = await unitOfRunProvenance(run.admin.actor, run.id, unit?.id ?? "");
  expect(how).toMatchObject({ undecided: unit?.error });
  expect(how?.calls.map(({ text, parseCode }) => [text, parseCode])).toEqual(
    Array.from({ length: 3 }, () => ["I would rather not.", "no_marker"]),
  );
  const [outsider, researcher] = [
    await makeMember("researcher"),
    await makeMember("researcher", { project: { id: dataset.projectId } }),
  ];
  expect(await unitOfRunProvenance(outsider.actor, run.id, unit?.id ?? "")).toBeNull();
  expect(await unitOfRunProvenance(researcher.actor, randomUUID(), unit?.id ?? "")).toBeNull();

  behave = () => ({ status: 400 });
  const broken = await study({ tasks: 1 });
  const second = await makeRun({ ...broken, state: "running" });
  await workOnDrafts();
  const [failed] = await units(second.id);
  const came = await unitOfRunProvenance(second.admin.actor, second.id, failed?.id ?? "");
  expect(came?.calls).toMatchObject([{ text: null, parseCode: failed?.error }]);
});

test("the categories that a run gave are counted, and shown with their items", async () => {
  const { dataset, endpoint } = await study({ tasks: 1 });
  const run = await makeRun({ dataset, endpoint });
  const [unit] = await units(run.id);
  const rubricVersion = await db.rubricVersion.findFirstOrThrow({
    where: { rubric: { datasetId: dataset.id } },
    include: { items: { orderBy: { position: "asc" } } },
  });
  const [first, second] = rubricVersion.items;
  const labels = [
    { item: first?.itemId, labels: ["Style", "Facts"], flags: [] },
    { item: second?.itemId, labels: ["Facts"], flags: [] },
    { item: randomUUID(), labels: [], flags: [] },
  ];
  expect(await countCategories(run.admin.actor, run.id)).toBeNull();
  await db.draftUnit.update({
    where: { id: unit?.id },
    data: { state: "done", rubricVersionId: rubricVersion.id, result: { labels } },
  });
  expect(await countCategories(run.admin.actor, run.id)).toEqual({
    items: 3,
    none: 1,
    categories: [
      { category: "Facts", items: 2 },
      { category: "Style", items: 1 },
    ],
  });
  const listed = await listUnits(run.admin.actor, run.id);
  expect(listed?.units[0]?.labels.slice(0, 2)).toEqual([
    { item: first?.itemId, text: first?.text, labels: ["Style", "Facts"] },
    { item: second?.itemId, text: second?.text, labels: ["Facts"] },
  ]);
  expect(await countCategories((await makeMember("researcher")).actor, run.id)).toBeNull();
});

test("answers become drafts of one rater for each model and method", async () => {
  behave = () => ({ say: "Analysis: it does.\nAnswer: YES", usage });
  const { dataset, endpoint } = await study({ tasks: 2 });
  const run = await makeRun({ dataset, endpoint, method: "tick.evaluate", state: "running" });
  await workOnDrafts();
  const drafts = await db.draft.findMany({ where: { datasetId: dataset.id }, include: { rater: true } });
  expect(drafts).toHaveLength(4);
  expect(drafts[0]).toMatchObject({
    value: "yes",
    lines: ["it does."],
    rater: { kind: "llm", code: "model-1", method: "tick.evaluate" },
  });
  expect(new Set(drafts.map(({ raterId }) => raterId)).size).toBe(1);
  const how = await draftProvenance(run.admin.actor, drafts[0]?.id ?? "");
  expect(how).toMatchObject({ calls: [{ parseCode: null, parsed: "yes" }] });
});

test("factors of SALC are used only for the response they were drafted from", async () => {
  behave = ({ body }) => ({
    say: JSON.stringify(body).includes("said model 1")
      ? "1.) **First** - is it the first?"
      : "1.) **Second** - is it the second?",
    usage,
  });
  const project = await makeProject();
  const dataset = await makeDataset({ project, tasks: 1, responses: 2 });
  await db.task.updateMany({ where: { datasetId: dataset.id }, data: { reference: "As it should be." } });
  const endpoint = await makeEndpoint({ project, baseUrl: stub.base });
  await makeRun({ dataset, endpoint, method: "salc.criteria_absolute", state: "running" });
  await workOnDrafts();

  behave = () => ({ say: "1. Fine.\n2. Score: 4\n3. -", usage });
  await makeRun({ dataset, endpoint, method: "coeval.step", state: "running" });
  await workOnDrafts();
  const drafts = await db.draft.findMany({
    where: { datasetId: dataset.id, method: "coeval.step" },
    orderBy: { response: { position: "asc" } },
    select: { response: { select: { model: true } }, item: { select: { versions: true } } },
  });
  expect(drafts.map(({ response, item }) => [response?.model, item?.versions[0]?.name])).toEqual([
    ["model-1", "First"],
    ["model-2", "Second"],
  ]);
});

test("an unreadable answer is requested again, and a unit without a readable one fails until retried", async () => {
  let good = false;
  behave = () => ({ say: good ? checklist : "no idea", usage });
  const { dataset, endpoint } = await study({ tasks: 1 });
  const run = await makeRun({ dataset, endpoint, state: "running" });
  await workOnDrafts();
  expect(await findRun(run.admin.actor, run.id)).toMatchObject({
    state: "done",
    units: { failed: 1 },
    failed: { parse_failed: 1 },
    unread: { no_marker: 3 },
    requests: 3,
  });
  expect(await listFailures(run.admin.actor, run.id)).toMatchObject([{ error: "parse_failed", status: 200 }]);
  good = true;
  expect(await retryRun(run.admin.actor, run.id)).toMatchObject({ state: "running" });
  await workOnDrafts();
  expect(await findRun(run.admin.actor, run.id)).toMatchObject({
    units: { done: 1 },
    requests: 4,
    made: { rubrics: 1 },
  });
});

test("what a model refuses is asked of it once, and once more by a retry", async () => {
  behave = () => ({ refuse: "I cannot help with that." });
  const { dataset, endpoint } = await study({ tasks: 1 });
  const run = await makeRun({ dataset, endpoint, state: "running" });
  await workOnDrafts();
  expect(await findRun(run.admin.actor, run.id)).toMatchObject({ units: { failed: 1 }, requests: 1 });
  await retryRun(run.admin.actor, run.id);
  await workOnDrafts();
  expect(await findRun(run.admin.actor, run.id)).toMatchObject({ units: { failed: 1 }, requests: 2 });
});

test("an answer to a part of the prompt is no answer: it is asked for once, and again when a longer context is allowed", async () => {
  let read = 2050;
  behave = () => ({ say: checklist, usage: { input: read, output: 20 } });
  const { dataset, endpoint } = await longStudy();
  const run = await makeRun({ dataset, endpoint, state: "running" });
  await workOnDrafts();
  const found = await findRun(run.admin.actor, run.id);
  expect(found).toMatchObject({
    ...{ units: { failed: 1 }, failed: { prompt_cut: 1 }, unread: { prompt_cut: 1 }, requests: 1 },
    made: { rubrics: 0 },
  });
  // The answer that was paid for stays on record, and no other run takes it for an answer to the prompt.
  expect(await db.llmCall.findMany({ where: { runId: run.id } })).toMatchObject([
    { state: "partial", usage: { input: 2050 }, text: checklist },
  ]);
  expect(failureWords("prompt_cut")).toContain("num_ctx");
  read = 7500;
  await retryRun(run.admin.actor, run.id);
  await workOnDrafts();
  expect(await findRun(run.admin.actor, run.id)).toMatchObject({
    ...{ units: { done: 1, failed: 0 }, requests: 2, made: { rubrics: 1 } },
  });
  const [first, second] = await db.llmCall.findMany({
    where: { runId: run.id },
    orderBy: { attempt: "asc" },
  });
  expect(second).toMatchObject({ state: "ok", messages: first?.messages, attempt: 3 });
});

test("a retry pays for no call again that an earlier retry answered", async () => {
  const whole = { input: 7500, output: 20 };
  const answers: StubBehaviour[] = [
    // The answer is cut; after the first retry it is whole, and the critique of it fails.
    { say: "The sea is wide.", usage: { input: 2050, output: 20 } },
    { say: "The sea is wide.", usage: whole },
    { status: 400 },
    ...["It is short.", "Plan: Add.\nAnswer: The sea is wide and deep."].map((say) => ({
      say,
      usage: whole,
    })),
  ];
  const { dataset, endpoint } = await longStudy();
  const before = stub.requests.length;
  behave = ({ n }) => answers[n - before - 1] ?? { status: 400 };
  const run = await makeRun({
    ...{ dataset, endpoint, state: "running" },
    ...{ method: "self_refine.unstructured", params: { iterations: 1 } },
  });
  await workOnDrafts();
  expect(await findRun(run.admin.actor, run.id)).toMatchObject({ failed: { prompt_cut: 1 } });
  await retryRun(run.admin.actor, run.id);
  await workOnDrafts();
  expect(await findRun(run.admin.actor, run.id)).toMatchObject({ failed: { "bad-request": 1 } });
  await retryRun(run.admin.actor, run.id);
  await workOnDrafts();
  expect(await findRun(run.admin.actor, run.id)).toMatchObject({ units: { done: 1, failed: 0 } });
  expect(stub.requests.length - before).toBe(answers.length);
  const used = await db.draftUnitCall.findMany({
    where: { unit: { runId: run.id } },
    orderBy: [{ planKey: "asc" }, { attempt: "asc" }],
    select: { planKey: true, attempt: true },
  });
  expect(used.map(({ planKey, attempt }) => [planKey, attempt])).toEqual([
    ["critique:0", 0],
    ["response sample:0", 0],
    ["response sample:0", 3],
    ["revision:0", 0],
  ]);
});

test("spending stops before the budget of calls or money is exceeded, and continues when it is raised", async () => {
  const { dataset, endpoint } = await study({ tasks: 6 });
  const run = await makeRun({ dataset, endpoint, maxCalls: 2, state: "running" });
  await workOnDrafts();
  expect(await findRun(run.admin.actor, run.id)).toMatchObject({
    state: "paused_budget",
    pausedFor: "max-calls",
    requests: 2,
    units: { done: 2 },
  });
  await resumeRun(run.admin.actor, run.id, { maxCalls: null, maxCostMicros: 1000 });
  await workOnDrafts();
  const stopped = await findRun(run.admin.actor, run.id);
  expect(stopped).toMatchObject({ state: "paused_budget", pausedFor: "run-budget" });
  expect(stopped?.spentMicros).toBeLessThanOrEqual(1000);
  expect(stopped?.units.working).toBe(0);
});

test("a cancelled run makes no further call, and a wrong key pauses a run for an admin", async () => {
  const { dataset, endpoint } = await study({ tasks: 5, concurrency: 1, bearable: 1 });
  behave = () => ({ status: 401 });
  const run = await makeRun({ dataset, endpoint, state: "running" });
  await workOnDrafts();
  expect(await findRun(run.admin.actor, run.id)).toMatchObject({
    state: "paused",
    pausedFor: "unauthorised",
    units: { waiting: 5 },
  });
  expect(await cancelRun(run.admin.actor, run.id)).toMatchObject({ state: "cancelled" });
  const request = stub.requests.length;
  await workOnDrafts();
  expect(stub.requests.length).toBe(request);
});

test("reports on the study and its opened batches become outdated when a run stops, and when late answers arrive", async () => {
  const { dataset, endpoint } = await study({ tasks: 2 });
  const opened = await makeBatch({ dataset });
  const draft = await makeBatch({ dataset, open: false });
  const versions = async () => {
    const [{ dataVersion, counts }, ...batches] = await Promise.all([
      db.dataset.findUniqueOrThrow({ where: { id: dataset.id } }),
      ...[opened, draft].map(({ id }) => db.batch.findUniqueOrThrow({ where: { id } })),
    ]);
    return { counts, versions: [dataVersion, ...batches.map((batch) => batch.dataVersion)] };
  };
  await makeRun({ dataset, endpoint, state: "running" });
  await workOnDrafts();
  expect(await versions()).toMatchObject({ versions: [1, 1, 0], counts: { rubrics: 4, items: 8 } });

  const run = await makeRun({ dataset, endpoint, selection: { filter: {}, first: 1 }, state: "running" });
  await cancelRun(run.admin.actor, run.id);
  expect(await versions()).toMatchObject({ versions: [2, 2, 0] });
  // A worker that already had its answer stores it, and marks reports as outdated again.
  const holder = randomUUID();
  const [unit] = await db.draftUnit.updateManyAndReturn({
    where: { runId: run.id },
    data: { state: "working", holder, leaseUntil: new Date(Date.now() + 60_000) },
  });
  const made = { projectId: dataset.projectId, datasetId: dataset.id, profile: "faithful", model: "model-1" };
  const drafted: DraftedUnit = {
    rubric: { kind: "checklist", items: [{ text: "Is it short?", flags: [] }], flags: [] },
    values: [],
  };
  await finishUnit(
    unit ?? expect.fail(),
    holder,
    { ...made, method: "tick.generate", methodVersion: "1", params: {} },
    { instruction: "Say it.", responses: [], items: [] },
    drafted,
  );
  expect(await versions()).toMatchObject({ versions: [3, 3, 0], counts: { rubrics: 5, items: 9 } });
});

test("a long retry-after of an endpoint is respected, and the unit waits", async () => {
  const { dataset, endpoint } = await study({ tasks: 2 });
  behave = () => ({ status: 429, headers: { "retry-after": "900" } });
  const run = await makeRun({ dataset, endpoint, state: "running" });
  await workOnDrafts();
  const parked = await units(run.id);
  expect(parked.map(({ state }) => state)).toEqual(["waiting", "waiting"]);
  const { brokenUntil, spentMicros } = await db.llmEndpoint.findUniqueOrThrow({ where: { id: endpoint.id } });
  expect((brokenUntil?.getTime() ?? 0) - Date.now()).toBeGreaterThan(600_000);
  expect(spentMicros).toBe(0n);
});

test("the preview shows exactly the prompts that the run sends", async () => {
  const { project, dataset, endpoint } = await study({ tasks: 2 });
  // Questions that differ in their Unicode form alone are one request.
  for (const [position, text] of ["Is the caf\u00e9 named?", "Is the cafe\u0301 named?"].entries())
    await db.itemVersion.updateMany({
      where: { position, rubricVersion: { rubric: { task: { datasetId: dataset.id, key: "t1" } } } },
      data: { text },
    });
  const { admin } = await makeRun({ dataset, endpoint });
  const design = {
    ...{ dataset: dataset.id, endpoint: endpoint.id, model: null, selection: { filter: {} } },
    ...{ method: "tick.evaluate", params: { k: 2 } },
  };
  const before = stub.requests.length;
  const first = await previewRun(admin.actor, project.id, design);
  const second = await previewRun(admin.actor, project.id, { ...design, show: 1 });
  const none = await previewRun(admin.actor, project.id, { ...design, show: 2 });
  if (!first || "refused" in first || !second || "refused" in second) return expect.fail("it can be made");
  expect(stub.requests).toHaveLength(before);
  expect(first.prompt).toMatchObject({
    at: 0,
    task: "t1",
    responses: [expect.any(String)],
    more: 0,
    goesOn: false,
  });
  expect(second.prompt).toMatchObject({ at: 1, task: "t2" });
  expect(none).toMatchObject({ units: 2, prompt: null });

  behave = () => ({ say: "Analysis: so.\nAnswer: YES", usage });
  const made = await createRun(admin.actor, project.id, {
    ...design,
    ...{
      name: "As shown",
      maxCalls: null,
      maxCostMicros: null,
      uncached: false,
      cachePolicy: "use",
      addResponses: "none",
      start: true,
      published: true,
    },
  });
  if (!made || "refused" in made) return expect.fail("it can be made");
  await workOnDrafts();
  const textOf = (messages: unknown) => JSON.stringify(messages).normalize("NFC");
  const sent = new Map<string, number>();
  for (const { messages } of stub.requests.slice(before))
    sent.set(textOf(messages), (sent.get(textOf(messages)) ?? 0) + 1);
  const shown = [first, second].flatMap(({ prompt }) => prompt?.prompts ?? []);
  expect(shown.map(({ messages, times }) => [textOf(messages), times]).toSorted()).toEqual(
    [...sent].toSorted(),
  );
});

test("money spent is one number on the pages of runs, endpoints, batches and the project, cached answers too", async () => {
  const { project, dataset, endpoint } = await study({ tasks: 2 });
  const run = await makeRun({ dataset, endpoint, state: "running" });
  await workOnDrafts();
  // Repeating comes from the cache, free of charge.
  const again = await makeRun({ dataset, endpoint, state: "running" });
  await workOnDrafts();
  // A request sent and never answered may have cost all that was reserved.
  await db.draftRun.update({ where: { id: run.id }, data: { spentMicros: { increment: 50 } } });
  await db.llmEndpoint.update({ where: { id: endpoint.id }, data: { spentMicros: { increment: 50 + 7 } } });
  const annotator = await makeMember("annotator", { project });
  const batch = await makeBatch({ dataset, annotators: [annotator], k: 1 });

  const [first, second] = [await findRun(run.admin.actor, run.id), await findRun(run.admin.actor, again.id)];
  expect(first).toMatchObject({ costMicros: 2 * 140, spentMicros: 2 * 140 + 50 });
  expect(second).toMatchObject({ cached: 2, costMicros: 0, spentMicros: 0 });
  const spent = (first?.spentMicros ?? 0) + (second?.spentMicros ?? 0);
  const listed = await listRuns(run.admin.actor, project.id);
  expect(listed?.reduce((sum, { spentMicros }) => sum + spentMicros, 0)).toBe(spent);
  const [card] = (await listEndpoints(run.admin.actor, project.id)) ?? [];
  expect(card).toMatchObject({ spentMicros: spent + 7, testsMicros: 7 });
  const { currency } = card ?? expect.fail();
  expect(await findBatchCost(run.admin.actor, batch.id)).toMatchObject({
    models: [{ currency, micros: spent }],
  });
  expect(await findTotals(run.admin.actor, project.id)).toMatchObject({
    costs: [{ currency, modelMicros: spent + 7 }],
  });
  const answered = await db.llmCall.aggregate({
    where: { projectId: project.id },
    _sum: { costMicros: true },
  });
  expect(Number(answered._sum.costMicros)).toBe(spent - 50);
});

test("a preview says calls and cost at most, and that a price is unknown", async () => {
  const { project, dataset, endpoint } = await study({ tasks: 4 });
  const { admin } = await makeRun({ dataset, endpoint });
  const design = {
    dataset: dataset.id,
    endpoint: endpoint.id,
    method: "tick.evaluate",
    params: { k: 3 },
    selection: { filter: {} },
  };
  const known = await previewRun(admin.actor, project.id, { ...design, model: null });
  expect(known).toMatchObject({ units: 4, unfit: 0, calls: 24, sampled: false, priceSince: "2026-01-01" });
  const unknown = await previewRun(admin.actor, project.id, { ...design, model: "model-2" });
  expect(unknown).toMatchObject({ costMicros: null, priceSince: null });
});

test("drafts of runs have their condition, and the confidence of their votes", async () => {
  const { dataset, endpoint } = await study({ tasks: 1 });
  behave = () => ({ say: "Analysis: so.\nAnswer: YES", usage });
  for (const k of [1, 2]) {
    await makeRun({ dataset, endpoint, method: "tick.evaluate", params: { k }, state: "running" });
    await workOnDrafts();
  }
  const drafts = await db.draft.findMany({
    where: { datasetId: dataset.id, unitId: { not: null } },
    select: { condition: true, confidence: true, order: true, sample: true },
  });
  expect(new Set(drafts.map(({ condition }) => condition)).size).toBe(2);
  const twice = drafts.find(({ condition }) => condition?.includes("k=2"));
  expect(twice?.condition).toMatch(/^v\d+, .*k=2.*, rubric=/);
  expect(twice).toMatchObject({ confidence: 1, order: null, sample: null });
  expect(drafts.find(({ condition }) => condition?.includes("k=1"))).toMatchObject({ confidence: null });
});
