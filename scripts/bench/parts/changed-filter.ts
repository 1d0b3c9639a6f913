import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import type { Pool } from "pg";
import type { Member } from "@/lib/auth/actor";
import type { StudySelection } from "@/lib/report/schema/judgements";
import type { SectionName } from "@/lib/report/schema/sections";
import { runWorker, workerMemory } from "../../start/worker.mjs";

/** Filters as somebody chooses them one after the other; the last changes the intervals of everything. */
const FILTERS: readonly StudySelection[] = [
  { family: "f1" },
  { model: "model-1" },
  { item: "C3" },
  { rater: "A2" },
  { confidence: "0.9" },
];

/** The sections that are in sight below the headline of a page that was not scrolled. */
const IN_SIGHT: readonly SectionName[] = ["agreement", "within", "pairs"];

/** Seconds from a changed filter until its parts are there. */
export interface FilterTimes {
  filter: string;
  headline: number;
  inSight: number;
  all: number;
}

/**
 * Measures a changed filter on a study that the report process has in memory, through the queue and the database,
 * with a worker as `npm start` runs it: the time until the headline is there, the sections in sight, and all of them.
 */
export async function timeFilters(
  actor: Member<"researcher">,
  datasetId: string,
  pool: Pool,
): Promise<FilterTimes[]> {
  const worker = await startWorker();
  try {
    // The first filter reads the study.
    await timesOf(actor, datasetId, { family: "f0" });
    const times: FilterTimes[] = [];
    for (const filter of FILTERS) times.push(await timesOf(actor, datasetId, filter));
    return times;
  } finally {
    const ended = once(worker, "exit");
    worker.kill("SIGTERM");
    await ended;
    await pool.query(`DELETE FROM "Report" WHERE "datasetId" = $1 AND "selection" <> ''`, [datasetId]);
  }
}

async function startWorker(): Promise<ChildProcess> {
  const worker = fork("lib/worker/main.ts", {
    execArgv: runWorker,
    env: { ...workerMemory, ...process.env },
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  await once(worker, "message");
  return worker;
}

async function timesOf(
  actor: Member<"researcher">,
  dataset: string,
  filter: StudySelection,
): Promise<FilterTimes> {
  const { findOverview, findSection } = await import("@/lib/report/data/find-report");
  const { SectionName } = await import("@/lib/report/schema/sections");
  const began = performance.now();
  const since = () => (performance.now() - began) / 1000;
  while (!(await findOverview(actor, { dataset }, filter))?.overview);
  const headline = since();
  const fetch = async (name: SectionName) => {
    for (;;) {
      const found = await findSection(actor, { dataset }, filter, name);
      if (found?.failure) throw new Error(found.failure);
      if (found?.section) return;
    }
  };
  await Promise.all(IN_SIGHT.map(fetch));
  const inSight = since();
  await Promise.all(SectionName.options.map(fetch));
  return { filter: Object.entries(filter).join().replace(",", " "), headline, inSight, all: since() };
}
