import { afterEach, expect, test } from "vitest";
import { GET as readMetrics } from "@/app/metrics/route";
import { db, pool } from "@/lib/database/db";
import { env } from "@/lib/env";
import { disconnectHealth } from "./health";
import { forgetCounts } from "./metrics";

const TOKEN = "nQ4xJm1vZ8rT2bL7cW9sK3pD6gH0yUfA";

afterEach(async () => {
  env().METRICS_TOKEN = undefined;
  forgetCounts();
  // Its result is reused for a moment, also by the next test.
  await disconnectHealth();
});

function read(authorization?: string) {
  const headers: HeadersInit = authorization === undefined ? {} : { authorization };
  const request = new Request("http://localhost:3000/metrics", { headers });
  return readMetrics(request, { params: Promise.resolve(undefined) });
}

/** The values of a metric, by their labels as written. */
async function valuesOf(response: Response, metric: string): Promise<Record<string, number>> {
  const lines = (await response.text()).split("\n").filter((line) => line.startsWith(metric));
  return Object.fromEntries(
    lines.map((line) => {
      const at = line.lastIndexOf(" ");
      return [line.slice(metric.length, at), Number(line.slice(at + 1))];
    }),
  );
}

test("only a monitor with the token reads them, and without a token the page does not exist", async () => {
  expect((await read(`Bearer ${TOKEN}`)).status).toBe(404);

  env().METRICS_TOKEN = TOKEN;
  expect((await read()).status).toBe(401);
  expect((await read(`Bearer ${TOKEN}x`)).status).toBe(401);
  expect((await read(TOKEN)).status).toBe(401);

  const response = await read(`Bearer ${TOKEN}`);
  expect(response.status).toBe(200);
  expect(response.headers.get("content-type")).toMatch(/^text\/plain; version=0\.0\.4/);
  expect(response.headers.get("cache-control")).toContain("no-store");
});

test("jobs, workers and requests are counted by state and route, without an id or a name", async () => {
  env().METRICS_TOKEN = TOKEN;
  const { rows } = await pool.query<{ ready: number }>(
    "SELECT count(*)::int AS ready FROM graphile_worker.jobs WHERE attempts < max_attempts AND locked_at IS NULL AND run_at <= now()",
  );
  const before = rows[0]?.ready ?? 0;
  await db.$executeRaw`SELECT graphile_worker.add_job('nothing')`;
  await db.worker.create({ data: { id: crypto.randomUUID() } });

  const response = await read(`Bearer ${TOKEN}`);
  const jobs = await valuesOf(response.clone(), "countersign_jobs");
  expect(jobs['{state="ready"}']).toBe(before + 1);
  expect(await valuesOf(response.clone(), "countersign_up")).toEqual({ "": 1 });
  const seen = await valuesOf(response.clone(), "countersign_worker_last_seen_seconds");
  expect(seen[""]).toBeLessThan(60);
  const connections = await valuesOf(response.clone(), "countersign_connections");
  expect(connections['{state="active"}']).toBeGreaterThan(0);

  const requests = await valuesOf(
    await read(`Bearer ${TOKEN}`),
    "countersign_http_request_duration_seconds_count",
  );
  const labels = Object.keys(requests).filter((key) => key.includes('route="/metrics",status="200"'));
  expect(labels).toEqual([expect.stringContaining(`process="${process.pid}"`)]);

  await db.worker.deleteMany();
  await db.$executeRaw`SELECT graphile_worker.complete_jobs(array_agg(id)) FROM graphile_worker.jobs WHERE task_identifier = 'nothing'`;
});
