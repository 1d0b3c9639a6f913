import "server-only";
import { isAppointed, mayDiscuss, mayReadVotes } from "@/lib/adjudication/data/access";
import type { DiscussedCase, DiscussionComment } from "@/lib/adjudication/schema/case";
import { type Member, memberOfSql } from "@/lib/auth/actor";
import { audit } from "@/lib/auth/audit";
import type { Limit } from "@/lib/auth/rate-limit";
import { db, type Tx } from "@/lib/database/db";
import { type Refusal, refuse } from "@/lib/http/refusals";
import { VOTES_NOW } from "@/lib/judgement/data/votes";
import { Prisma } from "@/prisma/generated/client/client";

/** Enough for a discussion, but not for flooding. */
export const COMMENT_LIMIT: Limit = { name: "case-comment", burst: 20, perMinute: 6 };

/** Cases on one page of a discussion. */
const PAGE = 20;

/** The comments of a case, oldest first. */
export const COMMENTS = {
  orderBy: [{ at: "asc" }, { id: "asc" }],
  select: { id: true, text: true, at: true, rater: { select: { code: true } } },
} satisfies Prisma.AdjudicationCase$commentsArgs;

type CommentRow = Omit<DiscussionComment, "by"> & { rater: { code: string } };

export const commentView = ({ id, text, at, rater }: CommentRow): DiscussionComment => ({
  ...{ id, text, at },
  by: rater.code,
});

/** Opens or ends the discussion of a batch's undecided cases. Null when it is not the admin's or has no adjudication. */
export function setDiscussion(
  admin: Member<"admin">,
  batchId: string,
  { open }: { open: boolean },
): Promise<{ open: boolean } | Refusal | null> {
  return db.$transaction(async (tx) => {
    const [batch] = await tx.$queryRaw<{ projectId: string; archivedAt: Date | null; discussed: boolean }[]>`
      SELECT b."projectId", p."archivedAt", a."discussed"
      FROM "Batch" b JOIN "Project" p ON p."id" = b."projectId" JOIN "Adjudication" a ON a."batchId" = b."id"
      WHERE b."id" = ${batchId}::uuid AND ${memberOfSql(admin, Prisma.sql`b."projectId"`)} FOR UPDATE OF b`;
    return switchDiscussion(tx, admin, batch && { ...batch, id: batchId, of: "adjudication" }, open, () =>
      tx.adjudication.update({ where: { batchId }, data: { discussed: open } }),
    );
  });
}

interface SwitchedBatch {
  id: string;
  projectId: string;
  archivedAt: Date | null;
  /** True if the discussion is open now. */
  discussed: boolean;
  /** The beginning of its actions in the audit log. */
  of: "adjudication" | "rubric";
}

/**
 * Opens or ends a discussion in a batch that the caller has locked; `store` writes that. Null without a batch.
 */
export async function switchDiscussion(
  tx: Tx,
  admin: Member<"admin">,
  batch: SwitchedBatch | undefined,
  open: boolean,
  store: () => Promise<unknown>,
): Promise<{ open: boolean } | Refusal | null> {
  if (!batch) return null;
  if (batch.archivedAt) return refuse("archived");
  if (batch.discussed === open) return { open };
  await store();
  await audit(tx, admin, {
    action: `${batch.of}.discussion-${open ? "opened" : "ended"}`,
    projectId: batch.projectId,
    subject: ["Batch", batch.id],
    detail: {},
  });
  return { open };
}

/**
 * Comments on a case: those who adjudicate it, and, while it is discussed and undecided, those who voted on it. Null when
 * the caller may not see its votes.
 */
export function commentOnCase(
  actor: Member<"annotator">,
  batchId: string,
  caseId: string,
  text: string,
): Promise<{ id: string } | Refusal | null> {
  return db.$transaction(async (tx) => {
    // The batch first, and in a statement of its own: what the next one reads then includes cases that left and rulings
    // made while this one waited.
    await tx.$queryRaw`SELECT b."id" FROM "Batch" b WHERE b."id" = ${batchId}::uuid FOR SHARE OF b`;
    const [found] = await tx.$queryRaw<{ raterId: string; archivedAt: Date | null }[]>`
      SELECT own."raterId", p."archivedAt"
      FROM "AdjudicationCase" c JOIN "Adjudication" a ON a."batchId" = c."batchId"
      JOIN "Batch" b ON b."id" = c."batchId" JOIN "Project" p ON p."id" = b."projectId"
      JOIN "Membership" own ON own."projectId" = b."projectId" AND own."userId" = ${actor.userId}::uuid
      WHERE c."id" = ${caseId}::uuid AND b."id" = ${batchId}::uuid
        AND (${mayReadVotes(actor)} OR ${mayDiscuss(actor)}) FOR UPDATE OF c`;
    if (!found) return null;
    if (found.archivedAt) return refuse("archived");
    return tx.caseComment.create({
      data: { caseId, raterId: found.raterId, text },
      select: { id: true },
    });
  });
}

