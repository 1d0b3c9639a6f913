import { job, NoPayload } from "@/lib/queue/job";

/** Gives back assignments that their annotators have not worked on for the length of the lease. */
export const releaseExpiredLeasesJob = job("release-expired-leases", NoPayload);
