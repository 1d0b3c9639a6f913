import "server-only";
import { handle } from "@/lib/queue/job";
import { freezeVersion, listStalled } from "@/lib/study/data/freeze";
import { freezeStudyJob, resumeFreezingJob } from "@/lib/study/schema/jobs";

export const studyJobs = [
  handle(freezeStudyJob, async ({ id }) => void (await freezeVersion(id))),

  /** Every minute, because the queue itself waits hours for a killed worker. */
  handle(
    resumeFreezingJob,
    async () => {
      for (const id of await listStalled()) await freezeVersion(id);
    },
    { schedule: "* * * * *" },
  ),
];
