import { job, NoPayload } from "@/lib/queue/job";

/** Releases assignments whose annotators have not saved for the length of the lease. */
export const releaseExpiredLeasesJob = job("release-expired-leases", NoPayload);
