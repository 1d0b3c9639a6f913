import "server-only";
import { canStillJudge, isActiveMember } from "@/lib/adjudication/data/access";
import { COMMENTS, commentView, switchDiscussion } from "@/lib/adjudication/data/comments";
import type { DiscussionComment } from "@/lib/adjudication/schema/case";
import { actAs, type Member, memberOfSql } from "@/lib/auth/actor";
import type { Limit } from "@/lib/auth/rate-limit";
import { db } from "@/lib/database/db";
import { type Refusal, refuse } from "@/lib/http/refusals";
import { hasReviewed, REVIEWED_LIST } from "@/lib/judgement/data/seen-drafts";
import { Prisma } from "@/prisma/generated/client/client";
import type { ReviewedRubric } from "../schema";
import { loadReviewed } from "./reviewed";

/** Enough for a discussion, but not for flooding. */
export const REVIEW_COMMENT_LIMIT: Limit = { name: "review-comment", burst: 20, perMinute: 6 };

/** Lists on one page of a discussion. */
const PAGE = 10;

/**
 * Condition that the caller may discuss a list `pin` of a batch `b`: an admin lets those who reviewed it, until a version
 * is made from their decisions; but only once the batch is closed, which cannot be undone, since what others decided
 * would influence a review.
 */
const mayDiscuss = (actor: Member) => Prisma.sql`(b."reviewsDiscussed" AND b."state" NOT IN ('open', 'paused')
  AND ${memberOfSql(actor, Prisma.sql`b."projectId"`)}
  AND NOT EXISTS (SELECT FROM "RubricVersion" made
    WHERE made."rubricId" = pin."rubricId" AND made."batchId" = b."id")
  AND ${isActiveMember(actor, hasReviewed(Prisma.sql`am."raterId"`))})`;

/** The condition for comments without a review of one's own: an admin with a pseudonym, who gets no work in the batch. */
const mayAnswer = (
  actor: Member,
) => Prisma.sql`(${memberOfSql(actAs(actor, "admin"), Prisma.sql`b."projectId"`)}
  AND ${isActiveMember(actor, Prisma.sql`am."role" = 'admin'`)} AND NOT ${canStillJudge(actor)})`;

/** Opens or ends the discussion of the lists that a batch reviewed. Null when it is not the admin's, or a draft. */
export function setReviewDiscussion(
  admin: Member<"admin">,
  batchId: string,
  { open }: { open: boolean },
): Promise<{ open: boolean } | Refusal | null> {
  return db.$transaction(async (tx) => {
    const [batch] = await tx.$queryRaw<{ projectId: string; archivedAt: Date | null; discussed: boolean }[]>`
      SELECT b."projectId", p."archivedAt", b."reviewsDiscussed" AS "discussed"
      FROM "Batch" b JOIN "Project" p ON p."id" = b."projectId"
      WHERE b."id" = ${batchId}::uuid AND b."state" <> 'draft'
        AND ${memberOfSql(admin, Prisma.sql`b."projectId"`)} FOR UPDATE OF b`;
    return switchDiscussion(tx, admin, batch && { ...batch, id: batchId, of: "rubric" }, open, () =>
      tx.batch.update({ where: { id: batchId }, data: { reviewsDiscussed: open } }),
    );
  });
}

/**
 * Comments on a reviewed list: admins, and those who reviewed it while they may discuss it. Null when the caller may not
 * see what others decided.
 */
export function commentOnReview(
  actor: Member<"annotator">,
  { batch, rubric }: { batch: string; rubric: string },
  text: string,
): Promise<{ id: string } | Refusal | null> {
  return db.$transaction(async (tx) => {
    // The batch first, and in a statement of its own: what the next one reads then includes versions made meanwhile.
    await tx.$queryRaw`SELECT b."id" FROM "Batch" b WHERE b."id" = ${batch}::uuid FOR SHARE OF b`;
    const [found] = await tx.$queryRaw<{ raterId: string; archivedAt: Date | null }[]>`
      SELECT own."raterId", p."archivedAt"
      FROM "BatchRubric" pin JOIN "Batch" b ON b."id" = pin."batchId" JOIN "Project" p ON p."id" = b."projectId"
      JOIN "Membership" own ON own."projectId" = b."projectId" AND own."userId" = ${actor.userId}::uuid
      WHERE pin."batchId" = ${batch}::uuid AND pin."rubricId" = ${rubric}::uuid
        AND (${mayDiscuss(actor)} OR (${mayAnswer(actor)} AND ${REVIEWED_LIST}))`;
    if (!found) return null;
    if (found.archivedAt) return refuse("archived");
    return tx.reviewComment.create({
      data: { batchId: batch, rubricId: rubric, raterId: found.raterId, text },
      select: { id: true },
    });
  });
}

