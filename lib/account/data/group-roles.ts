import "server-only";
import { audit } from "@/lib/auth/audit";
import { lockSiteAdmins } from "@/lib/auth/data/users";
import { rolesOf } from "@/lib/auth/provider/claims";
import { findProviders } from "@/lib/auth/provider/configuration";
import type { Tx } from "@/lib/database/db";
import { createMembership } from "@/lib/project/data";
import type { Role } from "@/lib/project/schema";

/**
 * Gives an account the roles of its groups, at all the providers that it is linked to, and takes away what groups gave
 * before and give no more, in the caller's transaction. What an admin granted or changed by hand stays as it is. The
 * last site admin and the last admin of a project keep their role.
 */
export async function applyGroupRoles(tx: Tx, userId: string): Promise<void> {
  const providers = findProviders();
  const links = await tx.identity.findMany({ where: { userId }, select: { issuer: true, groups: true } });
  const given = links.map(({ issuer, groups }) => ({
    groups,
    mapping: providers.find((provider) => provider.issuer === issuer)?.groupRoles ?? {},
  }));
  const mapped = providers.flatMap(({ groupRoles }) => Object.values(groupRoles).flat());
  const { siteAdmin, projects } = rolesOf(given);
  await applySiteAdmin(tx, userId, siteAdmin);
  const before = await tx.membership.findMany({
    where: { userId, byGroup: true, disabledAt: null },
    select: { projectId: true },
  });
  const named = mapped.flatMap(({ project }) => (project === null ? [] : [project]));
  const all = [...new Set([...named, ...before.map(({ projectId }) => projectId)])].sort();
  for (const projectId of all) await applyRole(tx, userId, projectId, projects.get(projectId) ?? null);
}

async function applySiteAdmin(tx: Tx, userId: string, given: boolean): Promise<void> {
  const before = await tx.user.findUniqueOrThrow({
    where: { id: userId },
    select: { siteAdmin: true, siteAdminByGroup: true },
  });
  const takes = !given && before.siteAdmin && before.siteAdminByGroup;
  if (!takes && (before.siteAdmin || !given)) return;
  await lockSiteAdmins(tx);
  if (takes) {
    const others = { id: { not: userId }, siteAdmin: true, disabledAt: null };
    if ((await tx.user.count({ where: others })) === 0) return;
  }
  await tx.user.update({ where: { id: userId }, data: { siteAdmin: given, siteAdminByGroup: given } });
  await audit(
    tx,
    { userId },
    {
      action: "user.site-admin-changed",
      subject: ["User", userId],
      detail: { siteAdmin: given, byGroup: true },
    },
  );
}

async function applyRole(tx: Tx, userId: string, projectId: string, role: Role | null): Promise<void> {
  const [project] = await tx.$queryRaw<{ archivedAt: Date | null }[]>`
    SELECT "archivedAt" FROM "Project" WHERE "id" = ${projectId}::uuid AND "deletedAt" IS NULL FOR UPDATE`;
  if (!project || project.archivedAt) return;
  const member = await tx.membership.findUnique({ where: { projectId_userId: { projectId, userId } } });
  if (!member) {
    if (role === null) return;
    const { id } = await createMembership(tx, { userId }, { projectId, userId, role });
    await tx.membership.update({ where: { id }, data: { byGroup: true } });
    return;
  }
  if (!member.byGroup) return;
  const isLess = role !== "admin" && member.role === "admin" && member.disabledAt === null;
  if (isLess && (await isLastAdmin(tx, projectId, member.id))) return;
  const subject = ["Membership", member.id] as const;
  if (role !== null && role !== member.role) {
    await tx.membership.update({ where: { id: member.id }, data: { role } });
    const detail = { from: member.role, to: role, byGroup: true };
    await audit(tx, { userId }, { action: "member.role-changed", projectId, subject, detail });
  }
  if ((role === null) === (member.disabledAt === null)) {
    const disabledAt = role === null ? new Date() : null;
    await tx.membership.update({ where: { id: member.id }, data: { disabledAt } });
    const action = disabledAt ? "member.disabled" : "member.enabled";
    await audit(tx, { userId }, { action, projectId, subject, detail: { byGroup: true } });
  }
}

async function isLastAdmin(tx: Tx, projectId: string, membershipId: string): Promise<boolean> {
  const others = {
    projectId,
    id: { not: membershipId },
    role: "admin" as const,
    disabledAt: null,
    user: { disabledAt: null },
  };
  return (await tx.membership.count({ where: others })) === 0;
}
