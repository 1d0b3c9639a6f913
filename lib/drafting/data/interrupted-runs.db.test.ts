import { spawn } from "node:child_process";
import { once } from "node:events";
import { afterAll, beforeAll, expect, test } from "vitest";
import { db } from "@/lib/database/db";
import { importStudyFile } from "@/lib/dataset/import/upload";
import { workOnDrafts } from "@/lib/drafting/data/run-worker";
import { paperAnswer } from "@/lib/drafting/testing/paper-model";
import { env } from "@/lib/env";
import { openStub, type Stub } from "@/lib/llm/testing/stub";
import { runTypeScript } from "@/scripts/start/worker.mjs";
import { callerOf } from "@/testing/api-caller";
import { type ApiServer, openApiServer } from "@/testing/api-server";
import { makeMember } from "@/testing/builders/people";
import { makeProject } from "@/testing/builders/projects";
import { makeEndpoint } from "@/testing/builders/runs";

let stub: Stub;
let server: ApiServer;
/** Called when the stub has this many requests. */
let noticed: { at: number; act: () => void } | undefined;
beforeAll(async () => {
  const [origin = ""] = env().LLM_ALLOWED_ORIGINS;
  stub = await openStub(
    (request) => {
      if (noticed && request.n >= noticed.at) noticed.act();
      return paperAnswer(request);
    },
    Number(new URL(origin).port),
  );
  server = await openApiServer();
});
afterAll(async () => {
  server.close();
  await stub.close();
});

const TASKS = 3;
/** Number of calls the run with a limit may make before it pauses. */
const MOST_CALLS = 4;
/** The request at which the worker dies: in the middle of the first runs. */
const DEATH = 12;
const LEASE_SECONDS = 2;

/** Pairs with gold, a reference, and a checklist of two questions. */
function letters(): object[] {
  const records: object[] = [{ type: "study", version: 1, name: "Letters" }];
  for (let n = 1; n <= TASKS; n++) {
    const task = `t${n}`;
    const pair = [`${task}/kind`, `${task}/curt`];
    records.push(
      { type: "task", id: task, instruction: `Write letter number ${n}.`, reference: "Dear friend, hello." },
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
  return records;
}

/** Runs of each kind that has several calls or responses a unit. */
const RUNS: [method: string, tasks: number, more: object][] = [
  ["llmbar.metrics*", TASKS, { maxCalls: MOST_CALLS }],
  ["llmbar.swap_cot*", TASKS, {}],
  ["stick.refine", 2, { params: { iterations: 2 } }],
  ["stick.best_of_n", 2, { params: { candidates: 2 } }],
  ["clstudy.pairwise.selective", TASKS, {}],
  ["clstudy.pairwise.ablation", 1, {}],
];

test("runs of the papers' methods lose nothing and make nothing twice when their worker is killed and a limit stops one", {
  timeout: 120_000,
}, async () => {
  const project = await makeProject();
  const api = await callerOf(server, await makeMember("admin", { project }));
  const lines = letters().map((record) => JSON.stringify(record));
  const imported = await importStudyFile(project.id, [Buffer.from(lines.join("\n"))], {
    fileName: "l.jsonl",
  });
  if (!("datasetId" in imported)) throw new Error(imported.failure);
  const endpoint = await makeEndpoint({ project, baseUrl: stub.base });
  const runs = new Map<string, { id: string; tasks: number }>();
  for (const [method, tasks, more] of RUNS) {
    const { id } = await api.call("POST", `/projects/${project.id}/runs`, {
      ...{ dataset: imported.datasetId, method, endpoint: endpoint.id, name: method, start: true },
      ...{ params: {}, selection: { filter: {}, first: tasks }, ...more },
    });
    runs.set(method, { id, tasks });
  }

  // A worker in a process of its own dies in the middle of its calls.
  const args = [...runTypeScript, "scripts/campaign/draft-process.ts", String(LEASE_SECONDS)];
  const worker = spawn(process.execPath, args, { stdio: ["ignore", "inherit", "inherit"], env: process.env });
  noticed = { at: DEATH, act: () => worker.kill("SIGKILL") };
  const [, signal] = await once(worker, "exit");
  expect(signal).toBe("SIGKILL");
  noticed = undefined;
  expect(
    await db.draftUnit.count({ where: { run: { projectId: project.id }, state: "working" } }),
  ).toBeGreaterThan(0);
  // Its permits end by themselves, but only after more than a minute.
  await db.llmPermit.updateMany({
    where: { endpointId: endpoint.id, endedAt: null },
    data: { until: new Date() },
  });

  const stopped = new Set<string>();
  for (;;) {
    await Promise.all([
      workOnDrafts({ leaseSeconds: LEASE_SECONDS }),
      workOnDrafts({ leaseSeconds: LEASE_SECONDS }),
    ]);
    let open = 0;
    for (const [method, { id }] of runs) {
      const { state } = await api.call<{ state: string }>("GET", `/runs/${id}`);
      if (state === "done") continue;
      open++;
      if (state !== "paused_budget") continue;
      stopped.add(method);
      await api.call("POST", `/runs/${id}/resume`, { maxCalls: null });
    }
    if (open === 0) break;
  }
  expect([...stopped]).toEqual(["llmbar.metrics*"]);

  for (const [method, { id, tasks }] of runs) {
    expect([method, await api.call("GET", `/runs/${id}`)]).toEqual([
      method,
      expect.objectContaining({ state: "done", units: expect.objectContaining({ done: tasks, failed: 0 }) }),
    ]);
    const drafts = await db.draft.findMany({
      where: { unit: { runId: id }, target: "preference" },
      select: { key: true, taskId: true },
    });
    expect(new Set(drafts.map(({ key }) => key)).size).toBe(drafts.length);
    if (!method.startsWith("stick."))
      expect([method, new Set(drafts.map(({ taskId }) => taskId)).size]).toEqual([method, tasks]);
  }

  const generated = (method: string) =>
    db.generatedResponse.groupBy({
      by: ["unitId", "role", "iteration", "sample"],
      where: { unit: { runId: runs.get(method)?.id ?? "" } },
      _count: true,
    });
  for (const method of ["stick.refine", "stick.best_of_n"]) {
    const responses = await generated(method);
    expect(new Set(responses.map(({ unitId }) => unitId)).size).toBe(2);
    expect(responses.filter(({ _count }) => _count !== 1)).toEqual([]);
  }
  const candidates = (await generated("stick.best_of_n")).filter(({ role }) => role === "candidate");
  expect(candidates).toHaveLength(4);
  const traces = await api.file(`/runs/${runs.get("stick.refine")?.id}/responses/file?format=text`);
  expect(traces.match(/Is it very long\?/g)?.length).toBeGreaterThanOrEqual(2);
});
