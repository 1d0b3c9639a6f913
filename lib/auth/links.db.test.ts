import { expect, test } from "vitest";
import { setPassword } from "@/lib/account/data/set-password";
import { createFirstAdmin, createFirstAdminLink, findLink } from "@/lib/auth/data/one-time-links";
import { checkPassword } from "@/lib/auth/data/sign-in";
import { createPasswordLink } from "@/lib/auth/data/users";
import { DAY } from "@/lib/auth/rules";
import type { OneTimeLink } from "@/lib/auth/schema";
import { findSignedIn } from "@/lib/auth/sessions";
import { verifyToken } from "@/lib/auth/tokens";
import { db } from "@/lib/database/db";
import { createUser } from "@/lib/project/create-user";
import { makeMember, makeSession, makeSiteAdmin, makeToken, makeUser } from "@/testing/builders/people";
import { makeProject } from "@/testing/builders/projects";

const password = "a password long enough";
const person = { email: "first@example.org", name: "First Admin", password };

function tokenOf(link: OneTimeLink | { refused: string } | null): string {
  if (!link || "refused" in link) throw new Error("no link");
  return link.url.slice(link.url.lastIndexOf("/") + 1);
}

// First, because it needs an installation without accounts.
test("the first admin is made once, by the newest link, in time", async () => {
  const old = tokenOf(await createFirstAdminLink());
  const token = tokenOf(await createFirstAdminLink());
  expect(await createFirstAdmin({ token: old, ...person })).toEqual({ refused: "link-gone" });
  const late = new Date(Date.now() + 4 * DAY);
  expect(await createFirstAdmin({ token, ...person }, late)).toEqual({ refused: "link-gone" });
  expect(await createFirstAdmin({ token, ...person, password: person.email })).toEqual({
    refused: "password-is-email",
  });

  const tries = await Promise.all(Array.from({ length: 5 }, () => createFirstAdmin({ token, ...person })));
  expect(tries.filter((result) => "email" in result)).toHaveLength(1);
  expect(tries.filter((result) => "refused" in result && result.refused === "link-gone")).toHaveLength(4);
  expect(await db.user.findMany({ select: { email: true, siteAdmin: true } })).toEqual([
    { email: person.email, siteAdmin: true },
  ]);
  expect(await findLink("first_admin", token)).toBeNull();
});

test("once an account exists, no link makes another first admin", async () => {
  await makeUser();
  expect(await createFirstAdminLink()).toEqual({ refused: "already-set-up" });
});

test("a new account gets a link, not a password, and its membership of a project", async () => {
  const [admin, project] = [await makeSiteAdmin(), await makeProject()];
  const made = await createUser(admin.actor, {
    email: "new@example.org",
    name: "New",
    siteAdmin: false,
    project: project.id,
    role: "annotator",
  });
  if ("refused" in made) throw new Error(made.refused);
  const token = tokenOf(made.link);
  expect(JSON.stringify(await db.oneTimeLink.findMany())).not.toContain(token);
  expect(await findLink("set_password", token)).toEqual({ email: "new@example.org" });
  expect(await setPassword({ token, password })).toEqual({ email: "new@example.org" });
  expect(await checkPassword({ email: "new@example.org", password }, null)).toEqual({ userId: made.id });
  expect(await db.membership.findFirst({ where: { userId: made.id } })).toMatchObject({ role: "annotator" });

  expect(await setPassword({ token, password: "a replayed password" })).toEqual({ refused: "link-gone" });
  expect(await findLink("first_admin", token)).toBeNull();
});

test("an account that cannot join its project is not created", async () => {
  const admin = await makeSiteAdmin();
  const archived = await makeProject({ archived: true });
  const account = { name: "Lost", siteAdmin: false, role: "annotator" as const };
  const missing = { ...account, email: "lost@example.org", project: crypto.randomUUID() };
  expect(await createUser(admin.actor, missing)).toEqual({ refused: "no-such-project" });
  const late = { ...missing, project: archived.id };
  expect(await createUser(admin.actor, late)).toEqual({ refused: "archived" });
  expect(await db.user.count({ where: { email: "lost@example.org" } })).toBe(0);
  const { email } = await makeMember("annotator");
  expect(await createUser(admin.actor, { email, name: "Twice", siteAdmin: false })).toEqual({
    refused: "email-taken",
  });
});

test("a reset ends all sessions and API tokens, and a disabled account cannot be reset", async () => {
  const [admin, user] = [await makeSiteAdmin(), await makeUser({ password })];
  const [{ sid }, { token: api }] = [await makeSession(user), await makeToken(user)];
  const first = tokenOf(await createPasswordLink(admin.actor, user.id));
  const token = tokenOf(await createPasswordLink(admin.actor, user.id));
  expect(await setPassword({ token: first, password: "a newer password" })).toEqual({ refused: "link-gone" });
  expect(await setPassword({ token, password: "a newer password" })).toEqual({ email: user.email });
  expect(await findSignedIn(sid)).toBeNull();
  expect(await verifyToken(api)).toBeNull();

  const last = tokenOf(await createPasswordLink(admin.actor, user.id));
  await db.user.update({ where: { id: user.id }, data: { disabledAt: new Date() } });
  expect(await setPassword({ token: last, password })).toEqual({ refused: "link-gone" });
  expect(await createPasswordLink(admin.actor, user.id)).toBeNull();
});
