import "server-only";
import { forgetMail, sendMail } from "@/lib/mail/data";
import { forgetMailJob, sendMailJob } from "@/lib/mail/schema/jobs";
import { handle } from "@/lib/queue/job";

export const mailJobs = [
  handle(sendMailJob, ({ id }) => sendMail(id)),
  handle(forgetMailJob, () => forgetMail(), { schedule: "41 3 * * *" }),
];
