import "server-only";
import { deleteExpired } from "@/lib/auth/data/expiry";
import { forgetEndedSessionsJob } from "@/lib/auth/schema/jobs";
import { handle } from "@/lib/queue/job";

export const authJobs = [handle(forgetEndedSessionsJob, () => deleteExpired(), { schedule: "17 * * * *" })];
