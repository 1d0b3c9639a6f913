import "server-only";
import { releaseExpiredLeases } from "@/lib/batch/data/claim";

/** What the worker does for batches. */
export const batchTasks = {
  /** Gives back what nobody has worked on for the length of its lease. */
  "batch.release-expired-leases": async () => {
    await releaseExpiredLeases();
  },
};

/** Once a minute; a claim looks for itself, so nobody waits for this. */
export const batchCrontab = "* * * * * batch.release-expired-leases";
