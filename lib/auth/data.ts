import "server-only";
import { randomUUID } from "node:crypto";
import { type Member, memberOf, type SignedIn, type SiteAdmin } from "@/lib/auth/actor";
import { audit } from "@/lib/auth/audit";
import { forgetBrowsers, forgetUnusedBrowsers, isKnownBrowser } from "@/lib/auth/browsers";
import { type Limit, type Limited, refundRateLimitTokens, takeRateLimitToken } from "@/lib/auth/limits";
import { fits, hashPassword } from "@/lib/auth/password";
import { DAY } from "@/lib/auth/rules";
import type {
  AccountView,
  ChangeAccount,
  ChangePasswordBody,
  ChangeUser,
  Link,
  UserView,
} from "@/lib/auth/schema";
import { hashSecret, randomSecret } from "@/lib/auth/secrets";
import { revoke } from "@/lib/auth/sessions";
import { revokeTokens } from "@/lib/auth/tokens";
import { db, type Tx } from "@/lib/database/db";
import { env } from "@/lib/env";
import { afterCursor, byId, idOrderWithLimit, pageFrom } from "@/lib/http/cursor";
import type { ListPage, PageRequest } from "@/lib/http/page";
import { type Refusal, refuse } from "@/lib/http/refusals";
import { areDistinct } from "@/lib/shortcuts/rules";
import { OwnKeys } from "@/lib/shortcuts/schema";
import type { Prisma } from "@/prisma/generated/client/client";

/** Lifetime of a one-time link. */
export const LINK_LIFE = 3 * DAY;

// ---------------------------------------------------------------- signing in

// Limits by account and address, by account, by address, and overall. The first restricts a guesser to 18
// guesses in ten minutes; the last stops an attacker with many addresses, or an unknown one, from trying one
// password on many accounts. None of them applies in a browser where the user signed in before: it has a
// separate limit, so that the owner gets in during an attack.
const HERE: Limit = { name: "sign-in:here", burst: 8, perMinute: 1 };
const ACCOUNT: Limit = { name: "sign-in:account", burst: 60, perMinute: 6 };
const ADDRESS: Limit = { name: "sign-in:address", burst: 60, perMinute: 20 };
const STRANGERS: Limit = { name: "sign-in:strangers", burst: 240, perMinute: 60 };
const KNOWN: Limit = { name: "sign-in:known", burst: 8, perMinute: 1 };

/**
 * The user with this e-mail address and password. An unknown or disabled account, or one without a password,
 * gets the same answer as a wrong password, after the same work. `address` is null when unknown; `browser` is
 * the browser's id, if any.
 */
export async function checkPassword(
  shown: { email: string; password: string },
  address: string | null,
  now = new Date(),
  browser: string | null = null,
): Promise<{ userId: string } | Refusal<"sign-in-failed" | "too-many-attempts">> {
  const email = shown.email.trim().toLowerCase();
  const user = await db.user.findUnique({ where: { email }, omit: { passwordHash: false } });
  const isKnown = await db.$transaction((tx) => isKnownBrowser(tx, user?.id ?? randomUUID(), browser));
  const limits: Limited[] = isKnown
    ? [{ limit: KNOWN, who: `${email} ${browser}` }]
    : [
        ...(address ? [{ limit: ADDRESS, who: address }] : []),
        { limit: HERE, who: `${email} ${address ?? ""}` },
        { limit: ACCOUNT, who: email },
        { limit: STRANGERS, who: "" },
      ];
  if (!(await takeRateLimitToken(limits, now))) return refuse("too-many-attempts");
  const right = await fits(shown.password, user?.passwordHash);
  if (!user || !right || user.disabledAt) return refuse("sign-in-failed");
  await refundRateLimitTokens(limits);
  return { userId: user.id };
}

export async function viewAccount(actor: SignedIn): Promise<AccountView> {
  const { userId: id, email, name, isSiteAdmin: siteAdmin, language } = actor;
  return { id, email, name, siteAdmin, language, keys: await findOwnKeys(actor) };
}

/**
 * The actor's custom keyboard shortcuts of the workbench. Shortcuts that no longer exist fall back to the
 * defaults.
 */
export async function findOwnKeys(actor: SignedIn, tx: Pick<Tx, "$queryRaw"> = db): Promise<OwnKeys> {
  const [user] = await tx.$queryRaw<{ keys: unknown }[]>`
    SELECT "keys" FROM "User" WHERE "id" = ${actor.userId}::uuid`;
  const own = OwnKeys.safeParse(user?.keys).data;
  return own && areDistinct(own) ? own : {};
}

/**
 * Changes the actor's name, language or shortcuts. Refuses keys with two meanings, or that browsers never
 * deliver.
 */
export function changeAccount(
  actor: SignedIn,
  changes: ChangeAccount,
): Promise<AccountView | Refusal<"keys-clash">> {
  return db.$transaction(async (tx) => {
    if (changes.keys && !areDistinct(changes.keys)) return refuse("keys-clash");
    await tx.user.update({ where: { id: actor.userId }, data: changes });
    const detail = { field: Object.keys(changes).sort().join(", ") };
    await audit(tx, actor, { action: "account.changed", subject: ["User", actor.userId], detail });
    const { userId: id, email, name, isSiteAdmin: siteAdmin, language } = actor;
    return { id, email, name, siteAdmin, language, keys: await findOwnKeys(actor, tx), ...changes };
  });
}

