import "server-only";
import type { Tx } from "@/lib/database/db";
import { dailyNoticesJob, mailNoticesJob } from "@/lib/notice/schema/jobs";
import { enqueue } from "@/lib/queue/enqueue";
import { Prisma } from "@/prisma/generated/client/client";

/** A mail waits this long for more notices, which also covers that a submission is undone. */
const GATHERED_SECONDS = 120;

/** At most one mail to a person in this time. */
const APART_SECONDS = 15 * 60;

/** The hour, in UTC, at which the day's notices are mailed. */
const DAILY_HOUR = 6;

/** A mail about notices, and the time at which the worker sends it. */
export interface ScheduledMail {
  userId: string;
  delivery: "mail" | "daily";
  at: Date;
}

/** SQL for the time of the next daily mail. */
export const NEXT_DAILY_MAIL = Prisma.sql`
  (date_trunc('day', now() AT TIME ZONE 'UTC' - make_interval(hours => ${DAILY_HOUR}::int))
    + make_interval(days => 1, hours => ${DAILY_HOUR}::int)) AT TIME ZONE 'UTC'`;

/** SQL for the time of a person's next mail during the day: for a new notice `made` of the account `u`. */
export const NEXT_MAIL = Prisma.sql`
  greatest(
    least(made."createdAt", (SELECT min(n."createdAt") FROM "Notice" n
      WHERE n."userId" = made."userId" AND n."delivery" = 'mail'))
      + make_interval(secs => ${GATHERED_SECONDS}::int),
    u."noticedAt" + make_interval(secs => ${APART_SECONDS}::int))`;

/**
 * Schedules mails in the caller's transaction, or moves those that are scheduled already. The accounts must be in one
 * order, so that two transactions that notify the same people do not wait for each other's jobs in a circle.
 */
export async function scheduleMail(tx: Tx, mails: readonly ScheduledMail[]): Promise<void> {
  for (const { userId, delivery, at } of mails) {
    const [job, key] =
      delivery === "daily" ? [dailyNoticesJob, "daily-notices"] : [mailNoticesJob, "notices"];
    await enqueue(tx, job, { id: userId }, { key: `${key}-${userId}`, at });
  }
}
