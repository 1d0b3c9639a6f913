import { job, NoPayload, OneRecord } from "@/lib/queue/job";

/** Gathers the notices of one person into a mail. */
export const mailNoticesJob = job("notice-mail", OneRecord);

/** Gathers a day's notices of one person into a mail. */
export const dailyNoticesJob = job("notice-daily", OneRecord);

/** Deletes notices of long ago from inboxes. */
export const deleteNoticesJob = job("notice-delete", NoPayload);
