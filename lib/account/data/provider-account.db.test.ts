import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { setPassword } from "@/lib/account/data/set-password";
import { changePassword, findSignInMethods } from "@/lib/auth/data/account";
import { checkPassword } from "@/lib/auth/data/sign-in";
import { changeUser, createPasswordLink, listUsers } from "@/lib/auth/data/users";
import { callbackUrl } from "@/lib/auth/provider/configuration";
import {
  CLIENT,
  type IdentityProvider,
  type ProviderPerson,
  startIdentityProvider,
} from "@/lib/auth/testing/identity-provider";
import { db } from "@/lib/database/db";
import { env } from "@/lib/env";
import { acceptInvitation, acceptWithNewAccount } from "@/lib/invitation/data";
import { createUser } from "@/lib/project/create-user";
import { changeMember } from "@/lib/project/data";
import { makeInvitation, makeMember, makeSiteAdmin, makeToken, makeUser } from "@/testing/builders/people";
import { makeProject } from "@/testing/builders/projects";
import { ProviderBrowser } from "@/testing/provider-browser";

const { port } = await vi.hoisted(async () => {
  const { freePort } = await import("@/scripts/postgres/cluster.mjs");
  const port = await freePort();
  Object.assign(process.env, {
    OIDC_ISSUER: `http://127.0.0.1:${port}`,
    OIDC_CLIENT_ID: "countersign",
    OIDC_CLIENT_SECRET: "a-secret-of-the-client-that-nobody-knows",
    OIDC_LABEL: "the University",
  });
  return { port };
});

let provider: IdentityProvider;
const usual = { ...env() };

beforeAll(async () => {
  expect(env()).toMatchObject({ OIDC_CLIENT_ID: CLIENT.id, OIDC_CLIENT_SECRET: CLIENT.secret });
  provider = await startIdentityProvider(port, callbackUrl("oidc"));
});
beforeEach(() => db.rateLimit.deleteMany());
afterEach(() => {
  provider.people.clear();
  Object.assign(env(), usual);
});
afterAll(() => provider.stop());

let made = 0;

/** A person whom the provider knows. */
function makePerson(
  details: Partial<ProviderPerson> = {},
): ProviderPerson & { email: string; login: string } {
  made += 1;
  const email = details.email ?? `person${made}.${crypto.randomUUID().slice(0, 8)}@uni.edu`;
  const person = {
    sub: crypto.randomUUID(),
    name: `Person ${made}`,
    email_verified: true,
    ...details,
    email,
  };
  provider.people.set(person.sub, person);
  return { ...person, login: person.sub };
}

const problem = (code: string) => `/sign-in?problem=${code}`;

test("an account is linked by its verified address, and afterwards found by the provider's subject", async () => {
  const user = await makeUser({ email: `ada.${crypto.randomUUID()}@uni.edu` });
  const person = makePerson({ email: user.email.toUpperCase() });
  const browser = new ProviderBrowser();
  expect(await browser.signIn(person.login, "/projects?x=1")).toBe("/projects?x=1");
  expect(await browser.whoAmI()).toBe(user.id);
  expect(await findSignInMethods(user.actor)).toMatchObject({
    password: false,
    identities: [{ provider: "oidc", label: "the University", subject: person.sub }],
    linkable: [],
  });
  const actions = await db.auditLog.findMany({ where: { actorId: user.id }, orderBy: { at: "asc" } });
  expect(actions.map(({ action }) => action)).toEqual(["identity.linked", "session.opened"]);

  // The address changes at the provider; the person stays who they are.
  provider.people.set(person.sub, { sub: person.sub, email: "other@uni.edu", email_verified: true });
  const later = new ProviderBrowser();
  await later.signIn(person.login);
  expect(await later.whoAmI()).toBe(user.id);
});

