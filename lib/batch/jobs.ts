import "server-only";
import { releaseExpiredLeases } from "@/lib/batch/data/claim";
import { openWaiting } from "@/lib/batch/data/wait-for-run";
import { releaseExpiredLeasesJob } from "@/lib/batch/schema/jobs";
import { runEndedJob } from "@/lib/drafting/schema/jobs";
import { handle } from "@/lib/queue/job";

/**
 * Both also run once a minute. A claim looks for itself, and the end of a run opens what waits for it: the clock is for
 * what was left when a worker died.
 */
export const batchJobs = [
  handle(releaseExpiredLeasesJob, async () => void (await releaseExpiredLeases()), { schedule: "* * * * *" }),
  handle(runEndedJob, async () => void (await openWaiting()), { schedule: "* * * * *" }),
];
