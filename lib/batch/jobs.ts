import "server-only";
import { releaseExpiredLeases } from "@/lib/batch/data/claim";
import { openWaiting } from "@/lib/batch/data/wait-for-run";
import { releaseExpiredLeasesJob } from "@/lib/batch/schema/jobs";
import { runEndedJob } from "@/lib/drafting/schema/jobs";
import { handle } from "@/lib/queue/job";

/**
 * Both also run once a minute, although claims look for expired leases themselves and the end of a run opens
 * waiting drafts: for what was left when a worker died.
 */
export const batchJobs = [
  handle(releaseExpiredLeasesJob, async () => void (await releaseExpiredLeases()), { schedule: "* * * * *" }),
  handle(runEndedJob, async () => void (await openWaiting()), { schedule: "* * * * *" }),
];