test("an address that is unverified, missing or incomplete signs no one in", async () => {
  const user = await makeUser({ email: `victim.${crypto.randomUUID()}@uni.edu` });
  env().OIDC_CREATE_ACCOUNTS = true;
  for (const details of [
    { email_verified: false },
    { email_verified: undefined },
    { email_verified: "yes" as unknown as boolean },
  ]) {
    const person = makePerson({ email: user.email, ...details });
    const browser = new ProviderBrowser();
    expect(await browser.signIn(person.login)).toBe(problem("provider-unverified"));
    expect(await browser.whoAmI()).toBe(401);
  }
  expect(await db.identity.count({ where: { userId: user.id } })).toBe(0);
});

test("another person of the provider does not take over an account by its address", async () => {
  const user = await makeUser({ email: `shared.${crypto.randomUUID()}@uni.edu` });
  await new ProviderBrowser().signIn(makePerson({ email: user.email }).login);
  const second = new ProviderBrowser();
  expect(await second.signIn(makePerson({ email: user.email }).login)).toBe(
    problem("provider-another-person"),
  );
  expect(await second.whoAmI()).toBe(401);
});

test("only listed domains sign in, also for linked accounts", async () => {
  const [inside, outside] = [makePerson(), makePerson({ email: `x${crypto.randomUUID()}@evil-uni.edu` })];
  env().OIDC_CREATE_ACCOUNTS = true;
  await new ProviderBrowser().signIn(outside.login);
  env().OIDC_DOMAINS = ["uni.edu"];
  expect(await new ProviderBrowser().signIn(outside.login)).toBe(problem("provider-domain"));
  expect(await new ProviderBrowser().signIn(inside.login)).toBe("/");
});

test("a first sign-in creates an account only where the operator allows it, or for an invitation", async () => {
  const stranger = makePerson();
  expect(await new ProviderBrowser().signIn(stranger.login)).toBe(problem("provider-no-account"));
  expect(await db.user.findUnique({ where: { email: stranger.email } })).toBeNull();

  env().OIDC_CREATE_ACCOUNTS = true;
  const browser = new ProviderBrowser();
  await browser.signIn(stranger.login);
  const account = await db.user.findUniqueOrThrow({ where: { email: stranger.email } });
  expect(account).toMatchObject({ name: stranger.name, siteAdmin: false });
  expect(await browser.whoAmI()).toBe(account.id);
  const listed = (await listUsers((await makeSiteAdmin()).actor)).find(({ id }) => id === account.id);
  expect(listed).toMatchObject({ pending: false });

  env().OIDC_CREATE_ACCOUNTS = false;
  const project = await makeProject();
  const invited = makePerson();
  const { token } = await makeInvitation(project, { email: invited.email });
  const guest = new ProviderBrowser();
  expect(await guest.signIn(invited.login, `/invitation/${token}`)).toBe(`/invitation/${token}`);
  const { id, email, name } = await db.user.findUniqueOrThrow({ where: { email: invited.email } });
  const { actor } = await makeUser();
  expect(await acceptInvitation({ ...actor, userId: id, email, name }, token)).toEqual({ path: "/annotate" });
});

test("two simultaneous first sign-ins create one account", async () => {
  env().OIDC_CREATE_ACCOUNTS = true;
  const person = makePerson();
  const browsers = [new ProviderBrowser(), new ProviderBrowser(), new ProviderBrowser()];
  expect(await Promise.all(browsers.map((one) => one.signIn(person.login)))).toEqual(["/", "/", "/"]);
  const ids = await Promise.all(browsers.map((one) => one.whoAmI()));
  expect(new Set(ids).size).toBe(1);
});

test("after the owner of the address has signed in, the invitation link gives no access", async () => {
  const person = makePerson();
  const { token } = await makeInvitation(await makeProject(), { email: person.email });
  await acceptWithNewAccount({ token, name: "Somebody", password: "chosen by whoever had the link" });
  const { id } = await db.user.findUniqueOrThrow({ where: { email: person.email } });
  const { actor } = await makeUser();
  const { id: tokenId } = await makeToken({ actor: { ...actor, userId: id, email: person.email } });
  await new ProviderBrowser().signIn(person.login);
  const shown = { email: person.email, password: "chosen by whoever had the link" };
  expect(await checkPassword(shown, null)).toEqual({ refused: "sign-in-failed" });
  expect((await db.apiToken.findUniqueOrThrow({ where: { id: tokenId } })).revokedAt).not.toBeNull();
});