/**
 * Sets a new password. All other sessions end, and so do API tokens unless the actor keeps them; the current
 * session stays.
 */
export async function changePassword(
  actor: SignedIn,
  { current, password, revokeTokens: endsTokens = true }: ChangePasswordBody,
): Promise<
  { revoked: number; tokens: number } | Refusal<"wrong-password" | "same-password" | "password-is-email">
> {
  const { passwordHash } = await db.user.findUniqueOrThrow({
    where: { id: actor.userId },
    select: { passwordHash: true },
  });
  if (!(await fits(current, passwordHash))) return refuse("wrong-password");
  if (current === password) return refuse("same-password");
  if (isEmail(password, actor.email)) return refuse("password-is-email");
  const next = await hashPassword(password);
  return db.$transaction(async (tx) => {
    await tx.user.update({ where: { id: actor.userId }, data: { passwordHash: next } });
    await audit(tx, actor, { action: "account.password-changed", subject: ["User", actor.userId] });
    const whose = { userId: actor.userId, except: actor.sessionId };
    const revoked = await revoke(tx, actor, whose);
    return { revoked, tokens: endsTokens ? await revokeTokens(tx, actor, actor.userId) : 0 };
  });
}

/** True if the password is the account's e-mail address. */
export function isEmail(password: string, email: string | null): boolean {
  return password.trim().toLowerCase() === email;
}

/** The link for creating the first admin's account in an empty installation. Older ones stop working. */
export function createFirstAdminLink(now = new Date()): Promise<Link | Refusal<"already-set-up">> {
  return db.$transaction(async (tx) => {
    await lockFirstAdmin(tx);
    if ((await tx.user.count()) > 0) return refuse("already-set-up");
    return createLink(tx, "first_admin", null, now);
  });
}

