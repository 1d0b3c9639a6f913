import "server-only";
import { releaseExpiredLeases } from "@/lib/batch/data/claim";
import { takeNewSubjects } from "@/lib/batch/data/intake";
import { notifyOfStopped } from "@/lib/batch/data/stopped-annotators";
import { openWaiting } from "@/lib/batch/data/wait-for-run";
import { notifyOfStoppedJob, releaseExpiredLeasesJob } from "@/lib/batch/schema/jobs";
import { datasetGrewJob } from "@/lib/dataset/schema/jobs";
import { runEndedJob } from "@/lib/drafting/schema/jobs";
import { handle } from "@/lib/queue/job";

/**
 * The first three also run once a minute, to finish what a killed worker left: usually claims look for expired
 * leases themselves, the end of a run opens the drafts that wait for it, and a dataset that grows says so. A batch that
 * is resumed gets what came meanwhile.
 */
export const batchJobs = [
  handle(releaseExpiredLeasesJob, async () => void (await releaseExpiredLeases()), { schedule: "* * * * *" }),
  handle(datasetGrewJob, async () => void (await takeNewSubjects()), { schedule: "* * * * *" }),
  handle(runEndedJob, async () => void (await openWaiting()), { schedule: "* * * * *" }),
  handle(notifyOfStoppedJob, () => notifyOfStopped(), { schedule: "23 * * * *" }),
];
