import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { CurationView } from "@/lib/curation/schema";
import { db } from "@/lib/database/db";
import { importStudyFile } from "@/lib/dataset/import/upload";
import { datasetJobs } from "@/lib/dataset/jobs";
import { importRunJob } from "@/lib/dataset/schema/jobs";
import { workOnDrafts } from "@/lib/drafting/data/run-worker";
import { env } from "@/lib/env";
import { openStub, type Stub, type StubRequest } from "@/lib/llm/testing/stub";
import { next, type TestAnnotator } from "@/lib/quality/testing/fixture";
import { SEEDS, submitOps } from "@/lib/quality/testing/judged";
import { runJob } from "@/lib/queue/testing/run-job";
import type { AssignmentView } from "@/lib/review/schema";
import type { Op } from "@/lib/review/schema/operation";
import { newOp } from "@/lib/review/testing/fixture";
import { callerOf } from "@/testing/api-caller";
import { type ApiServer, openApiServer } from "@/testing/api-server";
import { makeBatch, stepsOf } from "@/testing/builders/batches";
import { makeMember } from "@/testing/builders/people";
import { makeProject } from "@/testing/builders/projects";
import { makeEndpoint } from "@/testing/builders/runs";

let stub: Stub;
let server: ApiServer;
beforeAll(async () => {
  const [origin = ""] = env().LLM_ALLOWED_ORIGINS;
  stub = await openStub(
    (request) => ({ say: said(request), usage: { input: 10, output: 5 } }),
    Number(new URL(origin).port),
  );
  server = await openApiServer();
});
afterAll(async () => {
  server.close();
  await stub.close();
});

/** Answers tasks; as a judge prefers output (a) whatever it says. Adds in base 9 only after 16 examples. */
function said({ messages }: StubRequest): string {
  const prompt = messages.at(-1)?.content ?? "";
  if (prompt.includes("step by step"))
    return `Step.\nAnswer: ${messages.length === 33 ? sumIn9(prompt) : "11"}`;
  return prompt.includes("<<<BEGIN OUTPUT") ? "Output (a)" : `A weak answer to: ${prompt.slice(0, 60)}`;
}

function sumIn9(prompt: string): string {
  const [, a = "", b = ""] = /What is (\d+) \+ (\d+)\?/.exec(prompt) ?? [];
  return (Number.parseInt(a, 9) + Number.parseInt(b, 9)).toString(9);
}

const WORDS = ["sun", "moon", "rain", "snow", "wind", "hail", "fog", "dew", "ice", "mist"];

async function twenty() {
  const project = await makeProject();
  const admin = await makeMember("admin", { project });
  const api = await callerOf(server, admin);
  const tasks = Array.from({ length: 20 }, (_, n) => {
    const word = `${WORDS[n % 10]} ${n < 10 ? "at dawn" : "by the sea"}`;
    const [id, instruction] = [`t${n + 1}`, `Write a poem about the ${word}.`];
    return { type: "task", id, instruction, reference: `A poem: ${word}.` };
  });
  const file = [{ type: "study", version: 1, name: "Seeds" }, ...tasks].map((one) => JSON.stringify(one));
  const imported = await importStudyFile(project.id, [Buffer.from(file.join("\n"))], { fileName: "s.jsonl" });
  if (!("datasetId" in imported)) throw new Error(imported.failure);
  const endpoint = await makeEndpoint({ project, baseUrl: stub.base, embeddingModel: "embedder" });

  const run = (dataset: string, method: string, more: object = {}) =>
    api.call("POST", `/projects/${project.id}/runs`, {
      ...{ dataset, method, endpoint: endpoint.id, name: method, start: true, ...more },
    });
  /** Makes a dataset by curation; the worker imports it. */
  const curate = async (dataset: string, design: object) => {
    const { id } = await api.call("POST", `/datasets/${dataset}/curation`, design);
    await runJob(datasetJobs, importRunJob, { id });
    const { state, datasetId, failure } = await db.import.findUniqueOrThrow({ where: { id } });
    expect([state, failure]).toEqual(["ready", null]);
    return datasetId as string;
  };
  const viewOf = (dataset: string) => api.call<CurationView>("GET", `/datasets/${dataset}/curation`);
  return { project, admin, api, run, curate, viewOf, dataset: imported.datasetId };
}

