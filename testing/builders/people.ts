import { randomInt, randomUUID } from "node:crypto";
import {
  type AccessLevel,
  actAs,
  type Member,
  type SignedIn,
  type SiteAdmin,
  signedIn,
} from "@/lib/auth/actor";
import { createPasswordLink } from "@/lib/auth/data/users";
import { hashPassword } from "@/lib/auth/password";
import type { TokenScope } from "@/lib/auth/schema";
import { openSession, sealSession, sessionCookie } from "@/lib/auth/sessions";
import { createToken } from "@/lib/auth/tokens";
import { db } from "@/lib/database/db";
import { env } from "@/lib/env";
import type { Language } from "@/lib/i18n/schema";
import { invite } from "@/lib/invitation/data";
import { createMembership } from "@/lib/project/data";
import type { Role } from "@/lib/project/schema";
import { makeProject } from "@/testing/builders/projects";

/* Builders for tests, e2e and the seed. Each creates one working record from minimal arguments; the test
   states what it is about. Names are random to avoid collisions. */

const FIRST = ["Ada", "Bo", "Chidi", "Dilek", "Edda", "Femi", "Grete", "Hana", "Ines", "Jun", "Kofi", "Lena"];
const LAST = [
  "Abe",
  "Berg",
  "Costa",
  "Diallo",
  "Ek",
  "Fuchs",
  "Garg",
  "Holm",
  "Ito",
  "Juarez",
  "Kaya",
  "Lund",
];

let dealt = randomInt(FIRST.length * LAST.length);

/** A name not used before in this process, for the first 144 people. */
function newName(): string {
  // 89 is coprime to 144: every pair occurs once before the cycle repeats.
  dealt = (dealt + 89) % (FIRST.length * LAST.length);
  return `${FIRST[dealt % FIRST.length]} ${LAST[Math.floor(dealt / FIRST.length)]}`;
}

export interface TestUser {
  id: string;
  email: string;
  name: string;
  /** The actor, as if just signed in. */
  actor: SignedIn;
}

/** A person with an account. Hashing a password is slow, so there is none unless requested. */
export async function makeUser({
  name = newName(),
  email = `${name.toLowerCase().replace(/\W+/g, ".")}.${randomUUID().slice(0, 8)}@example.org`,
  password,
  siteAdmin = false,
  disabled = false,
  language = null,
  newcomer = false,
}: {
  name?: string;
  email?: string;
  password?: string;
  siteAdmin?: boolean;
  disabled?: boolean;
  language?: Language | null;
  /** Is shown the tour of the workbench and the first steps of a project. */
  newcomer?: boolean;
} = {}): Promise<TestUser> {
  const passwordHash = password === undefined ? null : await hashPassword(password);
  const disabledAt = disabled ? new Date() : null;
  const { id } = await db.user.create({
    data: {
      name,
      email,
      passwordHash,
      siteAdmin,
      disabledAt,
      language,
      showsTour: newcomer,
      showsFirstSteps: newcomer,
    },
  });
  const actor = signedIn({
    userId: id,
    email,
    name,
    isSiteAdmin: siteAdmin,
    language,
    sessionId: null,
    scopes: null,
    onlyProject: null,
  });
  return { id, email, name, actor };
}

export async function makeSiteAdmin(
  options: { password?: string } = {},
): Promise<Omit<TestUser, "actor"> & { actor: SiteAdmin }> {
  const user = await makeUser({ ...options, siteAdmin: true });
  return { ...user, actor: { ...user.actor, isSiteAdmin: true } };
}

/** A signed-in browser: its cookie, as Playwright's `context.addCookies` takes it. */
export async function makeSession(user: { id: string }, now = new Date()) {
  const sid = await openSession(user.id, now);
  const { name, options } = sessionCookie();
  return {
    sid,
    cookie: {
      name,
      value: await sealSession(sid),
      domain: new URL(env().APP_URL).hostname,
      path: options.path,
      httpOnly: options.httpOnly,
      secure: options.secure,
      sameSite: "Lax" as const,
    },
  };
}

/** An API token of a user. */
export async function makeToken(
  user: { actor: SignedIn },
  {
    days = 30,
    scopes,
    project = null,
    now = new Date(),
  }: { days?: number; scopes?: readonly TokenScope[]; project?: string | null; now?: Date } = {},
) {
  const made = await createToken(user.actor, { name: "test", days, scopes, project }, now);
  if ("refused" in made) throw new Error(made.refused);
  return { id: made.id, token: made.token };
}

/** Path of a link to set a user's password. */
export async function makePasswordLink(user: { id: string }): Promise<string> {
  const link = await createPasswordLink((await makeSiteAdmin()).actor, user.id);
  if (!link || "refused" in link) throw new Error("no link for an account that is not there, or disabled");
  return new URL(link.url).pathname;
}

export interface TestMember<S extends AccessLevel> extends Omit<TestUser, "actor"> {
  /** Acting with the rights of the role. */
  actor: Member<S>;
  projectId: string;
  membershipId: string;
  /** Rater id in judgements. */
  raterId: string;
  pseudonym: string;
}

/** A member of a project, with a new account unless one is given. */
export async function makeMember<R extends Role>(
  role: R,
  { project, user, disabled = false }: { project?: { id: string }; user?: TestUser; disabled?: boolean } = {},
): Promise<TestMember<R>> {
  const projectId = (project ?? (await makeProject())).id;
  const person = user ?? (await makeUser());
  const membership = await db.$transaction((tx) =>
    createMembership(tx, null, { projectId, userId: person.id, role }),
  );
  const { raterId } = await db.membership.update({
    where: { id: membership.id },
    data: { disabledAt: disabled ? new Date() : null },
  });
  return {
    ...person,
    actor: actAs(person.actor, role),
    projectId,
    membershipId: membership.id,
    raterId,
    pseudonym: membership.pseudonym,
  };
}

/** An invitation to a project, with the secret of its link. */
export async function makeInvitation(
  project: { id: string },
  { email = `${randomUUID()}@example.org`, role = "annotator" as Role } = {},
) {
  const { actor } = await makeSiteAdmin();
  const made = await invite(actAs(actor, "admin"), project.id, { people: email, role });
  const invitation = made && "invitations" in made ? made.invitations[0] : undefined;
  if (!invitation) throw new Error("nobody was invited");
  return { ...invitation, token: invitation.url.slice(invitation.url.lastIndexOf("/") + 1) };
}
