import "server-only";
import { actAs, type Member, memberOfSql } from "@/lib/auth/actor";
import { IS_RULED } from "@/lib/judgement/data/sql-fragments";
import { hasVoted } from "@/lib/judgement/data/votes";
import { Prisma } from "@/prisma/generated/client/client";

/** Condition that the caller is an active member `am` of the project of a batch `b` and fulfils `and`. */
export const isActiveMember = (actor: Member, and: Prisma.Sql) => Prisma.sql`EXISTS (
  SELECT FROM "Membership" am JOIN "User" au ON au."id" = am."userId"
  WHERE am."projectId" = b."projectId" AND am."userId" = ${actor.userId}::uuid
    AND am."disabledAt" IS NULL AND au."disabledAt" IS NULL AND ${and})`;

const IS_ADJUDICATOR = Prisma.sql`EXISTS (
  SELECT FROM "BatchAdjudicator" ba WHERE ba."batchId" = b."id" AND ba."membershipId" = am."id")`;

/**
 * Condition that the caller may see the votes of a batch `b`: admins of its project and named adjudicators;
 * but not those who can still get work in it, whose judgements would be influenced.
 */
export function mayReadVotes(actor: Member): Prisma.Sql {
  return Prisma.sql`(${isAppointed(actor)} AND NOT ${canStillJudge(actor)})`;
}

/** Condition that the caller is an admin or a named adjudicator, even with work of their own in the batch. */
export function isAppointed(actor: Member): Prisma.Sql {
  return Prisma.sql`(${memberOfSql(actAs(actor, "admin"), Prisma.sql`b."projectId"`)}
    OR ${isActiveMember(actor, IS_ADJUDICATOR)})`;
}

/**
 * The condition for ruling: requires a pseudonym in the project, which a site admin from outside does not
 * have.
 */
export function mayRule(actor: Member): Prisma.Sql {
  return Prisma.sql`(${isActiveMember(actor, Prisma.sql`(am."role" = 'admin' OR ${IS_ADJUDICATOR})`)}
    AND NOT ${canStillJudge(actor)})`;
}

/**
 * Condition that the caller may discuss a case `c` of an adjudication `a` of a batch `b`: an admin lets those who voted
 * on it discuss it until it is decided; but only once the batch is closed, which cannot be undone. Before that, even an
 * annotator who was removed from it could be added again, and the votes they read would influence their judgements.
 */
export function mayDiscuss(actor: Member): Prisma.Sql {
  return Prisma.sql`(a."discussed" AND NOT ${IS_RULED} AND b."state" NOT IN ('open', 'paused')
    AND ${isActiveMember(actor, hasVoted(Prisma.sql`am."raterId"`))})`;
}

/** Condition that the caller is an annotator of a batch `b` that is open or paused. */
export function canStillJudge(actor: Member): Prisma.Sql {
  return Prisma.sql`(b."state" IN ('open', 'paused') AND EXISTS (
    SELECT FROM "BatchAnnotator" own JOIN "Membership" om ON om."id" = own."membershipId"
    WHERE own."batchId" = b."id" AND om."userId" = ${actor.userId}::uuid))`;
}
