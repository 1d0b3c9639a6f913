import "@/lib/worker/v8-flags";
import { disconnect } from "@/lib/database/db";
import { startHeartbeat } from "@/lib/installation/heartbeat";
import { computeReport } from "@/lib/report/data";

/**
 * A worker of nothing but one report, in a process of its own, so that what it needs is told apart from what
 * surrounds it. It lives as a worker does, and waits for the report's id; answers with the most memory it ever had, before
 * and after, in bytes.
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