/** The comments on a reviewed list, oldest first, for the page of its decisions; none when it is not the researcher's. */
export async function readReviewComments(
  researcher: Member<"researcher">,
  { batch, rubric }: { batch: string; rubric: string },
): Promise<{ comments: DiscussionComment[]; mayComment: boolean }> {
  const [found] = await db.$queryRaw<{ mayComment: boolean }[]>`
    SELECT ${mayAnswer(researcher)} AS "mayComment" FROM "Batch" b
    WHERE b."id" = ${batch}::uuid AND ${memberOfSql(researcher, Prisma.sql`b."projectId"`)}`;
  if (!found) return { comments: [], mayComment: false };
  const comments = await db.reviewComment.findMany({
    where: { batchId: batch, rubricId: rubric },
    ...COMMENTS,
  });
  return { comments: comments.map(commentView), mayComment: found.mayComment };
}

/** A reviewed list with what was decided about it, without names, and what was said. */
interface DiscussedReview {
  rubric: ReviewedRubric;
  comments: DiscussionComment[];
}

/** The lists of a batch that the caller reviewed and may discuss, in the order of the study. */
export async function listDiscussedReviews(
  actor: Member,
  batchId: string,
  page: number,
): Promise<{
  name: string;
  projectId: string;
  own: string;
  reviews: DiscussedReview[];
  hasMore: boolean;
} | null> {
  const found = await db.$queryRaw<{ id: string; name: string; projectId: string; own: string }[]>`
    SELECT pin."rubricId" AS "id", b."name", b."projectId", r."code" AS "own"
    FROM "BatchRubric" pin JOIN "Batch" b ON b."id" = pin."batchId" JOIN "Rubric" ru ON ru."id" = pin."rubricId"
    LEFT JOIN "Task" t ON t."id" = ru."taskId"
    JOIN "Membership" m ON m."projectId" = b."projectId" AND m."userId" = ${actor.userId}::uuid
    JOIN "Rater" r ON r."id" = m."raterId"
    WHERE b."id" = ${batchId}::uuid AND ${mayDiscuss(actor)}
    ORDER BY t."position", ru."position", ru."id" OFFSET ${(page - 1) * PAGE} LIMIT ${PAGE + 1}`;
  const [first] = found;
  if (!first) return null;
  const ids = found.slice(0, PAGE).map(({ id }) => id);
  const comments = await db.reviewComment.findMany({
    where: { batchId, rubricId: { in: ids } },
    orderBy: COMMENTS.orderBy,
    select: { ...COMMENTS.select, rubricId: true },
  });
  const rubrics = await loadReviewed(db, batchId, { in: ids });
  return {
    ...{ name: first.name, projectId: first.projectId, own: first.own, hasMore: found.length > PAGE },
    reviews: rubrics.map((rubric) => ({
      rubric,
      comments: comments.filter(({ rubricId }) => rubricId === rubric.id).map(commentView),
    })),
  };
}

export interface ReviewDiscussionWork {
  id: string;
  projectId: string;
  name: string;
  project: string;
  lists: number;
}

/** The batches with lists that the caller reviewed and may discuss now. */
export function listReviewDiscussionWork(actor: Member<"annotator">): Promise<ReviewDiscussionWork[]> {
  return db.$queryRaw<ReviewDiscussionWork[]>`
    SELECT b."id", b."projectId", b."name", p."name" AS "project", count(*)::int AS "lists"
    FROM "Membership" m JOIN "BatchAnnotator" own ON own."membershipId" = m."id"
    JOIN "Batch" b ON b."id" = own."batchId" AND b."reviewsDiscussed" JOIN "Project" p ON p."id" = b."projectId"
    JOIN "BatchRubric" pin ON pin."batchId" = b."id"
    WHERE m."userId" = ${actor.userId}::uuid AND p."archivedAt" IS NULL AND ${mayDiscuss(actor)}
    GROUP BY b."id", p."id" ORDER BY b."openedAt" DESC, b."id"`;
}
