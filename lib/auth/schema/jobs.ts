import { job, NoPayload } from "@/lib/queue/job";

/** Deletes sessions and links that ended long ago, and rate limits that are full again. */
export const forgetEndedSessionsJob = job("forget-what-is-over", NoPayload);
