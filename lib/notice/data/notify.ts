import "server-only";
import type { SignedIn } from "@/lib/auth/actor";
import type { Tx } from "@/lib/database/db";
import { mailIsOn } from "@/lib/mail/data";
import {
  NEXT_DAILY_MAIL,
  NEXT_MAIL,
  type ScheduledMail,
  scheduleMail,
} from "@/lib/notice/data/mail-schedule";
import { DEFAULT_CHOICES, type NoticeKind } from "@/lib/notice/schema";
import { Prisma } from "@/prisma/generated/client/client";

interface Notice {
  kind: NoticeKind;
  projectId: string;
  /** Id of the record it is about. Of several notices of one kind about one record a person has only the latest. */
  subjectId: string;
  /** The name of the batch, run or release. */
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

/** The person with an account. */
export const accountOf = (userId: string): Recipients => Prisma.sql`SELECT ${userId}::uuid`;

/**
 * Puts a notice into people's inboxes, in the caller's transaction: all with an active account and membership get it,
 * except the actor. Mail goes to those among them who have an address and have not turned this kind off, if there is
 * a mail server. A notice that is there already becomes unread again.
 */
export async function notify(
  tx: Tx,
  { kind, projectId, subjectId, name, path }: Notice,
  recipients: Recipients,
  actor: Pick<SignedIn, "userId"> | null = null,
): Promise<void> {
  const mailed = await tx.$queryRaw<ScheduledMail[]>`
    WITH made AS (
      INSERT INTO "Notice" AS known ("id", "userId", "projectId", "kind", "subjectId", "name", "path", "delivery")
      SELECT gen_random_uuid(), u."id", ${projectId}::uuid, ${kind}, ${subjectId}::uuid, ${name}, ${path},
        CASE WHEN ${mailIsOn()} AND u."email" IS NOT NULL
          THEN nullif(coalesce(c."choice", ${DEFAULT_CHOICES[kind]}), 'off') END
      FROM "User" u JOIN "Membership" m ON m."userId" = u."id" AND m."projectId" = ${projectId}::uuid
      LEFT JOIN "NoticeChoice" c ON c."userId" = u."id" AND c."kind" = ${kind}
      WHERE u."id" IN (${recipients}) AND u."id" IS DISTINCT FROM ${actor?.userId ?? null}::uuid
        AND u."disabledAt" IS NULL AND m."disabledAt" IS NULL
      ORDER BY u."id"
      ON CONFLICT ("userId", "kind", "subjectId") DO UPDATE SET "name" = excluded."name", "path" = excluded."path",
        "readAt" = NULL, "delivery" = coalesce(known."delivery", excluded."delivery"),
        "createdAt" = CASE known."delivery" WHEN 'mail' THEN known."createdAt" ELSE now() END
      RETURNING "userId", "createdAt", "delivery")
    SELECT made."userId", made."delivery", CASE made."delivery"
      WHEN 'daily' THEN ${NEXT_DAILY_MAIL} ELSE ${NEXT_MAIL} END AS "at"
    FROM made JOIN "User" u ON u."id" = made."userId" WHERE made."delivery" IS NOT NULL ORDER BY made."userId"`;
  await scheduleMail(tx, mailed);
}

/** Takes notices back that are not true any more; mail that was sent stays sent. */
export async function retractNotices(tx: Tx, kind: NoticeKind, subjectId: string): Promise<void> {
  await tx.notice.deleteMany({ where: { kind, subjectId } });
}
