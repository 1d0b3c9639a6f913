import { expect, test, vi } from "vitest";

// The limits of the web server, where people wait for responses. Must be set before anything connects.
vi.hoisted(() => {
  Object.assign(process.env, { NEXT_RUNTIME: "nodejs", WEB_PROCESSES: "4" });
});

import { Connections } from "@/lib/database/connections";
import { db } from "@/lib/database/db";
import { env } from "@/lib/env";
import { claim } from "@/lib/participation/data/claim";
import type { AssignmentView } from "@/lib/review/schema";
import { asOwner } from "@/testing/as-owner";
import { makeBatch } from "@/testing/builders/batches";
import { makeDataset } from "@/testing/builders/datasets";
import { makeMember, makeToken } from "@/testing/builders/people";
import { makeProject } from "@/testing/builders/projects";
import { EVERY_ROUTE } from "@/testing/every-route";

/** Response of a route to a token's owner, and its duration. */
async function send(
  method: "GET" | "POST",
  path: string,
  params: Record<string, string>,
  token: string,
  body?: object,
) {
  const began = performance.now();
  const handler = (await EVERY_ROUTE[path]?.())?.[method] ?? expect.fail(path);
  const filled = path.replace(/\[(\w+)\]/g, (_, key: string) => params[key] ?? "");
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const request = new Request(new URL(filled, env().APP_URL), {
    method,
    headers,
    body: body && JSON.stringify(body),
  });
  const response = await handler(request, { params: Promise.resolve(params) });
  return {
    status: response.status,
    headers: response.headers,
    body: await response.json(),
    ms: performance.now() - began,
  };
}

/** Holds a lock on a separate connection while the callback runs. */
const whileLocked = (lock: string, work: () => Promise<void>) =>
  asOwner(async (owner) => {
    await owner.query(`BEGIN; ${lock}`);
    await work();
  });

const score = (value: number) => ({
  op: crypto.randomUUID(),
  at: new Date().toISOString(),
  type: "score",
  value,
});

async function makeAnnotator() {
  const project = await makeProject();
  const annotator = await makeMember("annotator", { project });
  const dataset = await makeDataset({ project, tasks: 2, drafts: false });
  const batch = await makeBatch({
    dataset,
    annotators: [annotator],
    preset: "direct-scoring",
    settings: { exposure: "none" },
  });
  const claimed = await claim(annotator.actor, batch.id);
  if (!claimed || !("assignment" in claimed)) return expect.fail("nothing was claimed");
  const { token } = await makeToken(annotator);
  const { id, lease } = claimed.assignment;
  return { id, lease, token, batch, project };
}

test("a request waits a while for a locked row, and is then refused as busy", async () => {
  const { id, token } = await makeAnnotator();
  expect(await send("GET", "/api/v1/assignments/[id]", { id }, token)).toMatchObject({ status: 200 });
  await whileLocked('LOCK TABLE "Batch" IN ACCESS EXCLUSIVE MODE', async () => {
    const { status, headers, body, ms } = await send("GET", "/api/v1/assignments/[id]", { id }, token);
    expect({ status, body }).toMatchObject({ status: 503, body: { error: { code: "busy" } } });
    expect(headers.get("retry-after")).toBe("2");
    expect(ms).toBeLessThan(8_000);
  });
  expect(await send("GET", "/api/v1/assignments/[id]", { id }, token)).toMatchObject({ status: 200 });
});

test("annotators' operations are saved while a lock holds up all other requests", async () => {
  const { id, lease, token } = await makeAnnotator();
  const view: AssignmentView = (await send("GET", "/api/v1/assignments/[id]", { id }, token)).body;
  const save = async (base: number) =>
    send("POST", "/api/v1/assignments/[id]/ops", { id }, token, { lease, base, ops: [score(3)] });
  // The first save queries what it needs; the next ones use the cache.
  expect(await save(view.version)).toMatchObject({ status: 200 });
  // Requests for a project's audit log block on its lock: more of them than there are connections.
  await whileLocked('LOCK TABLE "AuditLog" IN ACCESS EXCLUSIVE MODE', async () => {
    const crowd = Array.from({ length: 60 }, () => db.auditLog.findFirst().catch((error: unknown) => error));
    const saves: number[] = [];
    for (let n = 1; n <= 5; n++) {
      const { status, body, ms } = await save(view.version + n);
      expect({ status, body }).toMatchObject({ status: 200, body: { version: view.version + n + 1 } });
      saves.push(ms);
    }
    expect(Math.max(...saves)).toBeLessThan(2_000);
    const answers = await Promise.all(crowd);
    expect(answers.every((answer) => answer instanceof Error)).toBe(true);
  });
});

test("a process that was blocked for longer than the connection timeout still gets its connections", async () => {
  const own = new Connections({ connectionString: process.env.DATABASE_URL }, { most: 2, connectMs: 400 });
  try {
    // Of four queries, two wait for a connection, and two for their results.
    const queries = Array.from({ length: 4 }, (_, n) => own.query<{ n: number }>("SELECT $1::int AS n", [n]));
    await new Promise(setImmediate);
    const until = performance.now() + 900;
    while (performance.now() < until);
    expect((await Promise.all(queries)).map(({ rows }) => rows[0]?.n)).toEqual([0, 1, 2, 3]);

    // When none is free, the wait is limited.
    const connections = [await own.connect(), await own.connect()];
    await expect(own.query("SELECT 1")).rejects.toThrow("timeout exceeded");
    for (const client of connections) client.release();
  } finally {
    await own.end();
  }
});
