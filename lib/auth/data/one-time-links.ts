import "server-only";
import { audit } from "@/lib/auth/audit";
import { isEmail } from "@/lib/auth/data/account";
import { hashPassword } from "@/lib/auth/password";
import { DAY } from "@/lib/auth/rules";
import type { OneTimeLink } from "@/lib/auth/schema";
import { hashSecret, randomSecret } from "@/lib/auth/secrets";
import { db, type Tx } from "@/lib/database/db";
import { env } from "@/lib/env";
import { type Refusal, refuse } from "@/lib/http/refusals";
import { composeMail } from "@/lib/mail/compose";
import { mailIsOn, queueMail } from "@/lib/mail/data";

/** Lifetime of a one-time link. */
export const LINK_LIFE = 3 * DAY;

/** The link for creating the first admin's account in an empty installation. Older ones stop working. */
export function createFirstAdminLink(now = new Date()): Promise<OneTimeLink | Refusal<"already-set-up">> {
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
): Promise<OneTimeLink> {
  await tx.oneTimeLink.deleteMany({ where: { purpose, userId, usedAt: null } });
  const token = randomSecret();
  const expiresAt = new Date(now.getTime() + LINK_LIFE);
  await tx.oneTimeLink.create({
    data: { purpose, userId, tokenHash: hashSecret(token), createdAt: now, expiresAt, ...madeIn },
  });
  const path = purpose === "first_admin" ? "first-admin" : "set-password";
  const mailed = mailIsOn() && purpose === "set_password";
  return { url: `${env().APP_URL}/${path}/${token}`, expiresAt, mailed };
}

/** Sends a person's password link to their own address, where there is a mail server. */
export async function mailPasswordLink(tx: Tx, userId: string, link: OneTimeLink): Promise<void> {
  const user = await tx.user.findUniqueOrThrow({
    where: { id: userId },
    select: { email: true, name: true, language: true },
  });
  if (user.email === null) return;
  const mail = composeMail({ ...user, email: user.email }, (t, date) => ({
    subject: t("mail.password.subject"),
    paragraphs: [t("mail.password", { until: date(link.expiresAt) }), link.url, t("mail.password.ignore")],
  }));
  await queueMail(tx, mail);
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
export async function findHolder(
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
export async function spendLink(tx: Tx, purpose: "first_admin" | "set_password", token: string, now: Date) {
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
