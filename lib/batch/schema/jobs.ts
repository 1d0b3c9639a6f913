import { job, NoPayload } from "@/lib/queue/job";

/** Releases assignments whose annotators have not saved for the length of the lease. */
export const releaseExpiredLeasesJob = job("release-expired-leases", NoPayload);

/** Notifies admins of annotators who have stopped. */
export const notifyOfStoppedJob = job("notify-of-stopped", NoPayload);
