import "server-only";
import { forgetWhatIsOver } from "@/lib/auth/data";
import { forgetEndedSessionsJob } from "@/lib/auth/schema/jobs";
import { handle } from "@/lib/queue/job";

export const authJobs = [
  handle(forgetEndedSessionsJob, () => forgetWhatIsOver(), { schedule: "17 * * * *" }),
];
