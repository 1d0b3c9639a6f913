import "server-only";
import { releaseExpiredLeases } from "@/lib/batch/data/claim";
import { openWaiting } from "@/lib/batch/data/wait-for-run";

/** What the worker does for batches. */
export const batchTasks = {
  /** Gives back what nobody has worked on for the length of its lease. */
  "release-expired-leases": async () => {
    await releaseExpiredLeases();
  },
  /** Opens the drafts whose run has finished. */
  "open-waiting-batches": async (_payload: unknown) => {
    await openWaiting();
  },
};

/**
 * Once a minute. A claim looks for itself, and the end of a run opens what waits for it: both are for what was left
 * when a worker died.
 */
export const batchCrontab = "* * * * * release-expired-leases\n* * * * * open-waiting-batches";
