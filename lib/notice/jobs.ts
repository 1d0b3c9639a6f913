import "server-only";
import { mailNotices } from "@/lib/notice/data";
import { dailyNoticesJob, mailNoticesJob } from "@/lib/notice/schema/jobs";
import { handle } from "@/lib/queue/job";

export const noticeJobs = [
  handle(mailNoticesJob, ({ id }) => mailNotices(id, "mail")),
  handle(dailyNoticesJob, ({ id }) => mailNotices(id, "daily")),
];
