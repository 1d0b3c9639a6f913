import "server-only";
import { db } from "@/lib/database/db";
import { releaseParticipations } from "@/lib/participation/data/participations";
import { releaseParticipationsJob } from "@/lib/participation/schema/jobs";
import { handle } from "@/lib/queue/job";

export const participationJobs = [
  /** Every minute; visitors of a link trigger it themselves, so no visitor waits for this. */
  handle(releaseParticipationsJob, async () => void (await releaseParticipations(db)), {
    schedule: "* * * * *",
  }),
];