/** A curator's operations: discards fog, corrects hail, keeps the rest. */
function opsFor(view: AssignmentView): Op[] {
  const { instruction } = view.task;
  const reason = { code: "other" as const, note: "It is better so." };
  const decisions = view.frame.steps.flatMap((step) =>
    step.type === "rubric"
      ? step.rubrics.flatMap(({ items }) =>
          items.map(({ key, name }) => {
            const target = { item: key };
            if (instruction.includes("fog") && name === "Instruction")
              return newOp({ type: "decide", target, action: "remove", reason });
            if (instruction.includes("hail") && name === "Instruction")
              return newOp({ type: "decide", target, action: "revise", text: "Write on hail.", reason });
            return newOp({ type: "decide", target, action: "accept" });
          }),
        )
      : [],
  );
  return [newOp({ type: "prefer", value: "A" }), ...decisions];
}

test("twenty neighbours are written, filtered by a panel, curated by two people, and are a set of LLMBar", async () => {
  const { project, api, run, curate, viewOf, dataset } = await twenty();
  const runs = [
    await run(dataset, "answer", { addResponses: "final", maxCalls: 7 }),
    await run(dataset, "curation.embed"),
  ];
  await workOnDrafts();
  // The budget was reached in the middle.
  expect(await api.call("GET", `/runs/${runs[0]?.id}`)).toMatchObject({ state: "paused_budget" });
  await api.call("POST", `/runs/${runs[0]?.id}/resume`, { maxCalls: null });
  await Promise.all([workOnDrafts(), workOnDrafts()]);

  const seen = await viewOf(dataset);
  expect(seen.vectors).toEqual([{ run: runs[1]?.id, name: "curation.embed", tasks: 20 }]);
  expect(seen.sources).toEqual([
    { source: { model: "model-1", method: "answer" }, outputs: 20 },
    { source: { model: null, method: "reference" }, outputs: 20 },
  ]);
  const reference = { model: null, method: "reference" };
  const written = await curate(dataset, {
    ...{ from: "outputs", name: "Neighbours", seed: 3, subset: "neighbor" },
    ...{ better: reference, worse: { model: "model-1", method: "answer" } },
    neighbours: { run: runs[1]?.id, below: 0.9999 },
  });
  const tasks = await db.task.findMany({ where: { datasetId: written }, include: { responses: true } });
  expect(tasks).toHaveLength(20);
  for (const { instruction, metadata, responses, reference: right } of tasks) {
    const { neighbour } = metadata as { neighbour: { instruction: string; similarity: number } };
    expect(neighbour.instruction).not.toBe(instruction);
    expect(neighbour.similarity).toBeLessThan(0.9999);
    expect(responses.map(({ text }) => text).sort()).toEqual(
      [right, `A weak answer to: ${neighbour.instruction.slice(0, 60)}`].sort(),
    );
  }

  // The panel prefers whatever is shown first, so half of its labels are right and it sees through nothing.
  for (const method of ["llmbar.vanilla*", "llmbar.cot*"]) await run(written, method);
  await workOnDrafts();
  expect((await viewOf(written)).subsets).toEqual([
    { subset: "neighbor", instances: 20, judged: 20, kept: 20 },
  ]);
  const candidates = await curate(written, {
    ...{ from: "instances", name: "Candidates", mixed: false, panel: { methods: [], models: [] } },
  });

  const people: TestAnnotator[] = [];
  for (let n = 0; n < 2; n++) people.push(await makeMember("annotator", { project }));
  const batch = await makeBatch({
    ...{
      dataset: { id: candidates, projectId: project.id },
      annotators: people,
      preset: "curation",
      ...SEEDS,
    },
    arms: [{ name: "A", k: 2, steps: stepsOf("curation"), exposure: null }],
  });
  for (const person of people)
    for (let view = await next(person, batch); view; view = await next(person, batch)) {
      expect(view.frame.steps[1]).toMatchObject({ rubrics: [{ isInstance: true }] });
      expect(await submitOps(person, view, ...opsFor(view))).toMatchObject({ state: "submitted" });
    }

  const [decided] = (await viewOf(candidates)).batches;
  expect(decided).toMatchObject({
    id: batch.id,
    contested: [],
    subsets: [
      {
        subset: "neighbor",
        outcomes: { kept: 16, modified: 2, discarded: 2, contested: 0, undecided: 0 },
      },
    ],
  });
  const file = `/datasets/${candidates}/curation/file?batch=${batch.id}`;
  const set = JSON.parse(await api.file(`${file}&form=llmbar`)) as Record<string, unknown>[];
  expect(set).toHaveLength(18);
  for (const one of set) expect(Object.keys(one)).toEqual(["input", "output_1", "output_2", "label"]);
  expect(set.filter(({ input }) => input === "Write on hail.")).toHaveLength(2);
  expect(new Set(set.map(({ label }) => label))).toEqual(new Set([1, 2]));
  const lines = (await api.file(`${file}&form=study`)).split("\n").filter(Boolean);
  expect(lines.filter((line) => JSON.parse(line).type === "task")).toHaveLength(18);

  const result = await curate(candidates, { from: "result", name: "Curated", batch: batch.id });
  expect((await viewOf(result)).subsets).toMatchObject([{ subset: "neighbor", instances: 18 }]);
});

