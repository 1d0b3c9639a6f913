import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { db } from "@/lib/database/db";
import { previewRun } from "@/lib/drafting/data/preview-run";
import { findRun } from "@/lib/drafting/data/progress";
import { resumeRun } from "@/lib/drafting/data/run-lifecycle";
import { listUnits } from "@/lib/drafting/data/run-units";
import { workOnDrafts } from "@/lib/drafting/data/run-worker";
import { llmbarMethods } from "@/lib/drafting/rules/methods/llmbar";
import { RunDesign } from "@/lib/drafting/schema/runs";
import { env } from "@/lib/env";
import { openStub, type Stub, type StubBehaviour, type StubRequest } from "@/lib/llm/testing/stub";
import { makeDataset } from "@/testing/builders/datasets";
import { makeProject } from "@/testing/builders/projects";
import { makeEndpoint, makeRun } from "@/testing/builders/runs";

let stub: Stub;
let behave: (request: StubRequest) => StubBehaviour;

beforeAll(async () => {
  const [origin = ""] = env().LLM_ALLOWED_ORIGINS;
  stub = await openStub((request) => behave(request), Number(new URL(origin).port));
});
afterAll(() => stub.close());

const promptOf = ({ messages }: StubRequest) => messages.at(-1)?.content ?? "";

/** Prefers the response of model 1 wherever it stands; the first evaluation of a pair is always for the first. */
function judge(request: StubRequest): string {
  const prompt = promptOf(request);
  const shown = prompt.slice(
    prompt.lastIndexOf("<<<BEGIN OUTPUT (a)"),
    prompt.lastIndexOf("<<<BEGIN OUTPUT (b)"),
  );
  const letter = shown.includes("said model 1") ? "a" : "b";
  const isFirst = prompt.includes("said model 1");
  if (prompt.includes("Propose at most three")) return "Is it short?\nIs it true?";
  if (prompt.includes("write nothing but your answer")) return "A good answer.";
  if (prompt.includes("Rate its output")) return isFirst ? "8" : "3";
  if (prompt.includes("by this rubric")) return `Feedback: well. [RESULT] ${isFirst ? 5 : 2}`;
  if (prompt.includes("Your last sentence is the verdict")) return `So it is. Output (${letter}) is better.`;
  return prompt.includes("round of discussion") ? "I listen." : `Output (${letter})`;
}

beforeEach(() => {
  behave = (request) => ({ say: judge(request), usage: { input: 10, output: 5 } });
});

async function pairs(tasks: number) {
  const project = await makeProject();
  const dataset = await makeDataset({ project, tasks, responses: 2, drafts: false });
  await db.task.updateMany({ where: { datasetId: dataset.id }, data: { reference: "As it should be." } });
  return { dataset, endpoint: await makeEndpoint({ project, baseUrl: stub.base }) };
}

const EVALUATORS = llmbarMethods.filter(
  ({ subject, profile }) => subject === "pair" && profile === "faithful",
);

test("every evaluator drafts the label of each order once, with two workers and a limit that stops the run", async () => {
  const { dataset, endpoint } = await pairs(2);
  const runs = new Map<string, Awaited<ReturnType<typeof makeRun>>>();
  for (const { id } of EVALUATORS)
    runs.set(id, await makeRun({ dataset, endpoint, method: id, maxCalls: 2, state: "running" }));
  await Promise.all([workOnDrafts(), workOnDrafts()]);
  for (const [id, run] of runs) {
    const { state, requests } = (await findRun(run.admin.actor, run.id)) ?? {};
    expect([id, (requests ?? 3) <= 2]).toEqual([id, true]);
    if (state === "paused_budget") await resumeRun(run.admin.actor, run.id, { maxCalls: null });
  }
  await Promise.all([workOnDrafts(), workOnDrafts()]);

  for (const [id, run] of runs) {
    expect(await findRun(run.admin.actor, run.id)).toMatchObject({
      state: "done",
      units: { done: 2, failed: 0 },
    });
    const drafts = await db.draft.findMany({
      where: { unit: { runId: run.id }, target: "preference" },
      orderBy: [{ unitId: "asc" }, { order: "asc" }],
      select: { order: true, value: true, condition: true },
    });
    const isRating = id.startsWith("llmbar.rating") || id.startsWith("prometheus");
    const orders = isRating ? [null, null] : ["AB", "BA", "AB", "BA"];
    expect({ id, labels: drafts.map(({ order, value }) => [order, value]) }).toEqual({
      id,
      labels: orders.map((order) => [order, "A"]),
    });
    expect(drafts[0]?.condition).toContain("temperature=0");
    const scores = await db.draft.count({ where: { unit: { runId: run.id }, target: "overall" } });
    expect(scores).toBe(isRating ? 4 : 0);
  }
});

test("the preview says how many calls each evaluator makes at most", async () => {
  const { dataset, endpoint } = await pairs(3);
  const { admin } = await makeRun({ dataset, endpoint, method: "llmbar.vanilla" });
  const callsOf = async (method: string, params = {}) => {
    const design = RunDesign.parse({ dataset: dataset.id, endpoint: endpoint.id, method, params });
    const preview = await previewRun(admin.actor, dataset.projectId, design);
    return preview && "calls" in preview ? preview.calls / preview.units : preview;
  };
  expect(await callsOf("llmbar.vanilla*")).toBe(2);
  expect(await callsOf("llmbar.metrics_reference*")).toBe(4);
  expect(await callsOf("llmbar.swap*")).toBe(4);
  expect(await callsOf("llmbar.chateval*")).toBe(8);
  expect(await callsOf("llmbar.chateval*", { rounds: 1, roles: ["One", "Two", "Three"] })).toBe(6);
  expect(await callsOf("llmbar.rating_metrics*")).toBe(3);
  expect(await callsOf("prometheus.rate")).toBe(2);
});

test("contradicting evaluations are stored with their debate, and both drafts name the first evaluation", async () => {
  behave = (request) => {
    const isDebate = promptOf(request).includes("came to opposite verdicts");
    return {
      say: isDebate ? judge(request) : "It is first. Output (a) is better.",
      usage: { input: 1, output: 1 },
    };
  };
  const { dataset, endpoint } = await pairs(1);
  const run = await makeRun({ dataset, endpoint, method: "llmbar.swap*", state: "running" });
  await workOnDrafts();
  expect(await findRun(run.admin.actor, run.id)).toMatchObject({ calls: 4, made: { drafts: 2 } });
  const drafts = await db.draft.findMany({ where: { unit: { runId: run.id } }, orderBy: { order: "asc" } });
  expect(drafts.map(({ order, value, key }) => [order, value, key.split("/").slice(1).join("/")])).toEqual([
    ["AB", "A", "preference/AB"],
    ["BA", "A", "preference/BA"],
  ]);
  const listed = await listUnits(run.admin.actor, run.id);
  expect(listed?.units[0]?.drafts).toMatchObject([
    { about: "preference", order: "AB", response: null },
    { about: "preference", order: "BA", response: null },
  ]);
});
