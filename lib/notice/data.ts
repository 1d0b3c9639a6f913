import "server-only";
import type { SignedIn } from "@/lib/auth/actor";
import { audit } from "@/lib/auth/audit";
import { db, type Tx } from "@/lib/database/db";
import { env } from "@/lib/env";
import { composeMail } from "@/lib/mail/compose";
import { mailIsOn, queueMail } from "@/lib/mail/data";
import { NoticeKind } from "@/lib/notice/schema";
import { mailNoticesJob } from "@/lib/notice/schema/jobs";
import { enqueue } from "@/lib/queue/enqueue";
import { Prisma } from "@/prisma/generated/client/client";

/** A mail waits this long for more notices, which also covers that a submission is undone. */
const GATHERED_SECONDS = 120;

/** At most one mail to a person in this time. */
const APART_SECONDS = 15 * 60;

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
 * Notifies people by mail, in the caller's transaction: those with an active account and membership who want
 * mail, except the actor. Nothing without a mail server.
 */
export async function notify(
  tx: Tx,
  { kind, projectId, subjectId, name, path }: Notice,
  recipients: Recipients,
  actor: Pick<SignedIn, "userId"> | null = null,
): Promise<void> {
  if (!mailIsOn()) return;
  const noticed = await tx.$queryRaw<{ userId: string; at: Date }[]>`
    WITH made AS (
      INSERT INTO "Notice" ("id", "userId", "projectId", "kind", "subjectId", "name", "path")
      SELECT gen_random_uuid(), u."id", ${projectId}::uuid, ${kind}, ${subjectId}::uuid, ${name}, ${path}
      FROM "User" u JOIN "Membership" m ON m."userId" = u."id" AND m."projectId" = ${projectId}::uuid
      WHERE u."id" IN (${recipients}) AND u."id" IS DISTINCT FROM ${actor?.userId ?? null}::uuid
        AND u."email" IS NOT NULL AND u."disabledAt" IS NULL AND m."disabledAt" IS NULL AND u."noticeMail"
      ON CONFLICT ("userId", "kind", "subjectId") DO UPDATE SET "name" = excluded."name"
      RETURNING "userId", "createdAt")
    SELECT made."userId", greatest(
        least(made."createdAt", (SELECT min(n."createdAt") FROM "Notice" n WHERE n."userId" = made."userId"))
          + make_interval(secs => ${GATHERED_SECONDS}::int),
        u."noticedAt" + make_interval(secs => ${APART_SECONDS}::int)) AS "at"
    FROM made JOIN "User" u ON u."id" = made."userId"`;
  for (const { userId, at } of noticed)
    await enqueue(tx, mailNoticesJob, { id: userId }, { key: `notices-${userId}`, at });
}

/** Takes notices back that were not sent yet and are not true any more. */
export async function retractNotices(tx: Tx, kind: NoticeKind, subjectId: string): Promise<void> {
  await tx.notice.deleteMany({ where: { kind, subjectId } });
}

/** Sends the notices that wait for a person as one mail, and forgets them. */
export function mailNotices(userId: string, now = new Date()): Promise<void> {
  return db.$transaction(async (tx) => {
    const waiting = await tx.$queryRaw<{ kind: string; name: string; path: string }[]>`
      WITH gone AS (DELETE FROM "Notice" WHERE "userId" = ${userId}::uuid RETURNING *)
      SELECT g."kind", g."name", g."path" FROM gone g WHERE EXISTS (
        SELECT FROM "Membership" m WHERE m."userId" = g."userId" AND m."projectId" = g."projectId"
          AND m."disabledAt" IS NULL)
      ORDER BY g."createdAt", g."id"`;
    const user = await tx.user.findUnique({
      where: { id: userId, disabledAt: null, noticeMail: true },
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
    await tx.user.update({ where: { id: userId }, data: { noticedAt: now } });
  });
}

/** True if the actor gets mail about their work, where mail is sent at all. */
export async function wantsNoticeMail(actor: SignedIn): Promise<boolean> {
  const where = { id: actor.userId };
  const { noticeMail } = await db.user.findUniqueOrThrow({ where, select: { noticeMail: true } });
  return noticeMail;
}

/** Changes whether the actor gets mail about their work; what waits is not sent once they do not. */
export function changeNoticeMail(actor: SignedIn, { mail }: { mail: boolean }): Promise<{ mail: boolean }> {
  return db.$transaction(async (tx) => {
    await tx.user.update({ where: { id: actor.userId }, data: { noticeMail: mail } });
    if (!mail) await tx.notice.deleteMany({ where: { userId: actor.userId } });
    const detail = { field: "noticeMail" };
    await audit(tx, actor, { action: "account.changed", subject: ["User", actor.userId], detail });
    return { mail };
  });
}
