import "server-only";
import { type Member, memberOf, type SiteAdmin } from "@/lib/auth/actor";
import { audit } from "@/lib/auth/audit";
import { createLink, mailPasswordLink } from "@/lib/auth/data/one-time-links";
import { passwordsAreOff } from "@/lib/auth/provider/configuration";
import type { ChangeUser, OneTimeLink, UserView } from "@/lib/auth/schema";
import { revoke } from "@/lib/auth/sessions";
import { db, type Tx } from "@/lib/database/db";
import { afterCursor, byId, idOrderWithLimit, pageFrom } from "@/lib/http/cursor";
import type { ListPage, PageRequest } from "@/lib/http/page";
import { type Refusal, refuse } from "@/lib/http/refusals";
import type { Prisma } from "@/prisma/generated/client/client";

export async function listUsers(_actor: SiteAdmin): Promise<UserView[]> {
  const users = await db.user.findMany({ select: ofUser, orderBy: [{ email: "asc" }, { id: "asc" }] });
  return users.map(userOf);
}

/** A page of accounts by id. */
export async function readUsers(_actor: SiteAdmin, page: PageRequest): Promise<ListPage<UserView>> {
  const users = await db.user.findMany({
    where: afterCursor(page),
    ...idOrderWithLimit(page),
    select: ofUser,
  });
  return pageFrom(users, page, byId, userOf);
}

const ofUser = {
  id: true,
  email: true,
  name: true,
  siteAdmin: true,
  disabledAt: true,
  createdAt: true,
  passwordHash: true,
  _count: { select: { memberships: true, identities: true, passkeys: true } },
  secondFactor: { select: { confirmedAt: true } },
  sessions: { select: { lastSeenAt: true }, orderBy: { lastSeenAt: "desc" }, take: 1 },
} satisfies Prisma.UserSelect;

function userOf({
  passwordHash,
  secondFactor,
  sessions,
  _count,
  ...user
}: Prisma.UserGetPayload<{ select: typeof ofUser }>): UserView {
  return {
    ...user,
    pending: passwordHash === null && user.email !== null && _count.identities === 0,
    secondFactor: secondFactor?.confirmedAt != null || _count.passkeys > 0,
    projects: _count.memberships,
    lastSeenAt: sessions[0]?.lastSeenAt ?? null,
  };
}

/** Locks the check that a site admin remains until the transaction ends. */
export async function lockSiteAdmins(tx: Tx): Promise<void> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtext('site admins'))`;
}

/** Disables or enables an account, or makes it a site admin. A disabled account is signed out everywhere. */
export function changeUser(
  actor: SiteAdmin,
  id: string,
  { siteAdmin, disabled }: ChangeUser,
): Promise<{ id: string } | Refusal<"last-site-admin"> | null> {
  return db.$transaction(async (tx) => {
    await lockSiteAdmins(tx);
    const user = await tx.user.findUnique({ where: { id } });
    if (!user) return null;
    const isDisabled = user.disabledAt !== null;
    const next = { siteAdmin: siteAdmin ?? user.siteAdmin, disabled: disabled ?? isDisabled };
    if (user.siteAdmin && !isDisabled && (!next.siteAdmin || next.disabled)) {
      const others = await tx.user.count({ where: { id: { not: id }, siteAdmin: true, disabledAt: null } });
      if (others === 0) return refuse("last-site-admin");
    }
    const subject = ["User", id] as const;
    if (next.siteAdmin !== user.siteAdmin) {
      const data = { siteAdmin: next.siteAdmin, siteAdminByGroup: false };
      await tx.user.update({ where: { id }, data });
      await audit(tx, actor, {
        action: "user.site-admin-changed",
        subject,
        detail: { siteAdmin: next.siteAdmin },
      });
    }
    if (next.disabled !== isDisabled) {
      await tx.user.update({ where: { id }, data: { disabledAt: next.disabled ? new Date() : null } });
      await audit(tx, actor, { action: next.disabled ? "user.disabled" : "user.enabled", subject });
      if (next.disabled) await revoke(tx, actor, { userId: id });
    }
    return { id };
  });
}

/** A new link for a user who has forgotten their password, or never used the first one. */
export async function createPasswordLink(
  actor: SiteAdmin,
  id: string,
  now = new Date(),
): Promise<OneTimeLink | Refusal<"passwords-off"> | null> {
  if (passwordsAreOff()) return refuse("passwords-off");
  return db.$transaction(async (tx) => {
    if (!(await tx.user.findFirst({ where: { id, disabledAt: null, email: { not: null } } }))) return null;
    await audit(tx, actor, { action: "user.link-created", subject: ["User", id] });
    const link = await createLink(tx, "set_password", id, now);
    await mailPasswordLink(tx, id, link);
    return link;
  });
}

/**
 * A new password link for a member of a project, made by its admin. Only for an account that this project
 * invited and that has no access beyond the admin's: no site admin, and no member of a project that they do
 * not administer. Otherwise a project admin could take over any account by adding it.
 */
export async function createMemberPasswordLink(
  admin: Member<"admin">,
  projectId: string,
  membershipId: string,
  now = new Date(),
): Promise<OneTimeLink | Refusal<"site-admin-only" | "passwords-off"> | null> {
  if (passwordsAreOff()) return refuse("passwords-off");
  return db.$transaction(async (tx) => {
    const member = await tx.membership.findFirst({
      where: { id: membershipId, projectId, project: memberOf(admin) },
      select: { userId: true },
    });
    if (!member) return null;
    const reachable = await tx.user.findFirst({
      where: {
        id: member.userId,
        disabledAt: null,
        email: { not: null },
        siteAdmin: false,
        createdInId: projectId,
        memberships: { every: { project: memberOf(admin) } },
      },
    });
    if (!reachable) return refuse("site-admin-only");
    await audit(tx, admin, {
      action: "member.link-created",
      projectId,
      subject: ["Membership", membershipId],
    });
    const madeIn = { projectId, createdById: admin.userId };
    const link = await createLink(tx, "set_password", member.userId, now, madeIn);
    await mailPasswordLink(tx, member.userId, link);
    return link;
  });
}