/** Locks the check for a first admin until the transaction ends. */
async function lockFirstAdmin(tx: Tx) {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtext('first admin'))`;
}

/** The project admin who made a link, if it was not a site admin. */
interface MadeIn {
  projectId: string;
  createdById: string;
}

export async function createLink(
  tx: Tx,
  purpose: "first_admin" | "set_password",
  userId: string | null,
  now: Date,
  madeIn?: MadeIn,
): Promise<Link> {
  await tx.oneTimeLink.deleteMany({ where: { purpose, userId, usedAt: null } });
  const token = randomSecret();
  const expiresAt = new Date(now.getTime() + LINK_LIFE);
  await tx.oneTimeLink.create({
    data: { purpose, userId, tokenHash: hashSecret(token), createdAt: now, expiresAt, ...madeIn },
  });
  const path = purpose === "first_admin" ? "first-admin" : "set-password";
  return { url: `${env().APP_URL}/${path}/${token}`, expiresAt };
}

/** The state and account of a link; null when it does not work. */
export async function findLink(
  purpose: "first_admin" | "set_password",
  token: string,
  now = new Date(),
): Promise<{ email: string | null } | null> {
  const link = await db.oneTimeLink.findFirst({
    where: { purpose, tokenHash: hashSecret(token), usedAt: null, expiresAt: { gt: now } },
  });
  if (!link) return null;
  if (link.userId === null) return (await db.user.count()) === 0 ? { email: null } : null;
  const holder = await db.$transaction((tx) => findHolder(tx, link));
  return holder && { email: holder.email };
}

/**
 * The account whose password a link may set. A link made by a project admin ends when they are no longer its
 * admin, or when the account gains access that it did not have then: another project, or the installation.
 */
async function findHolder(
  tx: Tx,
  link: { userId: string | null; projectId: string | null; createdById: string | null; createdAt: Date },
): Promise<{ id: string; email: string | null } | null> {
  if (link.userId === null) return null;
  const { projectId, createdById } = link;
  if (projectId !== null) {
    const working = { disabledAt: null, user: { disabledAt: null } };
    const maker = await tx.user.findFirst({
      where: {
        id: createdById ?? undefined,
        disabledAt: null,
        OR: [{ siteAdmin: true }, { memberships: { some: { projectId, role: "admin", ...working } } }],
      },
      select: { id: true },
    });
    if (createdById === null || !maker) return null;
  }
  const unchanged = {
    siteAdmin: false,
    createdInId: projectId,
    memberships: { none: { createdAt: { gt: link.createdAt } } },
  };
  return tx.user.findFirst({
    where: {
      id: link.userId,
      disabledAt: null,
      email: { not: null },
      ...(projectId !== null && unchanged),
    },
    select: { id: true, email: true },
  });
}

/** True if any account exists; false only before the first-admin link was used. */
export async function hasAccounts(): Promise<boolean> {
  return (await db.user.findFirst({ select: { id: true } })) !== null;
}

/** Marks a valid link as used: of several simultaneous attempts one succeeds. */
async function spendLink(tx: Tx, purpose: "first_admin" | "set_password", token: string, now: Date) {
  const [link] = await tx.oneTimeLink.updateManyAndReturn({
    where: { purpose, tokenHash: hashSecret(token), usedAt: null, expiresAt: { gt: now } },
    data: { usedAt: now },
  });
  return link ?? null;
}

export async function createFirstAdmin(
  { token, email, name, password }: { token: string; email: string; name: string; password: string },
  now = new Date(),
): Promise<{ email: string } | Refusal<"link-gone" | "password-is-email">> {
  if (isEmail(password, email)) return refuse("password-is-email");
  if (!(await findLink("first_admin", token, now))) return refuse("link-gone");
  const passwordHash = await hashPassword(password);
  return db.$transaction(async (tx) => {
    await lockFirstAdmin(tx);
    if ((await tx.user.count()) > 0 || !(await spendLink(tx, "first_admin", token, now)))
      return refuse("link-gone");
    const { id } = await tx.user.create({ data: { email, name, passwordHash, siteAdmin: true } });
    await audit(tx, { userId: id }, { action: "account.first-admin-created", subject: ["User", id] });
    return { email };
  });
}

/** Sets the password of the link's account. All its sessions and API tokens end. */
export async function setPassword(
  { token, password }: { token: string; password: string },
  now = new Date(),
): Promise<{ email: string } | Refusal<"link-gone" | "password-is-email">> {
  const holder = await findLink("set_password", token, now);
  if (!holder?.email) return refuse("link-gone");
  const { email } = holder;
  if (isEmail(password, email)) return refuse("password-is-email");
  const passwordHash = await hashPassword(password);
  return db.$transaction(async (tx) => {
    const link = await spendLink(tx, "set_password", token, now);
    const user = link && (await findHolder(tx, link));
    if (!user) return refuse("link-gone");
    await tx.user.update({ where: { id: user.id }, data: { passwordHash } });
    const actor = { userId: user.id };
    await audit(tx, actor, { action: "account.password-set", subject: ["User", user.id] });
    await revoke(tx, actor, actor);
    await revokeTokens(tx, actor, user.id);
    await forgetBrowsers(tx, user.id);
    return { email };
  });
}

export async function listUsers(_actor: SiteAdmin): Promise<UserView[]> {
  const users = await db.user.findMany({ select: ofUser, orderBy: [{ email: "asc" }, { id: "asc" }] });
  return users.map(userOf);
}

/** A page of accounts by id. */
export async function readUsers(_actor: SiteAdmin, place: PageRequest): Promise<ListPage<UserView>> {
  const users = await db.user.findMany({
    where: afterCursor(place),
    ...idOrderWithLimit(place),
    select: ofUser,
  });
  return pageFrom(users, place, byId, userOf);
}

const ofUser = {
  id: true,
  email: true,
  name: true,
  siteAdmin: true,
  disabledAt: true,
  createdAt: true,
  passwordHash: true,
  _count: { select: { memberships: true } },
  sessions: { select: { lastSeenAt: true }, orderBy: { lastSeenAt: "desc" }, take: 1 },
} satisfies Prisma.UserSelect;

function userOf({
  passwordHash,
  sessions,
  _count,
  ...user
}: Prisma.UserGetPayload<{ select: typeof ofUser }>): UserView {
  return {
    ...user,
    pending: passwordHash === null && user.email !== null,
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
      await tx.user.update({ where: { id }, data: { siteAdmin: next.siteAdmin } });
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
export function createPasswordLink(actor: SiteAdmin, id: string, now = new Date()): Promise<Link | null> {
  return db.$transaction(async (tx) => {
    if (!(await tx.user.findFirst({ where: { id, disabledAt: null, email: { not: null } } }))) return null;
    await audit(tx, actor, { action: "user.link-created", subject: ["User", id] });
    return createLink(tx, "set_password", id, now);
  });
}

/**
 * A new password link for a member of a project, made by its admin. Only for an account that this project
 * invited and that has no access beyond the admin's: no site admin, and no member of a project that they do
 * not administer. Otherwise a project admin could take over any account by adding it.
 */
export function createMemberPasswordLink(
  admin: Member<"admin">,
  projectId: string,
  membershipId: string,
  now = new Date(),
): Promise<Link | Refusal<"site-admin-only"> | null> {
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
    return createLink(tx, "set_password", member.userId, now, madeIn);
  });
}

// ---------------------------------------------------------------- tidying up

/** Deletes what has ended: sessions and links after a month, and rate limits that are full again. */
export async function deleteExpired(now = new Date()): Promise<void> {
  const before = new Date(now.getTime() - 30 * DAY);
  await db.session.deleteMany({
    where: { OR: [{ expiresAt: { lt: before } }, { revokedAt: { lt: before } }] },
  });
  await db.oneTimeLink.deleteMany({
    where: { OR: [{ expiresAt: { lt: before } }, { usedAt: { lt: before } }] },
  });
  await forgetUnusedBrowsers(now);
  await db.rateLimit.deleteMany({ where: { updatedAt: { lt: new Date(now.getTime() - DAY) } } });
}
