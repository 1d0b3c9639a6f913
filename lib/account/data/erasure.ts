import "server-only";
import type { SignedIn, SiteAdmin } from "@/lib/auth/actor";
import { audit } from "@/lib/auth/audit";
import { lockSiteAdmins } from "@/lib/auth/data/users";
import { inBatchCondition, releaseAssignments } from "@/lib/batch/data/release";
import { acceptReopened } from "@/lib/batch/data/submission-events";
import { db, type Tx } from "@/lib/database/db";
import { type Refusal, refuse } from "@/lib/http/refusals";
import { removeRulingNotes } from "@/lib/judgement/data/write";
import { removeFromFrozen } from "@/lib/study/data/erasure";
import { Prisma } from "@/prisma/generated/client/client";

type Erased = { erased: true } | Refusal<"last-site-admin" | "last-admin">;

/** Erases the actor's own account. */
export async function eraseOwnAccount(actor: SignedIn): Promise<Erased> {
  return (await erase(actor, actor.userId)) ?? { erased: true };
}

/** Erases an account; null when there is none. */
export function eraseAccount(actor: SiteAdmin, id: string): Promise<Erased | null> {
  return erase(actor, id);
}

/**
 * Erases a person: account, password, sessions, tokens, links, invitations, memberships, and their identity
 * on a platform. The membership is the only link from a pseudonym to the person, so nothing else needs
 * rewriting.
 *
 * Their judgements, decisions and texts stay under the pseudonym, with all numbers unchanged, or are removed,
 * as each project has chosen; unfinished work is released. Refused when an installation or an active project
 * would lose its only admin. The audit log records ids only.
 */
function erase(actor: Pick<SignedIn, "userId">, id: string): Promise<Erased | null> {
  return db.$transaction(
    async (tx) => {
      await lockSiteAdmins(tx);
      const user = await tx.user.findUnique({ where: { id } });
      if (!user) return null;
      if (user.siteAdmin && !user.disabledAt) {
        const others = { id: { not: id }, siteAdmin: true, disabledAt: null };
        if ((await tx.user.count({ where: others })) === 0) return refuse("last-site-admin");
      }
      const memberships = await lockMemberships(tx, id);
      const orphans = await onlyAdminIn(tx, user, memberships);
      if (orphans.length > 0) return refuse("last-admin", { projects: orphans });

      const removed = memberships.filter(({ project }) => project.onErasure === "remove");
      for (const { raterId } of memberships) {
        if (removed.some((membership) => membership.raterId === raterId)) await removeWork(tx, raterId);
        else await returnWork(tx, raterId);
      }
      await tx.oneTimeLink.deleteMany({ where: { userId: id } });
      if (user.email) await tx.invitation.deleteMany({ where: { email: user.email } });
      await tx.user.delete({ where: { id } });
      await tx.rater.deleteMany({ where: { id: { in: removed.map(({ raterId }) => raterId) } } });
      await audit(tx, actor, {
        action: "user.erased",
        subject: ["User", id],
        detail: { memberships: memberships.length, removed: removed.length },
      });
      return { erased: true };
    },
    { timeout: 300_000 },
  );
}

/**
 * A person's memberships, with their projects locked against changes of members until the transaction ends.
 */
async function lockMemberships(tx: Tx, userId: string) {
  await tx.$queryRaw`
    SELECT 1 FROM "Project" WHERE "id" IN (SELECT "projectId" FROM "Membership" WHERE "userId" = ${userId}::uuid)
    ORDER BY "id" FOR UPDATE`;
  return tx.membership.findMany({
    where: { userId },
    select: {
      raterId: true,
      projectId: true,
      role: true,
      disabledAt: true,
      project: { select: { name: true, archivedAt: true, onErasure: true } },
    },
    orderBy: { projectId: "asc" },
  });
}

