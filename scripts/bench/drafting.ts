import { freePort } from "../postgres/cluster.mjs";
import { startThrowawayDatabase } from "../testing/throwaway";

/**
 * Units per second of a drafting run against a model that answers at once, compared with a bare loop of the
 * same HTTP calls. In addition a run takes units under a lease, acquires the endpoint's rate limit and
 * budget, stores each call with its provenance, parses it, and writes the draft. Only the ratio is comparable
 * between machines.
 */

const UNITS = 300;
const AT_ONCE = 16;

const { stop } = await startThrowawayDatabase();
const port = await freePort();
process.env.LLM_ALLOWED_ORIGINS = `http://127.0.0.1:${port}`;

// After the settings, which are read when the database module loads.
const { db } = await import("@/lib/database/db");
const { workOnDrafts } = await import("@/lib/drafting/data/run-worker");
const { openStub } = await import("@/lib/llm/testing/stub");
const { makeDataset } = await import("@/testing/builders/datasets");
const { makeEndpoint, makeRun } = await import("@/testing/builders/runs");
const { makeProject } = await import("@/testing/builders/projects");

const usage = { input: 300, output: 10 };
const stub = await openStub(() => ({ say: "Analysis: It is fine.\nAnswer: 4", usage }), port);
try {
  const project = await makeProject();
  const dataset = await makeDataset({ project, tasks: UNITS, drafts: false });
  const speed = { baseUrl: stub.base, requestsPerMinute: 6000, concurrency: AT_ONCE, bearable: AT_ONCE };
  const endpoint = await makeEndpoint({ project, ...speed });
  const run = await makeRun({ dataset, endpoint, method: "tick.direct", state: "running" });

  const drafted = await timed(() => workOnDrafts());
  const { state } = await db.draftRun.findUniqueOrThrow({ where: { id: run.id } });
  if (state !== "done") throw new Error(`the run is ${state}`);
  const bodies = stub.requests.slice(0, UNITS).map(({ body }) => JSON.stringify(body));
  const bare = await timed(async () => {
    let next = 0;
    const lane = async () => {
      for (let at = next++; at < bodies.length; at = next++) {
        const headers = { "content-type": "application/json" };
        const response = await fetch(`${stub.base}/chat/completions`, {
          method: "POST",
          headers,
          body: bodies[at],
        });
        await response.json();
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, lane));
  });
  const perSecond = (seconds: number) => (UNITS / seconds).toFixed(0).padStart(7);
  console.log(`drafting   ${UNITS} units, one call each, ${AT_ONCE} at a time`);
  console.log(`  run      ${perSecond(drafted)} units/s`);
  console.log(`  bare     ${perSecond(bare)} calls/s, ${(drafted / bare).toFixed(1)} × as fast`);
} finally {
  await stub.close();
  await stop();
}

/** Seconds. */
async function timed(act: () => Promise<void>): Promise<number> {
  const began = performance.now();
  await act();
  return (performance.now() - began) / 1000;
}
