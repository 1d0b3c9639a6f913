import { expect, test } from "vitest";
import { GET, POST } from "@/app/api/auth/[...nextauth]/route";
import { GET as whoAmI } from "@/app/api/v1/account/route";
import { authenticate } from "@/lib/api/request";
import { changePassword } from "@/lib/auth/data/account";
import { checkPassword } from "@/lib/auth/data/sign-in";
import { changeUser } from "@/lib/auth/data/users";
import { takeRateLimitToken } from "@/lib/auth/rate-limit";
import { MINUTE } from "@/lib/auth/rules";
import { findSignedIn } from "@/lib/auth/sessions";
import { db } from "@/lib/database/db";
import { env } from "@/lib/env";
import { makeSession, makeSiteAdmin, makeToken, makeUser } from "@/testing/builders/people";

const password = "a password long enough";
const OWN_PAGE = {
  "sec-fetch-site": "same-origin",
  "x-countersign": "1",
  "content-type": "application/json",
};

/** A browser that stores cookies and sends them back. */
class Browser {
  readonly cookies = new Map<string, string>();

  async post(action: string, body?: object) {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const request = new Request(`${env().APP_URL}/api/auth/${action}`, {
      method: body ? "POST" : "GET",
      headers: { ...OWN_PAGE, cookie },
      body: body && JSON.stringify(body),
    });
    const context = { params: Promise.resolve({ nextauth: action.split("/") }) };
    const response = await (body ? POST(request, context) : GET(request, context));
    for (const set of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      if (value === "" || /max-age=0/i.test(set)) this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    return response;
  }

  async signIn(email: string, word = password) {
    const { csrfToken } = await (await this.post("csrf")).json();
    return this.post("callback/credentials", { email, password: word, csrfToken, callbackUrl: "/" });
  }

  async signOut() {
    const { csrfToken } = await (await this.post("csrf")).json();
    return this.post("signout", { csrfToken });
  }

  get session() {
    return this.cookies.get("countersign.session");
  }

  async whoAmI(headers: Record<string, string> = { cookie: `countersign.session=${this.session}` }) {
    const request = new Request(`${env().APP_URL}/api/v1/account`, { headers });
    const response = await whoAmI(request, { params: Promise.resolve({}) });
    return response.ok ? ((await response.json()) as { id: string }).id : response.status;
  }
}

test("the right password signs in, whatever the letters of the address", async () => {
  const user = await makeUser({ password });
  const browser = new Browser();
  const response = await browser.signIn(` ${user.email.toUpperCase()} `);
  expect(response.status).toBe(200);
  const cookie = response.headers.getSetCookie().find((set) => set.startsWith("countersign.session="));
  expect(cookie).toMatch(/HttpOnly/i);
  expect(cookie).toMatch(/SameSite=Lax/i);
  expect(await browser.whoAmI()).toBe(user.id);
});

test("unknown, wrong, disabled and without a password get one and the same answer", async () => {
  const [known, disabled, without] = [
    await makeUser({ password }),
    await makeUser({ password, disabled: true }),
    await makeUser(),
  ];
  const attempts: [string, string][] = [
    ["nobody@example.org", password],
    ["not an address", password],
    ["", password],
    [known.email, "not the password"],
    [disabled.email, password],
    [without.email, password],
    [without.email, "null"],
  ];
  const answers = new Set<string>();
  for (const [email, word] of attempts) {
    const browser = new Browser();
    const response = await browser.signIn(email, word);
    const cookies = response.headers.getSetCookie().map((set) => set.slice(0, set.indexOf("=")));
    answers.add(JSON.stringify([response.status, await response.text(), cookies.sort()]));
    expect(browser.session).toBeUndefined();
  }
  expect([...answers]).toEqual([expect.stringMatching(/^\[401,.*sign-in-failed/)]);
});

test("a query operator in place of a credential signs no one in", async () => {
  const { email } = await makeUser({ password });
  const browser = new Browser();
  const { csrfToken } = await (await browser.post("csrf")).json();
  for (const body of [
    { email: { startsWith: "a" }, password },
    { email, password: { not: "" } },
    { email: [email], password: [password] },
    { email, password, id: "1" },
  ]) {
    expect((await browser.post("callback/credentials", { ...body, csrfToken })).status).toBe(400);
  }
});

test("signing in needs the token that only this browser was given", async () => {
  const user = await makeUser({ password });
  const [own, other] = [new Browser(), new Browser()];
  const { csrfToken } = await (await other.post("csrf")).json();
  await own.post("csrf");
  const response = await own.post("callback/credentials", { email: user.email, password, csrfToken });
  expect(response.status).toBe(403);
  expect(own.session).toBeUndefined();
});

test("signing in gives a new session and ends the one before; a planted one is not taken over", async () => {
  const [victim, attacker] = [await makeUser({ password }), await makeUser({ password })];
  const planted = await makeSession(attacker);
  const browser = new Browser();
  browser.cookies.set("countersign.session", planted.cookie.value);
  await browser.signIn(victim.email);
  expect(browser.session).not.toBe(planted.cookie.value);
  expect(await browser.whoAmI()).toBe(victim.id);
  expect(await findSignedIn(planted.sid)).toBeNull();
});

test("a copied cookie does not work after signing out", async () => {
  const user = await makeUser({ password });
  const browser = new Browser();
  await browser.signIn(user.email);
  const copied = browser.session;
  expect((await browser.signOut()).status).toBe(200);
  expect(browser.session).toBeUndefined();
  expect(await browser.whoAmI({ cookie: `countersign.session=${copied}` })).toBe(401);
});

test("a copied cookie does not work after the password was changed elsewhere, or the account disabled", async () => {
  const user = await makeUser({ password });
  const browser = new Browser();
  await browser.signIn(user.email);
  await changePassword(user.actor, { current: password, password: "another long password" });
  expect(await browser.whoAmI()).toBe(401);

  await browser.signIn(user.email, "another long password");
  expect(await browser.whoAmI()).toBe(user.id);
  await changeUser((await makeSiteAdmin()).actor, user.id, { disabled: true });
  for (let time = 0; time < 100; time += 1) expect(await browser.whoAmI()).toBe(401);
});

test("a session is never updated from outside, and its cookie is no bearer token", async () => {
  const [user, victim] = [await makeUser({ password }), await makeUser()];
  const browser = new Browser();
  await browser.signIn(user.email);
  const { csrfToken } = await (await browser.post("csrf")).json();
  const data = { user: { role: "admin", siteAdmin: true, email: victim.email }, sid: "x" };
  expect((await browser.post("session", { csrfToken, data })).status).toBe(404);
  expect((await browser.post("session")).status).toBe(404);
  expect(await browser.whoAmI()).toBe(user.id);
  expect(await browser.whoAmI({ authorization: `Bearer ${browser.session}` })).toBe(401);
  expect(await db.user.findUniqueOrThrow({ where: { id: user.id } })).toMatchObject({ siteAdmin: false });
});

test("all other pages and actions of next-auth are disabled", async () => {
  const browser = new Browser();
  for (const action of ["providers", "signin", "error", "verify-request", "callback/credentials", "_log"]) {
    expect((await browser.post(action)).status, action).toBe(404);
  }
  for (const action of ["signin/credentials", "_log", "callback/github", "csrf"]) {
    expect((await browser.post(action, { csrfToken: "x" })).status, action).toBe(404);
  }
});

test("an API token works until it is revoked or expires, and an altered token does not", async () => {
  const user = await makeUser();
  const { id, token } = await makeToken(user);
  const show = (authorization: string) =>
    authenticate(new Request(env().APP_URL, { headers: { authorization } }));
  expect(await show(`Bearer ${token}`)).toMatchObject({ userId: user.id, sessionId: null });
  expect(await show(`Bearer ${token}x`)).toBeNull();
  expect(await show(token)).toBeNull();
  await db.apiToken.update({ where: { id }, data: { expiresAt: new Date(Date.now() - 1000) } });
  expect(await show(`Bearer ${token}`)).toBeNull();
  const other = await makeToken(user);
  await db.apiToken.update({ where: { id: other.id }, data: { revokedAt: new Date() } });
  expect(await show(`Bearer ${other.token}`)).toBeNull();
});

test("a request with an invalid token is refused even if its cookie is valid", async () => {
  const user = await makeUser();
  const { cookie } = await makeSession(user);
  const headers = { authorization: "Bearer cst_nothing", cookie: `${cookie.name}=${cookie.value}` };
  expect(await authenticate(new Request(env().APP_URL, { headers }))).toBeNull();
});

test("guessing is slowed to 20 guesses in ten minutes, and ends by itself", async () => {
  const { email } = await makeUser({ password });
  const start = Date.now();
  let evaluated = 0;
  for (let second = 0; second < 600; second += 2) {
    const result = await takeTurn(email, "203.0.113.7", start + second * 1000);
    if (result === "sign-in-failed") evaluated += 1;
  }
  expect(evaluated).toBeGreaterThan(8);
  expect(evaluated).toBeLessThanOrEqual(20);
  // The owner can sign in from elsewhere; after a while everyone can.
  expect(await checkPassword({ email, password }, "198.51.100.2", new Date(start + 601_000))).toHaveProperty(
    "userId",
  );
  expect(
    await checkPassword({ email, password }, "203.0.113.7", new Date(start + 15 * MINUTE)),
  ).toHaveProperty("userId");
});

test("one address cannot try one password on many accounts", async () => {
  const start = Date.now();
  const results: string[] = [];
  for (let n = 0; n < 80; n += 1)
    results.push(await takeTurn(`person${n}@example.org`, "203.0.113.99", start));
  expect(results.filter((result) => result === "sign-in-failed")).toHaveLength(60);
  expect(results.at(-1)).toBe("too-many-attempts");
});

test("the owner can sign in from a known browser while others guess their password", async () => {
  const user = await makeUser({ password });
  const mine = new Browser();
  await mine.signIn(user.email);
  const known = mine.cookies.get("countersign.browser") ?? "";
  expect(known).toMatch(/^[\w-]{43}$/);
  await mine.signOut();
  expect(mine.cookies.get("countersign.browser")).toBe(known);

  // From a thousand addresses, until unknown browsers are refused.
  const start = Date.now();
  const guesses: string[] = [];
  for (let n = 0; n < 70; n += 1) guesses.push(await takeTurn(user.email, `203.0.${n}.1`, start));
  expect(guesses.at(-1)).toBe("too-many-attempts");
  const now = new Date(start);
  expect(await checkPassword({ email: user.email, password }, "198.51.100.9", now)).toEqual({
    refused: "too-many-attempts",
  });
  const { id: userId } = user;
  expect(await checkPassword({ email: user.email, password }, null, now, known)).toEqual({ userId });
  // Useless for another account or when made up, and good for only a few guesses.
  const other = await makeUser({ password });
  for (let n = 0; n < 70; n += 1) await takeTurn(other.email, `203.0.${n}.2`, start);
  for (const browser of [known, "x".repeat(43)])
    expect(await checkPassword({ email: other.email, password }, null, now, browser)).toEqual({
      refused: "too-many-attempts",
    });
  const tries: string[] = [];
  for (let n = 0; n < 12; n += 1) {
    const guess = await checkPassword({ email: user.email, password: "a guess" }, null, now, known);
    tries.push("refused" in guess ? guess.refused : "in");
  }
  expect(tries.filter((one) => one === "sign-in-failed")).toHaveLength(8);
});

test("one guess on each of many accounts is slowed, from many addresses and where none is known", async () => {
  const now = new Date(Date.now() + 30 * MINUTE);
  const guess = async (n: number) => {
    const address = n % 2 ? `198.18.${n % 250}.${n}` : null;
    const result = await checkPassword(
      { email: `nobody${n}@example.org`, password: "Winter2026!" },
      address,
      now,
    );
    return "refused" in result ? result.refused : "in";
  };
  expect(await guess(0)).toBe("sign-in-failed");
  // Takes the tokens of the guesses in between without hashing passwords.
  const overall = { limit: { name: "sign-in:strangers", burst: 240, perMinute: 60 }, who: "" };
  for (let n = 1; n < 238; n += 1) await takeRateLimitToken([overall], now);
  expect(await guess(238)).toBe("sign-in-failed");
  expect(await guess(239)).toBe("sign-in-failed");
  expect(await guess(240)).toBe("too-many-attempts");
  expect(await guess(241)).toBe("too-many-attempts");
  await db.rateLimit.deleteMany();
});

test("successful sign-ins do not count towards the limits", async () => {
  const { email } = await makeUser({ password });
  const now = new Date();
  for (let n = 0; n < 12; n += 1) {
    expect(await checkPassword({ email, password }, null, now)).toHaveProperty("userId");
  }
});

test("the database does not reveal which account or address a limit is about", async () => {
  const { email } = await makeUser({ password });
  await takeTurn(email, "203.0.113.42", Date.now());
  const rows = JSON.stringify(await db.rateLimit.findMany());
  expect(rows).not.toContain(email);
  expect(rows).not.toContain("203.0.113.42");
});

async function takeTurn(email: string, address: string, at: number): Promise<string> {
  const result = await checkPassword({ email, password: "a guess" }, address, new Date(at));
  return "refused" in result ? result.refused : "signed in";
}