/** The names of active projects that would have no admin without this person. */
async function onlyAdminIn(
  tx: Tx,
  user: { id: string; disabledAt: Date | null },
  memberships: Awaited<ReturnType<typeof lockMemberships>>,
): Promise<string[]> {
  if (user.disabledAt) return [];
  const names: string[] = [];
  for (const { projectId, project, role, disabledAt } of memberships) {
    if (role !== "admin" || disabledAt || project.archivedAt) continue;
    const others = {
      projectId,
      role: "admin" as const,
      disabledAt: null,
      user: { id: { not: user.id }, disabledAt: null },
    };
    if ((await tx.membership.count({ where: others })) === 0) names.push(project.name);
  }
  return names;
}

/** Locks the batches a person worked in, in the usual order. */
function lockBatches(tx: Tx, raterId: string) {
  return tx.$queryRaw<{ id: string }[]>`
    SELECT b."id" FROM "Batch" b
    WHERE b."id" IN (SELECT a."batchId" FROM "Assignment" a WHERE a."raterId" = ${raterId}::uuid)
    ORDER BY b."id" FOR UPDATE`;
}

/**
 * Releases unfinished assignments. Sent-back submissions count as submitted; messages to or about the person, and
 * their comments on cases and reviewed lists, are deleted.
 */
async function returnWork(tx: Tx, raterId: string): Promise<void> {
  const batches = await lockBatches(tx, raterId);
  const theirs = Prisma.sql`a."raterId" = ${raterId}::uuid`;
  await releaseAssignments(tx, theirs);
  for (const { id } of batches) {
    await acceptReopened(tx, id, Prisma.sql`${inBatchCondition(id)} AND ${theirs}`);
  }
  await tx.reopening.deleteMany({ where: { assignment: { raterId } } });
  await tx.caseComment.deleteMany({ where: { raterId } });
  await tx.reviewComment.deleteMany({ where: { raterId } });
  await tx.qualificationGrant.updateMany({ where: { raterId }, data: { note: "" } });
}

/**
 * Removes all work of a person in batches, also from frozen studies. Their slots are free again; reports are
 * outdated.
 */
async function removeWork(tx: Tx, raterId: string): Promise<void> {
  const batches = (await lockBatches(tx, raterId)).map(({ id }) => id);
  await tx.$executeRaw`
    UPDATE "Slot" s SET "assignmentId" = NULL FROM "Assignment" a
    WHERE a."raterId" = ${raterId}::uuid AND s."assignmentId" = a."id"`;
  await tx.$queryRaw`SELECT set_config('countersign.erasing', 'on', true)`;
  await tx.assignment.deleteMany({ where: { raterId } });
  await tx.caseComment.deleteMany({ where: { raterId } });
  await tx.reviewComment.deleteMany({ where: { raterId } });
  // Rulings as an adjudicator are the project's result: they stay without the notes; votes are removed.
  const { projectId, code } = await tx.rater.findUniqueOrThrow({ where: { id: raterId } });
  await removeFromFrozen(tx, { raterId, code, projectId });
  const ruler = { projectId, datasetId: null, kind: "adjudicator" as const, code };
  await tx.ruling.updateMany({ where: { rater: ruler }, data: { note: "" } });
  await removeRulingNotes(tx, ruler);
  await tx.$executeRaw`
    UPDATE "Ruling" g SET "votes" = (
      SELECT coalesce(jsonb_agg(vote ORDER BY place), '[]')
      FROM jsonb_array_elements(g."votes") WITH ORDINALITY AS each (vote, place)
      WHERE vote ->> 'rater' <> r."code")
    FROM "Rater" r, "AdjudicationCase" c
    WHERE r."id" = ${raterId}::uuid AND c."id" = g."caseId" AND c."batchId" = ANY (${batches}::uuid[])
      AND g."votes" @> jsonb_build_array(jsonb_build_object('rater', r."code"))`;
  await tx.$queryRaw`SELECT set_config('countersign.erasing', 'off', true)`;
  await tx.batch.updateMany({ where: { id: { in: batches } }, data: { dataVersion: { increment: 1 } } });
  await tx.report.deleteMany({ where: { batchId: { in: batches } } });
}
