import { randomUUID } from "node:crypto";
import { type Random, randomFrom } from "@/lib/agreement/random";
import { claim } from "@/lib/participation/data/claim";
import { fold } from "@/lib/review/rules/apply";
import type { AssignmentView, Saved } from "@/lib/review/schema";
import type { Op } from "@/lib/review/schema/operation";
import { makeBatch } from "@/testing/builders/batches";
import { makeDataset } from "@/testing/builders/datasets";
import { makeMember, makeToken } from "@/testing/builders/people";
import { makeProject } from "@/testing/builders/projects";
import { startWeb } from "../start/child-processes.mjs";
import { killGroup } from "../start/run-command.mjs";

type Worker = { id: string; lease: string; token: string };

/** An annotator who saves without pause, and what the server has confirmed to them. */
type Writer = Worker & { base: number; confirmed: Op[]; waiting: Op[]; retries: number };

export type CrashReport = { kills: number; confirmed: number; retries: number; recoveryMs: number };

/**
 * Annotators save without pause over HTTP while the web process is killed (SIGKILL) at random moments and
 * restarted. Each resends, like the workbench, whatever got no response, with the same ids. Throws when
 * confirmed operations are missing, doubled or different afterwards, or when sending everything once more
 * changes something.
 */
export async function saveThroughCrashes({
  port,
  env,
  annotators,
  kills,
  seed,
}: {
  port: number;
  env: NodeJS.ProcessEnv;
  annotators: number;
  kills: number;
  seed: number;
}): Promise<CrashReport> {
  const origin = `http://127.0.0.1:${port}`;
  const random = randomFrom(seed);
  const writers = (await makeWorkers(annotators)).map(
    (worker): Writer => ({ ...worker, base: 0, confirmed: [], waiting: [], retries: 0 }),
  );

  let finished = false;
  let recoveryMs = 0;
  let web = await serve(port, origin, env);
  const work = Promise.all(writers.map((writer) => write(origin, writer, random, () => finished)));
  // A refused writer ends the test: writers run until they are stopped.
  const until = (moment: Promise<unknown>) => Promise.race([moment, work]);
  const confirmations = async (more: number) => {
    const enough = count(writers) + more;
    while (count(writers) < enough && !finished) await sleep(10);
  };
  try {
    for (let kill = 0; kill < kills; kill += 1) {
      // At a random moment: after some more confirmations and a delay.
      await until(confirmations(5 + random() * 40));
      await until(sleep(random() * 50));
      killGroup(web.pid, "SIGKILL");
      await web.ended;
      const killed = performance.now();
      web = await serve(port, origin, env);
      // Saving resumes by itself: a confirmation arrives.
      await until(confirmations(1));
      recoveryMs = Math.max(recoveryMs, performance.now() - killed);
    }
    finished = true;
    await work;
    for (const writer of writers) await verify(origin, writer);
  } finally {
    finished = true;
    await web.stop();
    await work.catch(() => {});
  }
  const retries = writers.reduce((sum, writer) => sum + writer.retries, 0);
  return { kills, confirmed: count(writers), retries, recoveryMs };
}

const count = (writers: Writer[]) => writers.reduce((sum, { confirmed }) => sum + confirmed.length, 0);
const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function serve(port: number, origin: string, env: NodeJS.ProcessEnv) {
  const where = { dev: false, port, host: "127.0.0.1", local: origin };
  const web = startWeb(where, { ...env, APP_URL: origin, NEXTAUTH_URL: origin }, () => {});
  await web.ready;
  return web;
}

async function makeWorkers(n: number): Promise<Worker[]> {
  const project = await makeProject();
  const annotators = await Promise.all(Array.from({ length: n }, () => makeMember("annotator", { project })));
  const dataset = await makeDataset({ project, tasks: n, criteria: 2 });
  const settings = { exposure: "draft-first", overallScore: false } as const;
  const batch = await makeBatch({ dataset, annotators, preset: "criterion-scoring", settings, k: 1 });
  return Promise.all(
    annotators.map(async (annotator) => {
      const claimed = await claim(annotator.actor, batch.id);
      if (!claimed || !("assignment" in claimed)) throw new Error("an annotator got no assignment");
      const { token } = await makeToken(annotator);
      return { id: claimed.assignment.id, lease: claimed.assignment.lease, token };
    }),
  );
}

