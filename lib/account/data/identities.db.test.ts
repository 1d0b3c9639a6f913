import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { DELETE as removeLink } from "@/app/api/v1/account/identities/[identity]/route";
import { POST as beginLink, GET as listLinks } from "@/app/api/v1/account/identities/route";
import { linkIdentity } from "@/lib/account/data/identities";
import { setPassword } from "@/lib/account/data/set-password";
import { createPasswordLink } from "@/lib/auth/data/users";
import { callbackUrl, findProvider } from "@/lib/auth/provider/configuration";
import { findSignedIn } from "@/lib/auth/sessions";
import { type Github, type GithubPerson, startGithub } from "@/lib/auth/testing/github";
import { CLIENT, type IdentityProvider, startIdentityProvider } from "@/lib/auth/testing/identity-provider";
import { db } from "@/lib/database/db";
import { env } from "@/lib/env";
import { acceptWithNewAccount } from "@/lib/invitation/data";
import { makeInvitation, makeMember, makeSession, makeSiteAdmin, makeUser } from "@/testing/builders/people";
import { makeProject } from "@/testing/builders/projects";
import { ProviderBrowser } from "@/testing/provider-browser";

const ports = await vi.hoisted(async () => {
  const { freePort } = await import("@/scripts/postgres/cluster.mjs");
  const ports = { institution: await freePort(), github: await freePort(), orcid: await freePort() };
  Object.assign(process.env, {
    OIDC_ISSUER: `http://127.0.0.1:${ports.institution}`,
    OIDC_LABEL: "the University",
    GITHUB_URL: `http://127.0.0.1:${ports.github}`,
    ORCID_URL: `http://127.0.0.1:${ports.orcid}`,
    ...Object.fromEntries(
      ["OIDC", "GITHUB", "ORCID"].flatMap((kind) => [
        [`${kind}_CLIENT_ID`, "countersign"],
        [`${kind}_CLIENT_SECRET`, "a-secret-of-the-client-that-nobody-knows"],
      ]),
    ),
  });
  return ports;
});

let institution: IdentityProvider;
let github: Github;
let orcid: IdentityProvider;
const usual = { ...env() };

beforeAll(async () => {
  expect(env()).toMatchObject({ GITHUB_CLIENT_ID: CLIENT.id, ORCID_CLIENT_SECRET: CLIENT.secret });
  institution = await startIdentityProvider(ports.institution, callbackUrl("oidc"));
  github = await startGithub(ports.github, callbackUrl("github"));
  orcid = await startIdentityProvider(ports.orcid, callbackUrl("orcid"), "orcid");
});
beforeEach(() => db.rateLimit.deleteMany());
afterEach(() => Object.assign(env(), usual));
afterAll(async () => {
  await Promise.all([institution.stop(), github.stop(), orcid.stop()]);
});

let made = 0;
const newAddress = () => `person.${crypto.randomUUID()}@uni.edu`;

/** A person whom GitHub knows, by a login. */
function makeGithubPerson(email: string, details: Partial<GithubPerson> = {}) {
  made += 1;
  const login = `person-${made}`;
  const other = {
    email: `${login}@users.noreply.github.com`,
    primary: false,
    verified: true,
    visibility: null,
  };
  const primary = { email, primary: true, verified: true, visibility: "private" };
  const person = { id: 1000 + made, name: `Person ${made}`, emails: [other, primary], ...details };
  github.people.set(login, person);
  return { ...person, login };
}

/** A person whom ORCID knows, by their iD. */
function makeResearcher(): string {
  made += 1;
  const sub = `0000-0002-1825-${String(made).padStart(4, "0")}`;
  orcid.people.set(sub, { sub, name: "Josiah Carberry" });
  return sub;
}

const problem = (code: string) => `/sign-in?problem=${code}`;
const OWN_PAGE = {
  "sec-fetch-site": "same-origin",
  "x-countersign": "1",
  "content-type": "application/json",
};

