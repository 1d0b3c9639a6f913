import { afterAll, beforeAll, expect, test } from "vitest";
import { db } from "@/lib/database/db";
import { previewRun } from "@/lib/drafting/data/preview-run";
import { findRun } from "@/lib/drafting/data/progress";
import { workOnDrafts } from "@/lib/drafting/data/run-worker";
import { promptTokens } from "@/lib/drafting/rules/cost-estimate";
import { methods } from "@/lib/drafting/rules/methods";
import type { CallPlan } from "@/lib/drafting/schema";
import { RunDesign } from "@/lib/drafting/schema/runs";
import { EXPECTED_CALLS } from "@/lib/drafting/testing/expected-calls";
import { thoroughAnswer } from "@/lib/drafting/testing/thorough-model";
import { env } from "@/lib/env";
import { openStub, type Stub } from "@/lib/llm/testing/stub";
import { makeDataset } from "@/testing/builders/datasets";
import { makeProject } from "@/testing/builders/projects";
import { makeEndpoint, makeRun } from "@/testing/builders/runs";

let stub: Stub;

beforeAll(async () => {
  const [origin = ""] = env().LLM_ALLOWED_ORIGINS;
  const times = new Map<string, number>();
  stub = await openStub(
    ({ messages, body }) => {
      const prompt = JSON.stringify(messages);
      const time = times.get(prompt) ?? 0;
      times.set(prompt, time + 1);
      // Samples of one prompt disagree, whatever else is asked at the same time.
      return {
        say: thoroughAnswer({ messages } as unknown as CallPlan, time),
        // Every answer costs as if it were as long as it may be.
        usage: { input: promptTokens({ messages }), output: Number(body.max_tokens) },
      };
    },
    Number(new URL(origin).port),
  );
});
afterAll(() => stub.close());

/** Millionths for a million tokens: a token costs a millionth. */
const PRICE = { model: "model-1", inputMicros: 1_000_000, outputMicros: 1_000_000, since: new Date(0) };

/** The price of a run's calls, those among them that another run had made as well. */
async function pricesOf(runId: string): Promise<number[]> {
  const calls = await db.draftUnitCall.findMany({
    where: { unit: { runId } },
    select: { call: { select: { costMicros: true } } },
  });
  return calls.map(({ call }) => Number(call.costMicros));
}

const ITEMS = 2;
const WRITTEN = 3;

const inPaperForm = methods.filter(({ profile }) => profile === "faithful");
const writesRubric = ({ produces }: { produces: string }) =>
  produces === "checklist" || produces === "criteria";

test("every method has a number of calls that was counted by hand", () => {
  expect(Object.keys(EXPECTED_CALLS).sort()).toEqual(inPaperForm.map(({ id }) => id).sort());
});

test("every method's run makes the calls that the paper's procedure has, and costs what its preview said before", {
  timeout: 120_000,
}, async () => {
  const project = await makeProject();
  const dataset = await makeDataset({
    ...{ project, tasks: 1, responses: 2, checklist: ITEMS, criteria: ITEMS, drafts: false },
    wording: { instruction: "12 + 25" },
  });
  const { id: response, taskId: task } = await db.response.findFirstOrThrow({
    where: { datasetId: dataset.id },
  });
  await db.task.updateMany({ where: { datasetId: dataset.id }, data: { reference: "38" } });
  const endpoint = await makeEndpoint({ project, baseUrl: stub.base, embeddingModel: "embedding-1" });

  await db.llmPrice.create({ data: { ...PRICE, endpointId: endpoint.id } });

  const found: Record<string, unknown> = {};
  const expected: Record<string, unknown> = {};
  let asked = 0;
  // Rubrics that a run writes are judged by from then on, so that those runs come last.
  for (const isLast of [false, true]) {
    const runs = [];
    for (const { id: method, params: known } of inPaperForm.filter((one) => writesRubric(one) === isLast)) {
      const params = known.safeParse({ mostQuestions: WRITTEN }).success ? { mostQuestions: WRITTEN } : {};
      const selection = { filter: {}, demonstration: { task, response } };
      const run = await makeRun({ dataset, endpoint, method, params, selection, state: "running" });
      const design = RunDesign.parse({
        dataset: dataset.id,
        endpoint: endpoint.id,
        method,
        params,
        selection,
      });
      const preview = await previewRun(run.admin.actor, project.id, design);
      if (!preview || "refused" in preview) throw new Error(`${method} has no preview`);
      runs.push({ ...run, method, preview });
    }
    await Promise.all([workOnDrafts(), workOnDrafts()]);
    for (const { id, admin, method, preview } of runs) {
      const run = await findRun(admin.actor, id);
      if (!run) throw new Error(`${method} has no run`);
      const calls = (EXPECTED_CALLS[method]?.({ items: ITEMS, written: WRITTEN }) ?? 0) * preview.units;
      // A request for vectors is the only call that is in no run's account.
      const vectors = method === "curation.embed" ? calls : 0;
      found[method] = {
        ...{ state: run.state, failed: run.units.failed, unread: run.unread },
        ...{ preview: preview.calls, made: run.calls + vectors },
      };
      // Without later stages the price is known; what those are shown can be no longer than the preview says.
      const price = (await pricesOf(id)).reduce((sum, one) => sum + one, 0);
      const most = preview.costMicros ?? Number.NaN;
      if (preview.prompt?.goesOn) expect(price, method).toBeLessThanOrEqual(most);
      else expect(price, method).toBe(most);
      // The model answers alike however many examples it sees, so that the problem is not kept.
      const failed = method === "curation.shots" ? preview.units : 0;
      expected[method] = { state: "done", failed, unread: {}, preview: calls, made: calls };
      asked += run.calls - run.cached;
    }
  }
  expect(found).toEqual(expected);
  // Criteria of an instruction are its own; those of the whole study are of no task.
  const written = await db.rubricVersion.findMany({
    where: { method: { in: ["coeval.criteria", "coeval.task_criteria"] } },
    orderBy: { method: "asc" },
    select: { method: true, rubric: { select: { taskId: true, responseId: true } } },
  });
  expect(written).toEqual([
    { method: "coeval.criteria", rubric: { taskId: null, responseId: null } },
    { method: "coeval.task_criteria", rubric: { taskId: task, responseId: null } },
  ]);
  // Answers that another run had already are not asked for again.
  expect(stub.requests.filter(({ path }) => !path.endsWith("/embeddings"))).toHaveLength(asked);
});