test("a disabled account is refused at once and at its next sign-in", async () => {
  const user = await makeUser({ email: `gone.${crypto.randomUUID()}@uni.edu` });
  const person = makePerson({ email: user.email });
  const browser = new ProviderBrowser();
  await browser.signIn(person.login);
  await changeUser((await makeSiteAdmin()).actor, user.id, { disabled: true });
  expect(await browser.whoAmI()).toBe(401);
  expect(await browser.signIn(person.login)).toBe(problem("account-disabled"));
  expect(await browser.whoAmI()).toBe(401);
  const never = await makeUser({ email: `never.${crypto.randomUUID()}@uni.edu`, disabled: true });
  expect(await new ProviderBrowser().signIn(makePerson({ email: never.email }).login)).toBe(
    problem("account-disabled"),
  );
});

test("an answer of the provider works once, in the browser that began, with its own state, nonce and verifier", async () => {
  env().OIDC_CREATE_ACCOUNTS = true;
  const person = makePerson();
  const gone = problem("provider-attempt-gone");

  const browser = new ProviderBrowser();
  const answer = await browser.signInThere(await browser.begin(), person.login);
  const other = new ProviderBrowser();
  expect(await other.comeBack(answer), "a browser that did not begin").toBe(gone);
  await other.begin();
  expect(await other.comeBack(answer), "the state of another browser").toBe(gone);
  const attempt = new Map(browser.own.cookies);
  expect(await browser.comeBack(answer)).toBe("/");
  expect(await browser.comeBack(answer), "the attempt is over").toBe(gone);
  const thief = new ProviderBrowser("oidc", attempt);
  expect(await thief.comeBack(answer), "the code was used before").toBe(gone);
  expect(await thief.whoAmI()).toBe(401);

  for (const [parameter, value, refused] of [
    ["nonce", "of-another-sign-in", problem("provider-refused")],
    ["code_challenge", "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM", gone],
  ] as const) {
    const victim = new ProviderBrowser();
    const address = await victim.begin();
    address.searchParams.set(parameter, value);
    expect(await victim.comeBack(await victim.signInThere(address, person.login)), parameter).toBe(refused);
    expect(await victim.whoAmI()).toBe(401);
  }
});

test("a provider's error is shown, a foreign return address is ignored, and the session before the sign-in ends", async () => {
  env().OIDC_CREATE_ACCOUNTS = true;
  const person = makePerson();
  const browser = new ProviderBrowser();
  const { searchParams } = await browser.begin("/annotate");
  const refused = new URL(callbackUrl("oidc"));
  refused.search = `error=access_denied&state=${searchParams.get("state")}&iss=${provider.issuer}`;
  expect(await browser.comeBack(refused)).toBe(`${problem("provider-refused")}&next=%2Fannotate`);

  expect(await browser.signIn(person.login, "https://evil.example/phish")).toBe("/");
  const before = browser.own.cookies.get("countersign.session") ?? "";
  await browser.signIn(person.login, "//evil.example");
  const old = new ProviderBrowser();
  old.own.cookies.set("countersign.session", before);
  expect(await old.whoAmI(), "the session before this sign-in").toBe(401);
  expect(await browser.whoAmI()).not.toBe(401);
});

