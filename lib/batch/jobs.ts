import "server-only";
import { releaseExpiredLeases } from "@/lib/batch/data/claim";
import { openWaiting } from "@/lib/batch/data/wait-for-run";
import { releaseExpiredLeasesJob } from "@/lib/batch/schema/jobs";
import { runEndedJob } from "@/lib/drafting/schema/jobs";
import { handle } from "@/lib/queue/job";

/**
 * Both jobs also run once a minute, to finish what a killed worker left: usually claims look for expired
 * leases themselves, and the end of a run opens the drafts that wait for it.
 */
export const batchJobs = [
  handle(releaseExpiredLeasesJob, async () => void (await releaseExpiredLeases()), { schedule: "* * * * *" }),
  handle(runEndedJob, async () => void (await openWaiting()), { schedule: "* * * * *" }),
];