/** Sends a request of the account page with the browser's cookies. */
async function send(
  browser: ProviderBrowser,
  handler: (request: Request, context: { params: Promise<Record<string, string>> }) => Promise<Response>,
  { method, body, identity = "" }: { method: string; body?: object; identity?: string },
) {
  const request = new Request(`${env().APP_URL}/api/v1/account/identities/${identity}`, {
    method,
    headers: { ...OWN_PAGE, cookie: browser.own.header },
    ...(body && { body: JSON.stringify(body) }),
  });
  const params = Promise.resolve(identity ? { identity } : {}) as Promise<Record<string, string>>;
  const response = browser.own.take(await handler(request, { params }));
  const answer = (await response.json()) as { location?: string; items?: unknown };
  return { ...answer, status: response.status };
}

/** Begins to link the browser's provider on the account page, for a password or a new session. */
const begin = (browser: ProviderBrowser, provider: string, password?: string) =>
  send(browser, beginLink, {
    method: "POST",
    body: { provider, ...(password && { proof: { password } }) },
  });

/** Links the browser's provider; the path that is opened then. */
async function link(browser: ProviderBrowser, provider: string, login: string, password?: string) {
  const { location } = await begin(browser, provider, password);
  return browser.comeBack(await browser.signInThere(new URL(String(location)), login));
}

async function linksOf(browser: ProviderBrowser) {
  const { items } = await send(browser, listLinks, { method: "GET" });
  return items as { id: string; provider: string | null; label: string; subject: string }[];
}

const remove = (browser: ProviderBrowser, identity: string, body: object = {}) =>
  send(browser, removeLink, { method: "DELETE", identity, body });

/** A browser in which a user is signed in. */
async function browserOf(user: { id: string }, provider: "oidc" | "github" | "orcid", since = new Date()) {
  const browser = new ProviderBrowser(provider);
  const { cookie } = await makeSession(user, since);
  browser.own.cookies.set(cookie.name, cookie.value);
  return browser;
}

const PASSWORD = "a password long enough";

test("a person signs in with GitHub by the verified primary address the first time, and by GitHub's account number afterwards", async () => {
  const user = await makeUser({ email: newAddress() });
  const person = makeGithubPerson(user.email);
  const browser = new ProviderBrowser("github");
  expect(await browser.signIn(person.login, "/projects")).toBe("/projects");
  expect(await browser.whoAmI()).toBe(user.id);
  expect(await linksOf(browser)).toMatchObject([
    { provider: "github", label: "GitHub", subject: `${person.id}` },
  ]);

  // The login and the address change; another person gets the login.
  github.people.set("renamed", { ...person, emails: [] });
  github.people.set(person.login, { id: 999_999, emails: person.emails });
  const later = new ProviderBrowser("github");
  await later.signIn("renamed");
  expect(await later.whoAmI()).toBe(user.id);
  expect(await new ProviderBrowser("github").signIn(person.login)).toBe(problem("provider-another-person"));
});

test("an address that is not primary, not verified or missing at GitHub signs no one in", async () => {
  const user = await makeUser({ email: newAddress() });
  env().GITHUB_CREATE_ACCOUNTS = true;
  const of = (primary: boolean, verified: boolean) => ({
    ...{ email: user.email, primary, verified, visibility: null },
  });
  for (const emails of [[], [of(true, false)], [of(false, true)]]) {
    const browser = new ProviderBrowser("github");
    const { login } = makeGithubPerson(user.email, { emails });
    expect(await browser.signIn(login)).toBe(problem("provider-unverified"));
    expect(await browser.whoAmI()).toBe(401);
  }
});

