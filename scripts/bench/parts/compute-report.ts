import "@/lib/worker/v8-flags";
import { disconnect } from "@/lib/database/db";
import { startHeartbeat } from "@/lib/installation/heartbeat";
import { computeReport } from "@/lib/report/testing/compute-report";

/**
 * Computes a single report in a process of its own, to measure its memory separately. Starts like a worker,
 * waits for the report's id, and answers with the peak memory before and after, in bytes.
 */
const most = () => process.resourceUsage().maxRSS * 1024;

const heart = await startHeartbeat();

process.once("message", async (id: string) => {
  const before = most();
  await computeReport(id);
  await heart.stop();
  await disconnect();
  process.send?.({ before, after: most() });
});
process.send?.("ready");
