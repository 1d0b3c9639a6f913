import "server-only";
import { db } from "@/lib/database/db";
import { releaseParticipations } from "@/lib/participation/data/participations";
import { releaseParticipationsJob } from "@/lib/participation/schema/jobs";
import { handle } from "@/lib/queue/job";

export const participationJobs = [
  /** Once a minute; whoever comes through a link looks for themselves, so nobody waits for this. */
  handle(releaseParticipationsJob, async () => void (await releaseParticipations(db)), {
    schedule: "* * * * *",
  }),
];
