import { job, NoPayload } from "@/lib/queue/job";

/** Removes sessions and links that ended long ago, and limits that nobody runs into any more. */
export const forgetEndedSessionsJob = job("forget-what-is-over", NoPayload);
