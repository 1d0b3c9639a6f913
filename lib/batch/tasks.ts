import "server-only";
import { releaseExpiredLeases } from "@/lib/batch/data/claim";

/** What the worker does for batches. */
export const batchTasks = {
  /** Gives back what nobody has worked on for the length of its lease. */
  "release-expired-leases": async () => {
    await releaseExpiredLeases();
  },
};

/** Once a minute; a claim looks for itself, so nobody waits for this. */
export const batchCrontab = "* * * * * release-expired-leases";
