import "server-only";
import type { SignedIn } from "@/lib/auth/actor";
import { audit } from "@/lib/auth/audit";
import { db, type Tx } from "@/lib/database/db";
import { env } from "@/lib/env";
import { composeMail } from "@/lib/mail/compose";
import { mailIsOn, queueMail } from "@/lib/mail/data";
import {
  ANNOTATORS_KINDS,
  DEFAULT_CHOICES,
  NoticeChoice,
  type NoticeChoices,
  NoticeKind,
} from "@/lib/notice/schema";
import { dailyNoticesJob, mailNoticesJob } from "@/lib/notice/schema/jobs";
import { enqueue } from "@/lib/queue/enqueue";
import { Prisma } from "@/prisma/generated/client/client";

/** A mail waits this long for more notices, which also covers that a submission is undone. */
const GATHERED_SECONDS = 120;

/** At most one mail to a person in this time. */
const APART_SECONDS = 15 * 60;

/** The hour, in UTC, at which the day's notices are mailed. */
const DAILY_HOUR = 6;

interface Notice {
  kind: NoticeKind;
  projectId: string;
  /** What it is about; of several notices of one kind about it a person gets one. */
  subjectId: string;
  /** The name of the batch or run. */
  name: string;
  /** The page to open. */
  path: string;
}

/** A query for the ids of the accounts to notify. */
type Recipients = Prisma.Sql;

/** The active admins of a project. */
export const adminsOf = (projectId: string): Recipients =>
  Prisma.sql`SELECT "userId" FROM "Membership" WHERE "projectId" = ${projectId}::uuid AND "role" = 'admin'`;

/** The person behind a pseudonym. */
export const personOf = (raterId: string): Recipients =>
  Prisma.sql`SELECT "userId" FROM "Membership" WHERE "raterId" = ${raterId}::uuid`;

/** The annotators of a batch. */
export const annotatorsOf = (batchId: string): Recipients =>
  Prisma.sql`SELECT m."userId" FROM "BatchAnnotator" b JOIN "Membership" m ON m."id" = b."membershipId"
    WHERE b."batchId" = ${batchId}::uuid`;

/**
 * Notifies people by mail, in the caller's transaction: those with an active account and membership who have not
 * turned this kind off, except the actor. Nothing without a mail server.
 */
export async function notify(
  tx: Tx,
  { kind, projectId, subjectId, name, path }: Notice,
  recipients: Recipients,
  actor: Pick<SignedIn, "userId"> | null = null,
): Promise<void> {
  if (!mailIsOn()) return;
  const noticed = await tx.$queryRaw<{ userId: string; delivery: "mail" | "daily"; at: Date }[]>`
    WITH made AS (
      INSERT INTO "Notice" ("id", "userId", "projectId", "kind", "subjectId", "name", "path", "delivery")
      SELECT gen_random_uuid(), u."id", ${projectId}::uuid, ${kind}, ${subjectId}::uuid, ${name}, ${path},
        chosen."choice"
      FROM "User" u JOIN "Membership" m ON m."userId" = u."id" AND m."projectId" = ${projectId}::uuid
      LEFT JOIN "NoticeChoice" c ON c."userId" = u."id" AND c."kind" = ${kind}
      CROSS JOIN LATERAL (SELECT coalesce(c."choice", ${DEFAULT_CHOICES[kind]}) AS "choice") chosen
      WHERE u."id" IN (${recipients}) AND u."id" IS DISTINCT FROM ${actor?.userId ?? null}::uuid
        AND u."email" IS NOT NULL AND u."disabledAt" IS NULL AND m."disabledAt" IS NULL
        AND chosen."choice" <> 'off'
      ON CONFLICT ("userId", "kind", "subjectId") DO UPDATE SET "name" = excluded."name"
      RETURNING "userId", "createdAt", "delivery")
    SELECT made."userId", made."delivery", CASE made."delivery" WHEN 'daily' THEN
        (date_trunc('day', now() AT TIME ZONE 'UTC' - make_interval(hours => ${DAILY_HOUR}::int))
          + make_interval(days => 1, hours => ${DAILY_HOUR}::int)) AT TIME ZONE 'UTC'
      ELSE greatest(
        least(made."createdAt", (SELECT min(n."createdAt") FROM "Notice" n
          WHERE n."userId" = made."userId" AND n."delivery" = 'mail'))
          + make_interval(secs => ${GATHERED_SECONDS}::int),
        u."noticedAt" + make_interval(secs => ${APART_SECONDS}::int)) END AS "at"
    FROM made JOIN "User" u ON u."id" = made."userId"`;
  for (const { userId, delivery, at } of noticed) {
    const [job, key] =
      delivery === "daily" ? [dailyNoticesJob, "daily-notices"] : [mailNoticesJob, "notices"];
    await enqueue(tx, job, { id: userId }, { key: `${key}-${userId}`, at });
  }
}

