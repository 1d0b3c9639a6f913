import { randomInt, randomUUID } from "node:crypto";
import { actAs, type Member, type SignedIn, type SiteAdmin, type Standing, signedIn } from "@/lib/auth/actor";
import { hashPassword } from "@/lib/auth/password";
import { DAY } from "@/lib/auth/rules";
import { openSession, sealSession, sessionCookie } from "@/lib/auth/sessions";
import { createToken } from "@/lib/auth/tokens";
import { db } from "@/lib/db";
import { env } from "@/lib/env";
import { createMembership } from "@/lib/project/data";
import type { Role } from "@/lib/project/schema";

/*
 * One set of builders for tests, e2e and the seed. Each makes one thing that works, with the least that must be
 * said; whatever a test is about is said by the test. Names are random, so that nothing collides.
 */

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

function pick(words: readonly string[]): string {
  return words[randomInt(words.length)] ?? "";
}

export interface MadeUser {
  id: string;
  email: string;
  name: string;
  /** As if they had just signed in. */
  actor: SignedIn;
}

/** A person with an account. Hashing a password takes a moment, so there is none unless it is asked for. */
export async function makeUser({
  name = `${pick(FIRST)} ${pick(LAST)}`,
  email = `${name.toLowerCase().replace(/\W+/g, ".")}.${randomUUID().slice(0, 8)}@example.org`,
  password,
  siteAdmin = false,
  disabled = false,
}: {
  name?: string;
  email?: string;
  password?: string;
  siteAdmin?: boolean;
  disabled?: boolean;
} = {}): Promise<MadeUser> {
  const passwordHash = password === undefined ? null : await hashPassword(password);
  const disabledAt = disabled ? new Date() : null;
  const { id } = await db.user.create({ data: { name, email, passwordHash, siteAdmin, disabledAt } });
  const actor = signedIn({ userId: id, email, name, isSiteAdmin: siteAdmin, sessionId: null });
  return { id, email, name, actor };
}

export async function makeSiteAdmin(
  options: { password?: string } = {},
): Promise<Omit<MadeUser, "actor"> & { actor: SiteAdmin }> {
  const user = await makeUser({ ...options, siteAdmin: true });
  return { ...user, actor: { ...user.actor, isSiteAdmin: true } };
}

/** A signed-in browser: its cookie, in the shape that Playwright's `context.addCookies` takes. */
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

/** An API token of somebody's. */
export async function makeToken(user: { actor: SignedIn }, { days = 30, now = new Date() } = {}) {
  const made = await createToken(user.actor, { name: "test", days }, now);
  if ("refused" in made) throw new Error(made.refused);
  return { id: made.id, token: made.token };
}

export interface MadeProject {
  id: string;
  name: string;
}

export async function makeProject({
  name = `Study ${randomUUID().slice(0, 8)}`,
  sample = false,
  archived = false,
}: {
  name?: string;
  sample?: boolean;
  archived?: boolean;
} = {}): Promise<MadeProject> {
  const archivedAt = archived ? new Date(Date.now() - DAY) : null;
  const { id } = await db.project.create({ data: { name, sample, archivedAt } });
  return { id, name };
}

export interface MadeMember<S extends Standing> extends Omit<MadeUser, "actor"> {
  /** Acting with the rights of their role. */
  actor: Member<S>;
  projectId: string;
  membershipId: string;
  /** Who they are in judgements. */
  raterId: string;
  pseudonym: string;
}

/** Somebody in a project, with an account made for it unless one is given. */
export async function makeMember<R extends Role>(
  role: R,
  { project, user, disabled = false }: { project?: { id: string }; user?: MadeUser; disabled?: boolean } = {},
): Promise<MadeMember<R>> {
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
