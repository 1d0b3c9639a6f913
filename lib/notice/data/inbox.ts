import "server-only";
import { actAs, memberOfSql, type SignedIn } from "@/lib/auth/actor";
import { db } from "@/lib/database/db";
import { cursorTime, isAfter } from "@/lib/database/newest-first";
import { pageFrom } from "@/lib/http/cursor";
import type { ListPage } from "@/lib/http/page";
import {
  type InboxQuery,
  type MarkedNotices,
  type MarkNoticesBody,
  NoticeKind,
  type NoticeView,
} from "@/lib/notice/schema";
import { Prisma } from "@/prisma/generated/client/client";

/** The actor's notices "Notice" n: those of projects that they are still in, of kinds that this version knows. */
const ownedBy = (actor: SignedIn) => Prisma.sql`n."userId" = ${actor.userId}::uuid
  AND n."kind" = ANY (${NoticeKind.options}) AND ${memberOfSql(actAs(actor, "member"), Prisma.sql`n."projectId"`)}`;

/** The actor's inbox, latest first. */
export async function listInbox(actor: SignedIn, query: InboxQuery): Promise<ListPage<NoticeView>> {
  const { unread, kind, project, after, limit } = query;
  const conditions = [
    ownedBy(actor),
    ...(unread === undefined ? [] : [Prisma.sql`(n."readAt" IS NULL) = ${unread}`]),
    ...(kind ? [Prisma.sql`n."kind" = ${kind}`] : []),
    ...(project ? [Prisma.sql`n."projectId" = ${project}::uuid`] : []),
    isAfter("n", after),
  ];
  const rows = await db.$queryRaw<(NoticeView & { cursorTime: string })[]>`
    SELECT ${cursorTime("n")} AS "cursorTime", n."id", n."kind", jsonb_build_object('id', p."id", 'name', p."name") AS "project", n."name", n."path",
      n."createdAt" AS "at", n."readAt" IS NOT NULL AS "read"
    FROM "Notice" n JOIN "Project" p ON p."id" = n."projectId"
    WHERE ${Prisma.join(conditions, " AND ")}
    ORDER BY n."createdAt" DESC, n."id" DESC LIMIT ${limit + 1}`;
  return pageFrom(
    rows,
    query,
    (row) => `${row.cursorTime} ${row.id}`,
    ({ cursorTime: _, ...notice }) => notice,
  );
}

/** The kinds and projects of the notices in the actor's inbox, for its filters. */
export async function findInboxFilters(
  actor: SignedIn,
): Promise<{ kinds: NoticeKind[]; projects: { id: string; name: string }[] }> {
  const found = await db.$queryRaw<{ kind: NoticeKind; id: string; name: string }[]>`
    SELECT DISTINCT n."kind", p."id", p."name" FROM "Notice" n JOIN "Project" p ON p."id" = n."projectId"
    WHERE ${ownedBy(actor)} ORDER BY p."name", p."id"`;
  const kinds = new Set(found.map(({ kind }) => kind));
  const projects = new Map(found.map(({ id, name }) => [id, { id, name }]));
  return { kinds: NoticeKind.options.filter((kind) => kinds.has(kind)), projects: [...projects.values()] };
}

/** More unread notices than this are not counted. */
const MOST_UNREAD = 100;

/** The number of unread notices in the actor's inbox, at most `MOST_UNREAD`. */
export async function countUnread(actor: SignedIn): Promise<number> {
  const [found] = await db.$queryRaw<{ unread: number }[]>`
    SELECT count(*)::int AS "unread" FROM (
      SELECT FROM "Notice" n WHERE ${ownedBy(actor)} AND n."readAt" IS NULL LIMIT ${MOST_UNREAD}) unread`;
  return found?.unread ?? 0;
}

/** Marks the actor's own notices. A notice that was read in the inbox is not mailed any more. */
export async function markNotices(
  actor: SignedIn,
  { notices, read }: MarkNoticesBody,
): Promise<MarkedNotices> {
  const named = notices === undefined ? Prisma.sql`TRUE` : Prisma.sql`n."id" = ANY (${notices}::uuid[])`;
  const marked = await db.$executeRaw`
    UPDATE "Notice" n SET "readAt" = CASE WHEN ${read} THEN now() END,
      "delivery" = CASE WHEN ${read} THEN NULL ELSE n."delivery" END
    WHERE ${ownedBy(actor)} AND ${named} AND (n."readAt" IS NULL) = ${read}`;
  return { marked, unread: await countUnread(actor) };
}

/** Notices are deleted after this many days, read or not. */
const DAYS = 90;

/** Deletes old notices. */
export async function deleteOldNotices(now = new Date()): Promise<void> {
  const createdAt = { lt: new Date(now.getTime() - DAYS * 24 * 60 * 60 * 1000) };
  await db.notice.deleteMany({ where: { createdAt } });
}
