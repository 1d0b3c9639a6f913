import "server-only";
import type { SignedIn } from "@/lib/auth/actor";
import { ofDesign } from "@/lib/batch/data/release";
import { db, prepared, type Tx } from "@/lib/database/db";
import { endingOf, participationState } from "@/lib/participation/rules";
import type { ParticipationState } from "@/lib/participation/schema";
import { Prisma } from "@/prisma/generated/client/client";

/**
 * Releases the places of participants who have not worked for the length of a lease: of one link's batch, or
 * of all open ones. Their submissions stay; if they come back they get a free place, if there is one.
 */
export function releaseParticipations(tx: Tx | typeof db, token?: string): Promise<number> {
  const here = token
    ? Prisma.sql`AND b."id" = (SELECT "batchId" FROM "ParticipationLink" WHERE "token" = ${token})`
    : Prisma.empty;
  return tx.$executeRaw`
    UPDATE "Participation" p SET "leftAt" = now()
    FROM "Batch" b, "Participant" q, "Membership" m
    WHERE b."id" = p."batchId" AND b."state" = 'open' ${here}
      AND q."id" = p."participantId" AND m."id" = q."membershipId"
      AND p."completedAt" IS NULL AND p."leftAt" IS NULL
      AND p."cameAt" < now() - make_interval(mins => b."leaseMinutes")
      AND NOT EXISTS (
        SELECT FROM "Assignment" a WHERE a."batchId" = b."id" AND a."raterId" = m."raterId"
          AND (a."leaseUntil" > now() OR a."submittedAt" > now() - make_interval(mins => b."leaseMinutes")))`;
}

/** A participant's place in a batch. */
interface OwnParticipationState {
  state: ParticipationState;
  /** True if they have done their share, and have no open assignment. */
  done: boolean;
}

/** A participant's place in a batch; null for annotators who did not join through a link. */
export async function findParticipation(
  userId: string,
  batchId: string,
): Promise<OwnParticipationState | null> {
  const [row] = await prepared<Parameters<typeof participationState>[0] & { done: boolean }>(
    "own-participation",
    Prisma.sql`SELECT p."completedAt", p."leftAt", p."screenedAt", coalesce(work."submitted" >= l."share" AND work."held" = 0, false) AS "done"
    FROM "Participation" p JOIN "ParticipationLink" l ON l."id" = p."linkId"
    JOIN "Participant" q ON q."id" = p."participantId" JOIN "Membership" m ON m."id" = q."membershipId"
    CROSS JOIN LATERAL (
      SELECT count(*) FILTER (WHERE a."state" = 'submitted' AND ${ofDesign}) AS "submitted",
        count(*) FILTER (WHERE a."state" IN ('open', 'reserved')) AS "held"
      FROM "Assignment" a WHERE a."batchId" = p."batchId" AND a."raterId" = m."raterId") work
    WHERE p."batchId" = ${batchId}::uuid AND m."userId" = ${userId}::uuid`,
  );
  return row ? { state: participationState(row), done: row.done } : null;
}

/**
 * Ends a participation without work left: completed when they have submitted anything, otherwise their place
 * is released.
 */
export async function endParticipation(userId: string, batchId: string): Promise<void> {
  await db.$executeRaw`
    UPDATE "Participation" p SET
      "completedAt" = CASE WHEN work."any" THEN now() END,
      "leftAt" = CASE WHEN NOT work."any" THEN now() END
    FROM "Participant" q, "Membership" m, LATERAL (
      SELECT EXISTS (SELECT FROM "Assignment" a
        WHERE a."batchId" = ${batchId}::uuid AND a."raterId" = m."raterId" AND a."state" = 'submitted'
          AND ${ofDesign}) AS "any") work
    WHERE q."id" = p."participantId" AND m."id" = q."membershipId" AND m."userId" = ${userId}::uuid
      AND p."batchId" = ${batchId}::uuid AND p."completedAt" IS NULL AND p."leftAt" IS NULL`;
}

/** True if a rater has received a completion code for a batch: the submissions that earned it stay. */
export async function hasCompleted(
  tx: Tx,
  { raterId, batchId }: { raterId: string; batchId: string },
): Promise<boolean> {
  const theirs = { batchId, completedAt: { not: null }, participant: { membership: { raterId } } };
  return (await tx.participation.findFirst({ where: theirs, select: { id: true } })) !== null;
}

/** Participants' view of their own participation. */
export interface OwnParticipation {
  batch: string;
  name: string;
  state: ParticipationState;
  /** Only once they have completed it, or failed the exam if the link has a code for that. */
  completion: { code: string | null; url: string | null } | null;
}

/** The actor's own participations through links, newest first. */
export async function listOwnParticipations(actor: SignedIn): Promise<OwnParticipation[]> {
  const places = await db.participation.findMany({
    where: { participant: { membership: { userId: actor.userId, disabledAt: null } } },
    select: {
      batchId: true,
      completedAt: true,
      leftAt: true,
      screenedAt: true,
      batch: { select: { name: true } },
      link: { select: { completionCode: true, completionUrl: true, screenedCode: true, screenedUrl: true } },
    },
    orderBy: { startedAt: "desc" },
  });
  return places.map(({ batchId, batch, link, ...place }) => ({
    batch: batchId,
    name: batch.name,
    state: participationState(place),
    completion: endingOf(participationState(place), link),
  }));
}