test("GitHub follows an institution's rules on new accounts, domains and disabled accounts", async () => {
  const email = newAddress();
  const person = makeGithubPerson(email);
  expect(await new ProviderBrowser("github").signIn(person.login)).toBe(problem("provider-no-account"));
  env().OIDC_CREATE_ACCOUNTS = true;
  expect(await new ProviderBrowser("github").signIn(person.login)).toBe(problem("provider-no-account"));
  env().GITHUB_CREATE_ACCOUNTS = true;
  expect(await new ProviderBrowser("github").signIn(person.login)).toBe("/");
  const { id, name } = await db.user.findUniqueOrThrow({ where: { email } });
  expect(name).toBe(person.name);
  env().GITHUB_DOMAINS = ["lab.org"];
  expect(await new ProviderBrowser("github").signIn(person.login)).toBe(problem("provider-domain"));
  env().GITHUB_DOMAINS = [];
  await db.user.update({ where: { id }, data: { disabledAt: new Date() } });
  expect(await new ProviderBrowser("github").signIn(person.login)).toBe(problem("account-disabled"));
});

test("an answer of GitHub works once, with its own state and verifier, and not at another provider", async () => {
  env().GITHUB_CREATE_ACCOUNTS = true;
  const person = makeGithubPerson(newAddress());
  const gone = problem("provider-attempt-gone");
  const browser = new ProviderBrowser("github");
  const answer = await browser.signInThere(await browser.begin(), person.login);
  const attempt = new Map(browser.own.cookies);
  const elsewhere = new ProviderBrowser("oidc", attempt);
  const misled = new URL(callbackUrl("oidc") + answer.search);
  expect(await elsewhere.comeBack(misled), "at the callback of another provider").toBe(gone);
  expect(await browser.comeBack(answer)).toBe("/");
  const thief = new ProviderBrowser("github", attempt);
  expect(await thief.comeBack(answer), "the code was used before").toBe(gone);

  const victim = new ProviderBrowser("github");
  const address = await victim.begin();
  address.searchParams.set("code_challenge", "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM");
  expect(await victim.comeBack(await victim.signInThere(address, person.login))).toBe(gone);
  expect(await victim.whoAmI()).toBe(401);
});

test("ORCID signs in only who has linked it, and never makes an account", async () => {
  env().OIDC_CREATE_ACCOUNTS = true;
  const iD = makeResearcher();
  // Whatever ORCID says of an address does not find an account.
  const user = await makeUser({ email: newAddress(), password: PASSWORD });
  orcid.people.set(iD, { sub: iD, name: "Josiah Carberry", email: user.email, email_verified: true });
  const stranger = new ProviderBrowser("orcid");
  expect(await stranger.signIn(iD)).toBe(problem("provider-not-linked"));

  const browser = await browserOf(user, "orcid");
  expect(await begin(browser, "orcid")).toMatchObject({ status: 422 });
  expect(await begin(browser, "orcid", "a wrong password")).toMatchObject({ status: 422 });
  expect(await link(browser, "orcid", iD, PASSWORD)).toBe("/account?linked=orcid");
  expect(await linksOf(browser)).toMatchObject([{ provider: "orcid", label: "ORCID", subject: iD }]);
  expect(await link(browser, "orcid", iD, PASSWORD), "once more").toBe("/account?linked=orcid");

  const elsewhere = new ProviderBrowser("orcid");
  expect(await elsewhere.signIn(iD)).toBe("/");
  expect(await elsewhere.whoAmI()).toBe(user.id);
  browser.there.cookies.clear();
  expect(await link(browser, "orcid", makeResearcher(), PASSWORD)).toBe("/account?problem=identity-known");
  const other = await browserOf(await makeUser({ email: newAddress() }), "orcid");
  expect(await link(other, "orcid", iD)).toBe("/account?problem=identity-elsewhere");
});

test("a link is made only in the session that began it, and without a password only in a new one", async () => {
  const user = await makeUser({ email: newAddress() });
  const old = await browserOf(user, "orcid", new Date(Date.now() - 20 * 60_000));
  expect(await begin(old, "orcid")).toMatchObject({ status: 403 });
  const browser = await browserOf(user, "orcid");
  const { location } = await begin(browser, "orcid");
  const answer = await browser.signInThere(new URL(String(location)), makeResearcher());
  const { cookie } = await makeSession(await makeUser());
  browser.own.cookies.set(cookie.name, cookie.value);
  expect(await browser.comeBack(answer)).toBe("/account?problem=provider-attempt-gone");
  expect(await db.identity.count({ where: { userId: user.id } })).toBe(0);
});