/** The undecided cases that the caller voted on and may discuss, with all votes and comments, in the order of the study. */
export async function listDiscussed(
  actor: Member,
  batchId: string,
  after: number,
): Promise<{
  name: string;
  projectId: string;
  own: string;
  cases: DiscussedCase[];
  next: number | null;
} | null> {
  const [batch] = await db.$queryRaw<{ name: string; projectId: string; own: string }[]>`
    SELECT b."name", b."projectId", r."code" AS "own" FROM "Batch" b JOIN "Project" p ON p."id" = b."projectId"
    JOIN "Membership" m ON m."projectId" = b."projectId" AND m."userId" = ${actor.userId}::uuid
    JOIN "Rater" r ON r."id" = m."raterId"
    WHERE b."id" = ${batchId}::uuid AND EXISTS (SELECT FROM "AdjudicationCase" c
      JOIN "Adjudication" a ON a."batchId" = c."batchId" WHERE c."batchId" = b."id" AND ${mayDiscuss(actor)})`;
  if (!batch) return null;
  const found = await db.$queryRaw<Omit<DiscussedCase, "comments">[]>`
    SELECT c."id", c."position", t."instruction", t."input", t."messages",
      array_remove(ARRAY[one."text", two."text"], NULL) AS "responses",
      coalesce(c."question", (SELECT iv."text" FROM "ItemVersion" iv
        JOIN "BatchRubric" pin ON pin."batchId" = c."batchId" AND pin."rubricVersionId" = iv."rubricVersionId"
        WHERE iv."itemId" = c."itemId" LIMIT 1)) AS "about", ${VOTES_NOW} AS "votes"
    FROM "AdjudicationCase" c JOIN "Adjudication" a ON a."batchId" = c."batchId"
    JOIN "Batch" b ON b."id" = c."batchId" JOIN "Task" t ON t."id" = c."taskId"
    LEFT JOIN "Response" one ON one."id" = c."responseId" LEFT JOIN "Response" two ON two."id" = c."responseBId"
    WHERE c."batchId" = ${batchId}::uuid AND ${mayDiscuss(actor)} AND c."position" > ${after}
    ORDER BY c."position", c."id" LIMIT ${PAGE + 1}`;
  const cases = found.slice(0, PAGE);
  const comments = await db.caseComment.findMany({
    where: { caseId: { in: cases.map(({ id }) => id) } },
    orderBy: COMMENTS.orderBy,
    select: { ...COMMENTS.select, caseId: true },
  });
  return {
    ...batch,
    cases: cases.map((one) => ({
      ...one,
      comments: comments.filter(({ caseId }) => caseId === one.id).map(commentView),
    })),
    next: found.length > PAGE ? (cases.at(-1)?.position ?? null) : null,
  };
}

export interface DiscussionWork {
  id: string;
  projectId: string;
  name: string;
  project: string;
  cases: number;
}

/** The batches with cases that the caller may discuss now. Adjudicators find them among their own work. */
export function listDiscussionWork(actor: Member<"annotator">): Promise<DiscussionWork[]> {
  return db.$queryRaw<DiscussionWork[]>`
    SELECT b."id", b."projectId", b."name", p."name" AS "project", count(*)::int AS "cases"
    FROM "Membership" m JOIN "BatchAnnotator" own ON own."membershipId" = m."id"
    JOIN "Batch" b ON b."id" = own."batchId" JOIN "Project" p ON p."id" = b."projectId"
    JOIN "Adjudication" a ON a."batchId" = b."id" JOIN "AdjudicationCase" c ON c."batchId" = b."id"
    WHERE m."userId" = ${actor.userId}::uuid AND p."archivedAt" IS NULL AND a."discussed"
      AND NOT ${isAppointed(actor)} AND ${mayDiscuss(actor)}
    GROUP BY b."id", p."id" ORDER BY b."openedAt" DESC, b."id"`;
}
