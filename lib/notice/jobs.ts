import "server-only";
import { deleteOldNotices } from "@/lib/notice/data/inbox";
import { mailNotices } from "@/lib/notice/data/send-mail";
import { dailyNoticesJob, deleteNoticesJob, mailNoticesJob } from "@/lib/notice/schema/jobs";
import { handle } from "@/lib/queue/job";

export const noticeJobs = [
  handle(mailNoticesJob, ({ id }) => mailNotices(id, "mail")),
  handle(dailyNoticesJob, ({ id }) => mailNotices(id, "daily")),
  handle(deleteNoticesJob, () => deleteOldNotices(), { schedule: "41 3 * * *" }),
];