test("a session that ends while its user is at the provider links nothing", async () => {
  const user = await makeUser({ email: newAddress() });
  const actor = await findSignedIn((await makeSession(user)).sid);
  const provider = findProvider("orcid");
  if (!actor || !provider) throw new Error("nobody is signed in");
  const identity = {
    issuer: provider.issuer,
    subject: makeResearcher(),
    email: null,
    name: "J.",
    groups: [],
  };
  await db.session.updateMany({ where: { userId: user.id }, data: { revokedAt: new Date() } });
  expect(await linkIdentity(actor, provider, identity)).toEqual({ refused: "provider-attempt-gone" });
  expect(await db.identity.count({ where: { userId: user.id } })).toBe(0);
});

test("links are removed, but never the last way to sign in, nor another person's", async () => {
  env().GITHUB_CREATE_ACCOUNTS = true;
  const person = makeGithubPerson(newAddress());
  const browser = new ProviderBrowser("github");
  await browser.signIn(person.login);
  const [first] = await linksOf(browser);
  const firstId = first?.id ?? "";
  expect(await remove(browser, firstId)).toMatchObject({ status: 409 });
  const iD = makeResearcher();
  const asOrcid = new ProviderBrowser("orcid", browser.own.cookies);
  await link(asOrcid, "orcid", iD);
  const stranger = await browserOf(await makeUser(), "github");
  expect(await remove(stranger, firstId)).toMatchObject({ status: 404 });

  // Two links removed at once: the second would be the last.
  const links = await linksOf(browser);
  const removed = await Promise.all(links.map(({ id }) => remove(browser, id)));
  expect(removed.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(await linksOf(browser)).toHaveLength(1);

  // A password is a way too, and is what confirms then.
  const user = await makeUser({ email: newAddress(), password: PASSWORD });
  const withPassword = await browserOf(user, "orcid");
  const other = await browserOf(user, "orcid");
  await link(withPassword, "orcid", makeResearcher(), PASSWORD);
  const [only] = await linksOf(withPassword);
  expect(await remove(withPassword, only?.id ?? "")).toMatchObject({ status: 422 });
  expect(await remove(withPassword, only?.id ?? "", { proof: { password: PASSWORD } })).toMatchObject({
    status: 200,
  });
  expect(await other.whoAmI(), "the other session").toBe(401);
  const actions = await db.auditLog.findMany({ where: { actorId: user.id }, orderBy: { at: "asc" } });
  expect(actions.map(({ action }) => action)).toEqual(
    expect.arrayContaining(["identity.linked", "identity.removed"]),
  );
});

test("a second provider does not take over an account by its address: its owner links it", async () => {
  env().OIDC_CREATE_ACCOUNTS = true;
  const email = newAddress();
  institution.people.set("grete", { sub: "grete", email, email_verified: true, name: "Grete Holm" });
  const owner = new ProviderBrowser("oidc");
  await owner.signIn("grete");
  const person = makeGithubPerson(email);
  expect(await new ProviderBrowser("github").signIn(person.login)).toBe(problem("provider-another-person"));
  const asGithub = new ProviderBrowser("github", owner.own.cookies);
  expect(await link(asGithub, "github", person.login)).toBe("/account?linked=github");
  const later = new ProviderBrowser("github");
  await later.signIn(person.login);
  expect(await later.whoAmI()).toBe(await owner.whoAmI());
});

test("another person's links to an invited account end when the owner of its address signs in", async () => {
  const email = newAddress();
  const { token } = await makeInvitation(await makeProject(), { email });
  await acceptWithNewAccount({ token, name: "Somebody", password: PASSWORD });
  const { id } = await db.user.findUniqueOrThrow({ where: { email } });
  const iD = makeResearcher();
  const early = await browserOf({ id }, "orcid");
  await link(early, "orcid", iD, PASSWORD);
  const owner = new ProviderBrowser("github");
  await owner.signIn(makeGithubPerson(email).login);
  expect(await owner.whoAmI()).toBe(id);
  expect(await early.whoAmI()).toBe(401);
  expect(await new ProviderBrowser("orcid").signIn(iD)).toBe(problem("provider-not-linked"));

  // Links that the owner makes afterwards stay.
  const asOrcid = new ProviderBrowser("orcid", owner.own.cookies);
  expect(await link(asOrcid, "orcid", iD)).toBe("/account?linked=orcid");
  expect(await new ProviderBrowser("orcid").signIn(iD)).toBe("/");
});

test("a password chosen by a link ends what was linked on the account page, and not the owner's institution", async () => {
  env().OIDC_CREATE_ACCOUNTS = true;
  const [project, admin] = [await makeProject(), await makeSiteAdmin()];
  await makeMember("admin", { project });
  env().GITHUB_GROUP_ROLES = { lab: [{ project: project.id, role: "researcher" }] };
  const email = newAddress();
  institution.people.set("emmy", { sub: "emmy", email, email_verified: true });
  const browser = new ProviderBrowser("oidc");
  await browser.signIn("emmy");
  const userId = String(await browser.whoAmI());
  const membership = { projectId: project.id, userId, disabledAt: null };
  const person = makeGithubPerson(newAddress(), { organisations: ["lab"] });
  await link(new ProviderBrowser("github", browser.own.cookies), "github", person.login);
  expect(await db.membership.count({ where: membership })).toBe(1);

  const made = await createPasswordLink(admin.actor, userId);
  if (!made || "refused" in made) throw new Error("no link");
  const token = made.url.slice(made.url.lastIndexOf("/") + 1);
  expect(await setPassword({ token, password: PASSWORD })).toEqual({ email });
  expect(await new ProviderBrowser("github").signIn(person.login)).toBe(problem("provider-no-account"));
  expect(await db.membership.count({ where: membership })).toBe(0);
  expect(await new ProviderBrowser("oidc").signIn("emmy")).toBe("/");
});

test("organisations and teams of GitHub give roles beside an institution's groups, until their link is removed", async () => {
  const [project, other] = [await makeProject(), await makeProject()];
  for (const one of [project, other]) await makeMember("admin", { project: one });
  await makeSiteAdmin();
  env().OIDC_CREATE_ACCOUNTS = true;
  env().OIDC_GROUP_ROLES = { staff: [{ project: project.id, role: "researcher" }] };
  env().GITHUB_GROUP_ROLES = {
    lab: [{ project: project.id, role: "annotator" }],
    "lab/leads": [{ project: other.id, role: "admin" }],
  };
  const email = newAddress();
  institution.people.set("ada", { sub: "ada", email, email_verified: true, groups: ["staff"] });
  const browser = new ProviderBrowser("oidc");
  await browser.signIn("ada");
  const userId = String(await browser.whoAmI());
  const roles = async () => {
    const found = await db.membership.findMany({ where: { userId, disabledAt: null } });
    return [project, other].map(({ id }) => found.find(({ projectId }) => projectId === id)?.role ?? null);
  };
  expect(await roles()).toEqual(["researcher", null]);
  const person = makeGithubPerson(email, { organisations: ["lab", "club"], teams: ["lab/leads"] });
  const asGithub = new ProviderBrowser("github", browser.own.cookies);
  await link(asGithub, "github", person.login);
  expect(await roles()).toEqual(["researcher", "admin"]);
  const { groups } = await db.identity.findFirstOrThrow({ where: { userId, issuer: github.address } });
  expect(groups, "only groups that give roles").toEqual(["lab", "lab/leads"]);

  github.people.set(person.login, { ...person, teams: [] });
  await new ProviderBrowser("github").signIn(person.login);
  expect(await roles()).toEqual(["researcher", null]);
  const [first] = await linksOf(browser);
  expect(await remove(browser, first?.id ?? "")).toMatchObject({ status: 200 });
  expect(await roles()).toEqual(["annotator", null]);
});
