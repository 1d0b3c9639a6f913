import { execFileSync } from "node:child_process";
import { randomInt } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { StubBehaviour } from "@/lib/llm/testing/stub";
import { freePort } from "../postgres/cluster.mjs";
import { startWorker } from "../start/child-processes.mjs";
import { busiest, COST, FAILURES, PRICE } from "./endpoint-failures";

// A worker drafts over an endpoint that never gives a usable answer, for MINUTES. Whenever the run stops, it is
// resumed as an impatient admin would. Spending stays within the budget, requests within the rate limit, and the
// worker's memory does not grow.
const minutes = Number(process.env.MINUTES ?? 60);
if (!(minutes > 0)) throw new Error("--minutes takes a number above 0");
const port = await freePort();
process.env.LLM_ALLOWED_ORIGINS = `http://127.0.0.1:${port}`;

// After the settings, which are read when the database module loads.
const { db, disconnect } = await import("@/lib/database/db");
const { resumeRun, retryRun } = await import("@/lib/drafting/data/run-lifecycle");
const { openStub } = await import("@/lib/llm/testing/stub");
const { makeDataset } = await import("@/testing/builders/datasets");
const { makeProject } = await import("@/testing/builders/projects");
const { makeEndpoint, makeRun } = await import("@/testing/builders/runs");

const REQUESTS_PER_MINUTE = 300;
const CONCURRENCY = 8;
/** The amount that a budget is raised by when it has stopped the run. */
const BUDGET = 100 * COST;

let costly = 0;
const stub = await openStub((): StubBehaviour => {
  const how = FAILURES[randomInt(FAILURES.length)] as StubBehaviour;
  if ("usage" in how) costly += COST;
  return how;
}, port);
const project = await makeProject();
const dataset = await makeDataset({ project, tasks: 200, drafts: false });
const endpoint = await makeEndpoint({
  project,
  baseUrl: stub.base,
  requestsPerMinute: REQUESTS_PER_MINUTE,
  concurrency: CONCURRENCY,
  bearable: CONCURRENCY,
  timeoutSeconds: 2,
});
await db.llmPrice.create({ data: { ...PRICE, endpointId: endpoint.id, since: new Date("2026-01-01") } });
const { id, admin } = await makeRun({
  ...{ dataset, endpoint, method: "tick.direct", params: { maxOutputTokens: 64 } },
  ...{ maxCostMicros: BUDGET, state: "paused" },
});
let allowed = BUDGET;
const stops: Record<string, number> = {};
const stopped = (reason: string) => {
  stops[reason] = (stops[reason] ?? 0) + 1;
};

const worker = startWorker(process.env, () => {});
const megabytes: number[] = [];
try {
  await worker.ready;
  await resumeRun(admin.actor, id, {});
  const until = Date.now() + minutes * 60_000;
  while (Date.now() < until) {
    await sleep(Math.min(5000, minutes * 200));
    megabytes.push(residentMegabytes(worker.pid));
    const run = await db.draftRun.findUniqueOrThrow({ where: { id } });
    if (run.state === "paused_budget") {
      stopped(run.pausedFor ?? "budget");
      allowed += BUDGET;
      await resumeRun(admin.actor, id, { maxCostMicros: allowed });
    } else if (run.state === "paused") {
      stopped(run.pausedFor ?? "paused");
      await resumeRun(admin.actor, id, {});
    } else if (run.state === "done") {
      stopped("every unit has failed");
      await retryRun(admin.actor, id);
    }
    if (costly > allowed + CONCURRENCY * COST) throw new Error(`${costly} spent, ${allowed} allowed`);
  }
} finally {
  await worker.stop();
  await stub.close();
}

const { spentMicros } = await db.llmEndpoint.findUniqueOrThrow({ where: { id: endpoint.id } });
const drafts = await db.draft.count({ where: { datasetId: dataset.id, unitId: { not: null } } });
const mostInTenSeconds = busiest(stub.requests.map(({ at }) => at));
// The first third warms up.
const steady = megabytes.slice(Math.floor(megabytes.length / 3));
const before = median(steady.slice(0, Math.ceil(steady.length / 4)));
const after = median(steady.slice(-Math.ceil(steady.length / 4)));
console.log(
  `  ${minutes} minutes, ${stub.requests.length} requests, at most ${mostInTenSeconds} in any 10 s, ${spentMicros} of at most ` +
    `${allowed} millionths spent, ${drafts} drafts, memory ${before} MB, later ${after} MB; stopped: ${JSON.stringify(stops)}`,
);
await disconnect();
const problems = [
  stub.requests.length < minutes && "hardly a request came",
  drafts > 0 && "an unusable answer became a draft",
  mostInTenSeconds > REQUESTS_PER_MINUTE / 6 && "the rate limit was passed",
  Number(spentMicros) > allowed && "the budget was passed",
  after > before * 1.25 && "the memory of the worker grew",
].filter((problem) => problem !== false);
if (problems.length > 0) throw new Error(problems.join("; "));

function residentMegabytes(pid: number): number {
  const kilobytes = execFileSync("ps", ["-o", "rss=", "-p", String(pid)], { encoding: "utf8" });
  return Math.round(Number(kilobytes) / 1024);
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;
}
