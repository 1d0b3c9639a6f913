import "server-only";
import { createHash, timingSafeEqual } from "node:crypto";
import { collectDefaultMetrics, Gauge, Registry } from "prom-client";
import { pool } from "@/lib/database/db";
import { env } from "@/lib/env";
import { findHealth } from "@/lib/installation/health";
import { processMetrics } from "@/lib/process-metrics";
import { VERSION } from "@/lib/version";

/** A group of the database's rows that belong together, counted. */
interface Counted {
  metric: "assignments" | "batches" | "runs" | "imports" | "jobs" | "mail" | "connections";
  state: string;
  count: number;
}

/**
 * Counts by state. Jobs are `ready` (due, nobody works on them), `running`, `scheduled` (later, which includes
 * those that failed and are tried again) or `failed` (given up).
 */
const COUNTS = `
  SELECT 'assignments' AS metric, "state"::text AS state, count(*)::float8 AS count FROM "Assignment" GROUP BY 2
  UNION ALL SELECT 'batches', "state"::text, count(*) FROM "Batch" GROUP BY 2
  UNION ALL SELECT 'runs', "state"::text, count(*) FROM "DraftRun" GROUP BY 2
  UNION ALL SELECT 'imports', "state"::text, count(*) FROM "Import" GROUP BY 2
  UNION ALL SELECT 'mail', 'waiting', count(*) FROM "OutgoingMail"
  UNION ALL SELECT 'connections', coalesce(state, 'other'), count(*) FROM pg_stat_activity
    WHERE datname = current_database() GROUP BY 2
  UNION ALL SELECT 'jobs', CASE
      WHEN attempts >= max_attempts THEN 'failed'
      WHEN locked_at IS NOT NULL THEN 'running'
      WHEN run_at > now() THEN 'scheduled'
      ELSE 'ready' END, count(*) FROM graphile_worker.jobs GROUP BY 2`;

const HELP: Record<Counted["metric"], string> = {
  assignments: "Assignments",
  batches: "Batches",
  runs: "Drafting runs",
  imports: "Imports",
  jobs: "Jobs of the workers' queue: ready, running, scheduled, failed",
  mail: "Mails that wait to be sent",
  connections: "Connections to the database, as the server names their states",
};

/** Time for which counts are reused, in milliseconds: counting all assignments reads all of them. */
const FRESH = 10_000;

let counted: { at: number; rows: Promise<Counted[]> } | undefined;

/** True if a request carries the token in METRICS_TOKEN; null if the operator has set none. */
export function mayReadMetrics(authorization: string | null): boolean | null {
  const token = env().METRICS_TOKEN;
  if (token === undefined) return null;
  const [given, wanted] = [authorization ?? "", `Bearer ${token}`].map((text) =>
    createHash("sha256").update(text).digest(),
  ) as [Buffer, Buffer];
  return timingSafeEqual(given, wanted);
}

/**
 * Metrics in Prometheus' text format: the state of the installation, the same from every process, then of the
 * process that responds, labelled with its id. While the database does not respond, `countersign_up` is 0 and
 * its counts are left out.
 */
export async function renderMetrics(): Promise<{ text: string; contentType: string }> {
  measureProcess();
  const [health, rows] = await Promise.all([findHealth(), findCounts().catch(() => [])]);
  const registry = new Registry();
  const gauge = (name: string, help: string, labelNames: string[] = []) =>
    new Gauge({ name: `countersign_${name}`, help, labelNames, registers: [registry] });

  gauge("info", "This program", ["version"]).set({ version: VERSION }, 1);
  gauge("up", "1 if the server can work: its database responds, saves and is up to date").set(
    Number(health.ok),
  );
  if (health.worker.secondsAgo !== null)
    gauge("worker_last_seen_seconds", "Seconds since any worker was last seen").set(health.worker.secondsAgo);
  for (const metric of Object.keys(HELP) as Counted["metric"][]) {
    const found = rows.filter((row) => row.metric === metric);
    if (found.length === 0) continue;
    const one = gauge(metric, HELP[metric], ["state"]);
    for (const { state, count } of found) one.set({ state }, count);
  }
  const text = [await registry.metrics(), await processMetrics.registry.metrics()].join("\n");
  return { text, contentType: registry.contentType };
}

/** For tests: counts anew. */
export function forgetCounts(): void {
  counted = undefined;
}

function findCounts(): Promise<Counted[]> {
  if (counted && Date.now() - counted.at < FRESH) return counted.rows;
  const rows = pool.query<Counted>(COUNTS).then((result) => result.rows);
  counted = { at: Date.now(), rows };
  rows.catch(forgetCounts);
  return rows;
}

/** Adds memory, processor time and event loop of this process, from the first time it is asked. */
function measureProcess(): void {
  const { registry } = processMetrics;
  if (registry.getSingleMetric("process_cpu_seconds_total")) return;
  registry.setDefaultLabels({ process: `${process.pid}` });
  collectDefaultMetrics({ register: registry });
}