test("groups grant and revoke roles, but never roles that an admin granted", async () => {
  const [project, other, byHand] = [await makeProject(), await makeProject(), await makeProject()];
  for (const one of [project, other, byHand]) await makeMember("admin", { project: one });
  await makeSiteAdmin();
  env().OIDC_CREATE_ACCOUNTS = true;
  env().OIDC_GROUP_ROLES = {
    leads: [
      { project: null, role: "site-admin" },
      { project: project.id, role: "admin" },
    ],
    students: [
      { project: project.id, role: "annotator" },
      { project: other.id, role: "annotator" },
      { project: byHand.id, role: "annotator" },
    ],
  };
  const user = await makeUser({ email: `roles.${crypto.randomUUID()}@uni.edu` });
  const member = await makeMember("researcher", { project: byHand, user });
  const person = makePerson({ email: user.email, groups: ["students", "leads", "constructor"] });
  const roles = async () => {
    const found = await db.membership.findMany({ where: { userId: user.id, disabledAt: null } });
    const { siteAdmin } = await db.user.findUniqueOrThrow({ where: { id: user.id } });
    const of = (id: string) => found.find(({ projectId }) => projectId === id)?.role ?? null;
    return [siteAdmin, of(project.id), of(other.id), of(byHand.id)];
  };
  const signInAs = async (...groups: string[]) => {
    provider.people.set(person.sub, { ...person, groups });
    expect(await new ProviderBrowser().signIn(person.login)).toBe("/");
    return roles();
  };

  expect(await signInAs("students", "leads")).toEqual([true, "admin", "annotator", "researcher"]);
  expect(await signInAs("students")).toEqual([false, "annotator", "annotator", "researcher"]);
  expect(await signInAs()).toEqual([false, null, null, "researcher"]);
  expect(await signInAs("students")).toEqual([false, "annotator", "annotator", "researcher"]);

  // An admin removes the member: the group does not bring them back.
  const admin = await makeMember("admin", { project: other });
  const removed = await db.membership.findFirstOrThrow({ where: { userId: user.id, projectId: other.id } });
  await changeMember(admin.actor, other.id, removed.id, { disabled: true });
  expect(await signInAs("students")).toEqual([false, "annotator", null, "researcher"]);
  expect(member.projectId).toBe(byHand.id);
});

test("the last admin of a project stays one, whatever their groups", async () => {
  const project = await makeProject();
  env().OIDC_CREATE_ACCOUNTS = true;
  env().OIDC_GROUP_ROLES = { leads: [{ project: project.id, role: "admin" }] };
  const person = makePerson({ groups: ["leads"] });
  await new ProviderBrowser().signIn(person.login);
  provider.people.set(person.sub, { ...person, groups: [] });
  await new ProviderBrowser().signIn(person.login);
  const members = await db.membership.findMany({ where: { projectId: project.id, disabledAt: null } });
  expect(members).toMatchObject([{ role: "admin" }]);
});

test("with passwords off no password function works, and accounts are created without a link", async () => {
  const password = "a password long enough";
  const [user, admin] = [await makeUser({ password }), await makeSiteAdmin()];
  const { token } = await makeInvitation(await makeProject());
  env().PASSWORD_SIGN_IN = "off";
  const off = { refused: "passwords-off" };
  expect(await checkPassword({ email: user.email, password }, null)).toEqual(off);
  expect(await changePassword(user.actor, { current: password, password: "another password" })).toEqual(off);
  expect(await setPassword({ token: "x".repeat(43), password })).toEqual(off);
  expect(await acceptWithNewAccount({ token, name: "New", password })).toEqual(off);
  expect(await createPasswordLink(admin.actor, user.id)).toEqual(off);
  const email = `${crypto.randomUUID()}@uni.edu`;
  expect(await createUser(admin.actor, { email, name: "New", siteAdmin: false })).toMatchObject({
    link: null,
  });
  expect(await new ProviderBrowser().signIn(makePerson({ email }).login)).toBe("/");
});

test("a provider that does not answer is named on the sign-in page, and asked again the next time", async () => {
  const person = makePerson();
  env().OIDC_CREATE_ACCOUNTS = true;
  const browser = new ProviderBrowser();
  const answer = await browser.signInThere(await browser.begin(), person.login);
  await provider.stop();
  expect(await browser.comeBack(answer)).toBe(problem("provider-unreachable"));
  provider = await startIdentityProvider(port, callbackUrl("oidc"));
});
