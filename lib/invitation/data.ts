import "server-only";
import { type Member, memberOf, type SignedIn } from "@/lib/auth/actor";
import { audit } from "@/lib/auth/audit";
import { isEmail } from "@/lib/auth/data/account";
import { LINK_LIFE } from "@/lib/auth/data/one-time-links";
import { hashPassword } from "@/lib/auth/password";
import { passwordsAreOff } from "@/lib/auth/provider/configuration";
import { hashSecret, randomSecret } from "@/lib/auth/secrets";
import { db, type Tx } from "@/lib/database/db";
import { env } from "@/lib/env";
import { afterCursor, byId, idOrderWithLimit, pageFrom } from "@/lib/http/cursor";
import type { ListPage, PageRequest } from "@/lib/http/page";
import { type Refusal, refuse } from "@/lib/http/refusals";
import { readInvitees } from "@/lib/invitation/rules";
import type { InvitationView, Invite, Invited, LineProblem } from "@/lib/invitation/schema";
import { composeMail } from "@/lib/mail/compose";
import { mailIsOn, queueMail } from "@/lib/mail/data";
import { createMembership, hasAccess, lockProject } from "@/lib/project/data";
import type { OnErasure, Role } from "@/lib/project/schema";

/**
 * Invites people into a project, all or none: problems are reported by line before anything is created. Does
 * not reveal whether an address has an account.
 */
export function invite(
  admin: Member<"admin">,
  projectId: string,
  { people: text, role }: Invite,
  now = new Date(),
): Promise<{ invitations: Invited[] } | Refusal<"archived" | "not-invitable"> | null> {
  return db.$transaction(
    async (tx) => {
      const project = await lockProject(tx, admin, projectId);
      if (!project) return null;
      if (project.archivedAt) return refuse("archived");
      const { people, problems } = readInvitees(text, role);
      const found = [...problems, ...(await listConflicts(tx, projectId, people, now))];
      if (found.length > 0 || people.length === 0) {
        const sorted = found.sort((a, b) => a.line - b.line);
        return refuse("not-invitable", { problems: sorted });
      }
      const emails = people.map(({ email }) => email);
      const languages = await findLanguages(tx, emails);
      await tx.invitation.deleteMany({ where: { projectId, email: { in: emails } } });
      const invitations: Invited[] = [];
      for (const { email, name, role } of people) {
        const { tokenHash, ...link } = newLink(now);
        const { expiresAt } = link;
        const data = { projectId, email, name, role, tokenHash, createdAt: now, expiresAt };
        const { id } = await tx.invitation.create({ data, select: { id: true } });
        await audit(tx, admin, {
          action: "invitation.created",
          projectId,
          subject: ["Invitation", id],
          detail: { role },
        });
        invitations.push({ id, email, name, role, ...link });
        const language = languages.get(email) ?? null;
        await mailInvitation(tx, project.name, { email, name, language, ...link });
      }
      return { invitations };
    },
    { timeout: 60_000 },
  );
}

function newLink(now: Date) {
  const token = randomSecret();
  return {
    tokenHash: hashSecret(token),
    url: `${env().APP_URL}/invitation/${token}`,
    expiresAt: new Date(now.getTime() + LINK_LIFE),
    mailed: mailIsOn(),
  };
}

/** The languages of those who have an account and chose one. */
async function findLanguages(tx: Tx, emails: string[]): Promise<Map<string | null, string | null>> {
  if (!mailIsOn()) return new Map();
  const users = await tx.user.findMany({
    where: { email: { in: emails } },
    select: { email: true, language: true },
  });
  return new Map(users.map(({ email, language }) => [email, language]));
}

/** Sends the link to the invited person, where there is a mail server; the admin can copy it in any case. */
async function mailInvitation(
  tx: Tx,
  project: string,
  invited: { email: string; name: string; language: string | null; url: string; expiresAt: Date },
): Promise<void> {
  const mail = composeMail(invited, (t, date) => ({
    subject: t("mail.invitation.subject", { project }),
    paragraphs: [t("mail.invitation", { project, until: date(invited.expiresAt) }), invited.url],
  }));
  await queueMail(tx, mail);
}

