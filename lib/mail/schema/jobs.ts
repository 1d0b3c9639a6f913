import { job, NoPayload, OneRecord } from "@/lib/queue/job";

/** Sends one mail. */
export const sendMailJob = job("mail-send", OneRecord);

/** Deletes mail that could not be sent for days. */
export const forgetMailJob = job("mail-forget", NoPayload);