test("problems are kept that are solved with 16 examples only", async () => {
  const { run, curate, viewOf, dataset, api } = await twenty();
  const problems = await curate(dataset, { from: "problems", name: "Base 9", base: 9, count: 4, seed: 1 });
  const { id } = await run(problems, "curation.shots", { addResponses: "final" });
  await workOnDrafts();
  expect(await api.call("GET", `/runs/${id}`)).toMatchObject({ units: { done: 4, failed: 0 } });
  const instances = await curate(problems, { from: "instances", name: "I", panel: null, mixed: true });
  expect((await viewOf(instances)).subsets).toEqual([{ subset: "base-9", instances: 4, judged: 0, kept: 0 }]);
  const twice = await curate(instances, { from: "negation", name: "Negated" });
  expect((await viewOf(twice)).subsets.map(({ subset, instances: n }) => [subset, n])).toEqual([
    ["normal", 4],
    ["negation", 4],
  ]);
});

test("a benchmark that people compared becomes pairs with gold, and says what was left out", async () => {
  const project = await makeProject();
  const api = await callerOf(server, await makeMember("admin", { project }));
  const values = { t1: ["A", "A", "B"], t2: ["B", "B"], t3: ["tie", "tie"], t4: ["A", "B"] };
  const text = "The weather will be fine in the morning, and there may be some rain over the hills later on.";
  const records = Object.entries(values).flatMap(([task, given]) => [
    { type: "task", id: task, instruction: "How will the weather be?" },
    ...["a", "b"].map((side) => ({ type: "response", id: `${task}${side}`, task, text: `${text} ${side}.` })),
    ...given.map((value, n) => ({
      ...{ type: "judgement", id: `${task}${n}`, task, item: "preference", pair: [`${task}a`, `${task}b`] },
      ...{ rater: `A${n}`, raterKind: "human", exposure: "none", value },
    })),
  ]);
  const lines = [{ type: "study", version: 1, name: "Compared" }, ...records].map((one) =>
    JSON.stringify(one),
  );
  const imported = await importStudyFile(project.id, [Buffer.from(lines.join("\n"))], {
    fileName: "c.jsonl",
  });
  if (!("datasetId" in imported)) throw new Error(imported.failure);
  const view = (dataset: string) => api.call<CurationView>("GET", `/datasets/${dataset}/curation`);
  expect(await view(imported.datasetId)).toMatchObject({ compared: 4, benchmark: null });
  const design = { from: "benchmark", name: "MT-Bench", tag: "mt-bench" };
  const { id } = await api.call("POST", `/datasets/${imported.datasetId}/curation`, design);
  await runJob(datasetJobs, importRunJob, { id });
  const { datasetId, failure } = await db.import.findUniqueOrThrow({ where: { id } });
  expect(failure).toBeNull();
  expect(await view(datasetId as string)).toMatchObject({
    subsets: [{ subset: "mt-bench", instances: 2 }],
    benchmark: { usable: 2, leftOut: { tie: 1, divided: 1, empty: 0 } },
  });
});

test("an impossible set is refused, and nothing is imported", async () => {
  const { api, dataset, project } = await twenty();
  const path = `/datasets/${dataset}/curation`;
  const outputs = { from: "outputs", name: "N", subset: "s" };
  const reference = { model: null, method: "reference" };
  for (const [design, expected] of [
    [{ from: "instances", name: "N", panel: null }, [422, "nothing-to-curate"]],
    [{ ...outputs, better: reference, worse: reference }, [422, "nothing-to-curate"]],
    [
      { ...outputs, better: reference, worse: reference, neighbours: { run: randomUUID(), below: 0.9 } },
      [422, "no-such-vectors"],
    ],
    [{ from: "result", name: "N", batch: randomUUID() }, [404, "not-found"]],
    [{ from: "negation", name: "N" }, [422, "nothing-to-curate"]],
    [{ from: "benchmark", name: "N" }, [422, "nothing-to-curate"]],
  ] as const)
    expect([design, await api.refusal("POST", path, design)]).toEqual([design, expected]);
  const endpoint = await makeEndpoint({ project, baseUrl: stub.base });
  const design = { dataset, method: "curation.embed", endpoint: endpoint.id, name: "R" };
  expect(await api.refusal("POST", `/projects/${project.id}/runs`, design)).toEqual([
    422,
    "no-embedding-model",
  ]);
  expect(await db.dataset.count({ where: { projectId: project.id } })).toBe(1);
});