/** People who are in the project already, or have a valid invitation. */
async function listConflicts(
  tx: Tx,
  projectId: string,
  people: { line: number; email: string }[],
  now: Date,
): Promise<LineProblem[]> {
  const emails = people.map(({ email }) => email);
  const members = await tx.user.findMany({
    where: { email: { in: emails }, memberships: { some: { projectId } } },
    select: { email: true },
  });
  const waiting = await tx.invitation.findMany({
    where: { projectId, email: { in: emails }, expiresAt: { gt: now } },
    select: { email: true },
  });
  const inProject = new Set(members.map(({ email }) => email));
  const invited = new Set(waiting.map(({ email }) => email));
  return people.flatMap(({ line, email }) => {
    if (inProject.has(email))
      return [{ line, text: email, message: "This person is in the project already." }];
    if (invited.has(email)) {
      return [{ line, text: email, message: "There is an invitation already. Make a new link in the list." }];
    }
    return [];
  });
}

/** The open invitations, newest first; null when the actor is not an admin of the project. */
export async function listInvitations(
  admin: Member<"admin">,
  projectId: string,
): Promise<InvitationView[] | null> {
  const project = await db.project.findFirst({
    where: { id: projectId, ...memberOf(admin) },
    select: {
      invitations: {
        select: { id: true, email: true, name: true, role: true, createdAt: true, expiresAt: true },
        orderBy: [{ createdAt: "desc" }, { email: "asc" }],
      },
    },
  });
  return project?.invitations ?? null;
}

/** A page of invitations by id. */
export async function readInvitations(
  admin: Member<"admin">,
  projectId: string,
  page: PageRequest,
): Promise<ListPage<InvitationView> | null> {
  if (!(await hasAccess(admin, projectId))) return null;
  const rows = await db.invitation.findMany({
    where: { projectId, ...afterCursor(page) },
    ...idOrderWithLimit(page),
    select: { id: true, email: true, name: true, role: true, createdAt: true, expiresAt: true },
  });
  return pageFrom(rows, page, byId, (row) => row);
}

/** A new link for an invited person; the previous one stops working. */
export function renewInvitation(
  admin: Member<"admin">,
  projectId: string,
  id: string,
  now = new Date(),
): Promise<Invited | Refusal<"archived"> | null> {
  return db.$transaction(async (tx) => {
    const project = await lockProject(tx, admin, projectId);
    const invitation = project && (await tx.invitation.findFirst({ where: { id, projectId } }));
    if (!invitation) return null;
    if (project.archivedAt) return refuse("archived");
    const { tokenHash, ...link } = newLink(now);
    const { expiresAt } = link;
    await tx.invitation.update({ where: { id }, data: { tokenHash, createdAt: now, expiresAt } });
    await audit(tx, admin, { action: "invitation.renewed", projectId, subject: ["Invitation", id] });
    const { email, name, role } = invitation;
    const languages = await findLanguages(tx, [email]);
    const language = languages.get(email) ?? null;
    await mailInvitation(tx, project.name, { email, name, language, ...link });
    return { id, email, name, role, ...link };
  });
}

/** Revokes an invitation: its link stops working and it is deleted. */
export function revokeInvitation(
  admin: Member<"admin">,
  projectId: string,
  id: string,
): Promise<{ id: string } | null> {
  return db.$transaction(async (tx) => {
    const project = await lockProject(tx, admin, projectId);
    const invitation = project && (await tx.invitation.findFirst({ where: { id, projectId } }));
    if (!invitation) return null;
    await tx.invitation.delete({ where: { id } });
    await audit(tx, admin, { action: "invitation.revoked", projectId, subject: ["Invitation", id] });
    return { id };
  });
}

// ---------------------------------------------------------------- with the link

interface InvitationOffer {
  project: string;
  role: Role;
  email: string;
  name: string;
  /** True if the address has an account: then the person signs in instead of creating one. */
  hasAccount: boolean;
  onErasure: OnErasure;
}