/** Saves until stopped, then until everything is confirmed. */
async function write(origin: string, writer: Writer, random: Random, ending: () => boolean): Promise<void> {
  let view: AssignmentView | null = null;
  while (!view) view = await send<AssignmentView>(origin, writer);
  const items = view.frame.steps.flatMap((step) => (step.type === "judge" ? step.items : [])) ?? [];
  if (items.length === 0) throw new Error("there is nothing to judge");
  while (!ending() || writer.waiting.length > 0) {
    if (writer.waiting.length === 0) {
      const operations = 1 + Math.floor(random() * 3);
      writer.waiting = Array.from({ length: operations }, () => {
        const item = items[Math.floor(random() * items.length)]?.key ?? "";
        return makeOperation(item, random);
      });
    }
    const { lease, base, waiting: ops } = writer;
    const saved = await send<Saved>(origin, writer, "/ops", { lease, base, ops });
    if (!saved) {
      writer.retries += 1;
      continue;
    }
    if (saved.merged.length > 0) throw new Error("the server holds operations that nobody sent");
    writer.base = saved.version;
    writer.confirmed.push(...ops);
    writer.waiting = [];
  }
}

function makeOperation(item: string, random: Random): Op {
  const stamp = { op: randomUUID(), at: new Date().toISOString() };
  const kind = Math.floor(random() * 3);
  if (kind === 0) return { ...stamp, type: "answer", item, value: 1 + Math.floor(random() * 5) };
  if (kind === 1)
    return { ...stamp, type: "decide", target: { item, line: 0 }, action: "revise", text: randomUUID() };
  return { ...stamp, type: "note", text: randomUUID() };
}

/**
 * Checks that confirmed operations are stored once and in order, and that sending all of them again changes
 * nothing.
 */
async function verify(origin: string, writer: Writer): Promise<void> {
  const { lease, confirmed } = writer;
  const view = await send<AssignmentView>(origin, writer);
  if (!view) throw new Error("the assignment cannot be read");
  if (JSON.stringify(view.ops.map(sorted)) !== JSON.stringify(confirmed.map(sorted)))
    throw new Error(`${confirmed.length} operations were confirmed, but ${view.ops.length} others are there`);
  for (let n = 0; n < confirmed.length; n += 100) {
    const ops = confirmed.slice(n, n + 100);
    const again = await send<Saved>(origin, writer, "/ops", { lease, base: view.version, ops });
    if (again?.version !== view.version) throw new Error("sending again changed the document");
  }
  const after = await send<AssignmentView>(origin, writer);
  if (!after || JSON.stringify(fold(after.frame, after.ops)) !== JSON.stringify(fold(view.frame, view.ops)))
    throw new Error("sending again changed the document");
}

/** Normalises key order, which JSONB does not preserve. */
function sorted(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  return Object.entries(value)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, inner]) => [key, sorted(inner)]);
}

/** The server's response; null if there was none, or an unreliable one. Throws on a refusal. */
async function send<T>(origin: string, { id, token }: Worker, path = "", body?: object): Promise<T | null> {
  const response = await fetch(`${origin}/api/v1/assignments/${id}${path}`, {
    method: body ? "POST" : "GET",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: body && JSON.stringify(body),
    signal: AbortSignal.timeout(20_000),
  }).catch(() => null);
  if (!response || response.status >= 500) {
    await sleep(25);
    return null;
  }
  const value: unknown = await response.json().catch(() => null);
  if (!response.ok) throw new Error(`${path || "reading"} was refused: ${JSON.stringify(value)}`);
  return value as T | null;
}
