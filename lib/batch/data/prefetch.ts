import "server-only";
import type { Member } from "@/lib/auth/actor";
import { take } from "@/lib/batch/data/claim";
import { deletePrefetched, inBatchCondition, isPrefetched } from "@/lib/batch/data/release";
import { db } from "@/lib/database/db";
import { Prisma } from "@/prisma/generated/client/client";

type Annotator = Pick<Member<"annotator">, "userId" | "may">;

/** Prefetched assignments of an annotator at work, in the order in which they will get them. */
type Prefetched = { assignments: string[] };

/** The most that the schema allows on hold. */
const MOST = 2;

const ofTheirs = (
  annotator: Annotator,
  batchId: string,
) => Prisma.sql`${inBatchCondition(batchId)} AND EXISTS (
  SELECT FROM "Membership" m JOIN "User" u ON u."id" = m."userId" WHERE m."raterId" = a."raterId"
    AND m."userId" = ${annotator.userId}::uuid AND m."disabledAt" IS NULL AND u."disabledAt" IS NULL)`;

async function worksOn({ userId }: Annotator, batchId: string): Promise<boolean> {
  const named = await db.batchAnnotator.findFirst({
    where: {
      batchId,
      batch: { state: { not: "draft" } },
      membership: { userId, disabledAt: null, user: { disabledAt: null } },
    },
    select: { batchId: true },
  });
  return named !== null;
}

/**
 * Prefetches the next assignments of a batch for an annotator at work, as far as others do not need them, so
 * that their content can be loaded early; renews existing ones. Null when the batch is not theirs. Each still
 * has to be opened by claiming.
 *
 * All of them belong to `page`, the open page that asks: a page that was closed before cannot release them
 * any more.
 *
 * @param again assignments that were reserved for them before and have unsent work: reserved first, if their slots are free
 */
export async function prefetch(
  annotator: Annotator,
  batchId: string,
  page: string,
  again?: readonly string[],
): Promise<Prefetched | null> {
  if (!(await worksOn(annotator, batchId))) return null;
  await renewPrefetched(annotator, batchId, page);
  const attempt = {
    as: "reserved",
    userId: annotator.userId,
    batchId,
    locked: "skip",
    lease: page,
    again,
  } as const;
  for (let n = 0; n < MOST; n++) {
    const taken = await take(attempt);
    if (taken === null || taken === "conflict" || !taken.assignment) break;
  }
  return { assignments: await listPrefetched(annotator, batchId) };
}

async function listPrefetched(annotator: Annotator, batchId: string): Promise<string[]> {
  const rows = await db.$queryRaw<{ id: string }[]>`
    SELECT a."id" FROM "Assignment" a WHERE ${ofTheirs(annotator, batchId)} AND ${isPrefetched} ORDER BY a."position"`;
  return rows.map(({ id }) => id);
}

/** Renews an annotator's prefetched assignments while they read; `page` takes over those of other pages. */
export async function renewPrefetched(annotator: Annotator, batchId: string, page?: string): Promise<void> {
  await db.$executeRaw`
    UPDATE "Assignment" a SET "leaseUntil" = now() + make_interval(mins => b."leaseMinutes"),
      "lease" = coalesce(${page ?? null}::uuid, a."lease")
    FROM "Batch" b
    WHERE b."id" = a."batchId" AND b."state" = 'open' AND a."id" IN (
      SELECT a."id" FROM "Assignment" a WHERE ${ofTheirs(annotator, batchId)} AND ${isPrefetched}
      ORDER BY a."id" FOR UPDATE)`;
}

/**
 * Releases what a page that the annotator has left had prefetched; returns how many. Null when they do not
 * work on the batch. The request may arrive after the next page's own: it takes nothing away from that one.
 */
export async function releaseReserved(
  annotator: Annotator,
  batchId: string,
  page: string,
): Promise<{ left: number } | null> {
  if (!(await worksOn(annotator, batchId))) return null;
  return { left: await deletePrefetched(db, ofTheirs(annotator, batchId), page) };
}