/** The offer to the holder of an invitation's link; null when it is no longer valid. */
export async function findInvitation(token: string, now = new Date()): Promise<InvitationOffer | null> {
  const invitation = await db.invitation.findFirst({
    where: { tokenHash: hashSecret(token), expiresAt: { gt: now }, project: { archivedAt: null } },
    select: { email: true, name: true, role: true, project: { select: { name: true, onErasure: true } } },
  });
  if (!invitation) return null;
  const { email, name, role, project } = invitation;
  const account = await db.user.findUnique({ where: { email }, select: { id: true } });
  return {
    project: project.name,
    role,
    email,
    name,
    hasAccount: account !== null,
    onErasure: project.onErasure,
  };
}

/** Adds the signed-in user to the project, if the invitation is for their address. The link works once. */
export function acceptInvitation(
  actor: SignedIn,
  token: string,
  now = new Date(),
): Promise<
  { path: string } | Refusal<"link-gone" | "already-member" | "session-only" | "invitation-for-another">
> {
  return db.$transaction(async (tx) => {
    if (actor.email === null) return refuse("session-only");
    const invitation = await lockInvitation(tx, token, now);
    if (!invitation) return refuse("link-gone");
    const { projectId } = invitation;
    if (invitation.email !== actor.email) return refuse("invitation-for-another");
    const membership = { projectId_userId: { projectId, userId: actor.userId } };
    if (await tx.membership.findUnique({ where: membership })) return refuse("already-member");
    return enter(tx, actor, invitation);
  });
}

/** Creates an account for the invited address, with a name and a password, and adds it to the project. */
export async function acceptWithNewAccount(
  { token, name, password }: { token: string; name: string; password: string },
  now = new Date(),
): Promise<
  | { email: string; path: string }
  | Refusal<"link-gone" | "email-taken" | "password-is-email" | "passwords-off">
> {
  if (passwordsAreOff()) return refuse("passwords-off");
  const offer = await findInvitation(token, now);
  if (!offer) return refuse("link-gone");
  if (isEmail(password, offer.email)) return refuse("password-is-email");
  if (offer.hasAccount) return refuse("email-taken");
  const passwordHash = await hashPassword(password);
  return db.$transaction(async (tx) => {
    const invitation = await lockInvitation(tx, token, now);
    if (!invitation) return refuse("link-gone");
    const { email } = invitation;
    const [user] = await tx.user.createManyAndReturn({
      data: [{ email, name, passwordHash, createdInId: invitation.projectId }],
      skipDuplicates: true,
      select: { id: true },
    });
    if (!user) return refuse("email-taken");
    const actor = { userId: user.id };
    await audit(tx, actor, { action: "user.created", subject: ["User", user.id] });
    return { email, ...(await enter(tx, actor, invitation)) };
  });
}

interface LockedInvitation {
  id: string;
  projectId: string;
  email: string;
  role: Role;
}

/** The invitation, if its link is valid, locked: of several simultaneous attempts one succeeds. */
async function lockInvitation(tx: Tx, token: string, now: Date): Promise<LockedInvitation | null> {
  const [locked] = await tx.$queryRaw<LockedInvitation[]>`
    SELECT i."id", i."projectId", i."email", i."role"::text AS "role"
    FROM "Invitation" i JOIN "Project" p ON p."id" = i."projectId" AND p."archivedAt" IS NULL
    WHERE i."tokenHash" = ${hashSecret(token)} AND i."expiresAt" > ${now}
    FOR UPDATE`;
  return locked ?? null;
}

async function enter(
  tx: Tx,
  actor: Pick<SignedIn, "userId">,
  { id, projectId, role }: LockedInvitation,
): Promise<{ path: string }> {
  await tx.invitation.delete({ where: { id } });
  await audit(tx, actor, { action: "invitation.accepted", projectId, subject: ["Invitation", id] });
  await createMembership(tx, actor, { projectId, userId: actor.userId, role });
  return { path: role === "annotator" ? "/annotate" : `/projects/${projectId}` };
}

/** Deletes invitations a month after they expired. */
export async function forgetInvitations(before: Date): Promise<void> {
  await db.invitation.deleteMany({ where: { expiresAt: { lt: before } } });
}
