import { type ChildProcess, spawn } from "node:child_process";
import { randomInt } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { db } from "@/lib/database/db";
import { resumeRun, retryRun } from "@/lib/drafting/data/run-lifecycle";
import { env } from "@/lib/env";
import { openStub, type StubBehaviour, type StubRequest } from "@/lib/llm/testing/stub";
import { makeDataset } from "@/testing/builders/datasets";
import { makeProject } from "@/testing/builders/projects";
import { makeEndpoint, makeRun } from "@/testing/builders/runs";
import { runTypeScript } from "../start/worker.mjs";
import { busiest, COST, FAILURES, PRICE, USAGE } from "./endpoint-failures";

const METHODS = ["tick.direct", "coeval.direct", "judge.plain_absolute"];
/** A parsable answer for each method. */
function answerTo({ messages }: StubRequest): string {
  const prompt = messages.map(({ content }) => content).join("\n");
  if (prompt.includes("[RESULT]")) return "Feedback: It is fine. [RESULT] 4";
  return messages[0]?.content.startsWith("You evaluate texts") ? "4" : "Analysis: It is fine.\nAnswer: 4";
}

export interface DraftsReport {
  kills: number;
  drafts: number;
  requests: number;
  failing: number;
  mostInTenSeconds: number;
  spent: number;
  allowed: number;
  stops: number;
}

/**
 * Two worker processes draft every unit by three methods and are killed repeatedly, over real HTTP to a stub
 * that fails one call in five. Each run starts with too small a budget, which is raised whenever it stops.
 * Throws when a draft is missing or doubled, the rate limit was exceeded, or spending passed the budget.
 */
export async function draftThroughKills({
  units,
  kills,
  requestsPerMinute,
  leaseSeconds,
  between: [least, most],
}: {
  units: number;
  kills: number;
  requestsPerMinute: number;
  leaseSeconds: number;
  /** Milliseconds between kills. */
  between: [number, number];
}): Promise<DraftsReport> {
  const [origin = ""] = env().LLM_ALLOWED_ORIGINS;
  const report = { kills: 0, failing: 0, spent: 0, allowed: 0, stops: 0 };
  const behave = (request: StubRequest): StubBehaviour => {
    if (randomInt(5) === 0) {
      report.failing++;
      const how = FAILURES[randomInt(FAILURES.length)] as StubBehaviour;
      if ("usage" in how) report.spent += COST;
      return how;
    }
    report.spent += COST;
    return { say: answerTo(request), usage: USAGE };
  };
  const stub = await openStub(behave, Number(new URL(origin).port));
  const project = await makeProject();
  const dataset = await makeDataset({ project, tasks: units, drafts: false });
  const endpoint = await makeEndpoint({
    project,
    baseUrl: stub.base,
    requestsPerMinute,
    concurrency: 16,
    bearable: 16,
    timeoutSeconds: 1,
  });
  await db.llmPrice.create({ data: { ...PRICE, endpointId: endpoint.id, since: new Date("2026-01-01") } });

  // Enough for a part of it.
  const share = Math.max(20_000, units * COST);
  const runs = [];
  for (const method of METHODS) {
    const params = { maxOutputTokens: 64 };
    runs.push(await makeRun({ dataset, endpoint, method, params, maxCostMicros: share, state: "running" }));
    report.allowed += share;
  }

  const args = [...runTypeScript, "scripts/campaign/draft-process.ts", String(leaseSeconds)];
  const workers = new Set<ChildProcess>();
  const hire = () => {
    const worker = spawn(process.execPath, args, {
      stdio: ["ignore", "inherit", "inherit"],
      env: process.env,
    });
    workers.add(worker);
    worker.once("exit", () => workers.delete(worker));
  };
  let nextKill = Date.now() + most;
  try {
    for (;;) {
      const states = await db.draftRun.findMany({
        where: { projectId: project.id },
        include: { work: false },
      });
      if (report.spent > report.allowed) throw new Error(`${report.spent} spent, ${report.allowed} allowed`);
      let over = report.kills >= kills;
      for (const run of states) {
        const { admin } = runs.find(({ id }) => id === run.id) ?? {};
        if (!admin) throw new Error("a run nobody made");
        if (run.state === "paused") throw new Error(`paused for ${run.pausedFor}`);
        if (run.state === "paused_budget") {
          report.stops++;
          report.allowed += share;
          await resumeRun(admin.actor, run.id, { maxCostMicros: Number(run.maxCostMicros) + share });
        }
        const failed = await db.draftUnit.count({ where: { runId: run.id, state: "failed" } });
        if (run.state === "done" && failed > 0) await retryRun(admin.actor, run.id);
        if (run.state !== "done" || failed > 0) over = false;
      }
      const allDone = states.every(({ state }) => state === "done");
      if (over || (allDone && states.length > 0 && report.kills < kills && workers.size === 0)) break;
      if (!allDone) while (workers.size < 2) hire();
      const [victim] = workers;
      if (victim && report.kills < kills && Date.now() > nextKill) {
        victim.kill("SIGKILL");
        report.kills++;
        nextKill = Date.now() + least + randomInt(most - least);
      }
      await sleep(250);
    }
  } finally {
    for (const worker of workers) worker.kill("SIGKILL");
    await stub.close();
  }

  const drafts = await db.draft.findMany({
    where: { dataset: { projectId: project.id }, unitId: { not: null } },
    select: { responseId: true, method: true, value: true },
  });
  const once = new Set(drafts.map(({ responseId, method }) => `${method} ${responseId}`));
  if (drafts.length !== units * METHODS.length || once.size !== drafts.length) {
    throw new Error(`${drafts.length} drafts of ${once.size} units instead of ${units * METHODS.length}`);
  }
  if (drafts.some(({ value }) => value !== 4)) throw new Error("a draft without its value");
  const { spentMicros } = await db.llmEndpoint.findUniqueOrThrow({ where: { id: endpoint.id } });
  if (Number(spentMicros) < report.spent || Number(spentMicros) > report.allowed) {
    throw new Error(`${spentMicros} written down, ${report.spent} spent, ${report.allowed} allowed`);
  }
  const mostInTenSeconds = busiest(stub.requests.map(({ at }) => at));
  if (mostInTenSeconds > requestsPerMinute / 6) {
    throw new Error(`${mostInTenSeconds} requests within ten seconds, ${requestsPerMinute / 6} allowed`);
  }
  return { ...report, drafts: drafts.length, requests: stub.requests.length, mostInTenSeconds };
}