/** Takes notices back that were not sent yet and are not true any more. */
export async function retractNotices(tx: Tx, kind: NoticeKind, subjectId: string): Promise<void> {
  await tx.notice.deleteMany({ where: { kind, subjectId } });
}

/** Sends the notices that wait for this mail to a person, soon or daily, as one, and forgets them. */
export function mailNotices(
  userId: string,
  delivery: Exclude<NoticeChoice, "off">,
  now = new Date(),
): Promise<void> {
  return db.$transaction(async (tx) => {
    const waiting = await tx.$queryRaw<{ kind: string; name: string; path: string }[]>`
      WITH gone AS (DELETE FROM "Notice"
        WHERE "userId" = ${userId}::uuid AND "delivery" = ${delivery} RETURNING *)
      SELECT g."kind", g."name", g."path" FROM gone g WHERE EXISTS (
        SELECT FROM "Membership" m WHERE m."userId" = g."userId" AND m."projectId" = g."projectId"
          AND m."disabledAt" IS NULL)
      ORDER BY g."createdAt", g."id"`;
    const user = await tx.user.findUnique({
      where: { id: userId, disabledAt: null },
      select: { email: true, name: true, language: true },
    });
    const notices = waiting.flatMap(({ kind, ...about }) => {
      const known = NoticeKind.safeParse(kind).data;
      return known === undefined ? [] : [{ kind: known, ...about }];
    });
    const [first] = notices;
    if (!user?.email || !first) return;
    const mail = composeMail({ ...user, email: user.email }, (t) => ({
      subject:
        notices.length === 1
          ? t(`mail.notice.${first.kind}`, { name: first.name })
          : t("mail.notices.subject", { count: notices.length }),
      paragraphs: [
        ...notices.map(
          ({ kind, name, path }) => `${t(`mail.notice.${kind}`, { name })}\n${env().APP_URL}${path}`,
        ),
        t("mail.notices.choice", { address: `${env().APP_URL}/account` }),
      ],
    }));
    await queueMail(tx, mail);
    if (delivery === "mail") await tx.user.update({ where: { id: userId }, data: { noticedAt: now } });
  });
}

/** The actor's choices for the kinds that may concern them: those of admins only for the admins of a project. */
export async function findNoticeChoices(actor: SignedIn): Promise<NoticeChoices> {
  const [chosen, administers] = await Promise.all([
    db.noticeChoice.findMany({ where: { userId: actor.userId } }),
    db.membership.count({ where: { userId: actor.userId, role: "admin", disabledAt: null } }),
  ]);
  const choices = new Map(chosen.map(({ kind, choice }) => [kind, NoticeChoice.parse(choice)]));
  const kinds = administers > 0 ? NoticeKind.options : ANNOTATORS_KINDS;
  return {
    choices: Object.fromEntries(kinds.map((kind) => [kind, choices.get(kind) ?? DEFAULT_CHOICES[kind]])),
  };
}

/** Changes when the actor gets mail about the given kinds; what waits of a kind is not sent once it is turned off. */
export async function chooseNotices(actor: SignedIn, { choices }: NoticeChoices): Promise<NoticeChoices> {
  await db.$transaction(async (tx) => {
    for (const kind of NoticeKind.options) {
      const choice = choices[kind];
      if (choice === undefined) continue;
      const key = { userId: actor.userId, kind };
      await tx.noticeChoice.upsert({
        where: { userId_kind: key },
        create: { ...key, choice },
        update: { choice },
      });
      if (choice === "off") await tx.notice.deleteMany({ where: key });
    }
    const detail = { field: "noticeChoices" };
    await audit(tx, actor, { action: "account.changed", subject: ["User", actor.userId], detail });
  });
  return findNoticeChoices(actor);
}
