import "server-only";
import { deleteExpired } from "@/lib/auth/data/expiry";
import { mailRequestedLink } from "@/lib/auth/data/forgotten-password";
import { forgetEndedSessionsJob, passwordLinkJob } from "@/lib/auth/schema/jobs";
import { handle } from "@/lib/queue/job";

export const authJobs = [
  handle(forgetEndedSessionsJob, () => deleteExpired(), { schedule: "17 * * * *" }),
  handle(passwordLinkJob, (request) => mailRequestedLink(request)),
];
