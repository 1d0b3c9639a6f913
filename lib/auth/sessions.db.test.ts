import { expect, test } from "vitest";
import { changePassword } from "@/lib/auth/data/account";
import { HOUR, MINUTE } from "@/lib/auth/rules";
import {
  closeSession,
  findSignedIn,
  listSessions,
  openSession,
  revokeAllSessions,
  revokeSession,
  sealSession,
  unsealSession,
} from "@/lib/auth/sessions";
import { verifyToken } from "@/lib/auth/tokens";
import { db } from "@/lib/database/db";
import { makeSession, makeToken, makeUser } from "@/testing/builders/people";

const start = new Date("2026-11-20T09:00:00Z");
const after = (ms: number) => new Date(start.getTime() + ms);

test("a session signs in the person it was opened for", async () => {
  const user = await makeUser();
  const { sid } = await makeSession(user);
  expect(await findSignedIn(sid)).toMatchObject({ userId: user.id, email: user.email, isSiteAdmin: false });
});

test("an unknown session id signs no one in", async () => {
  expect(await findSignedIn("x".repeat(43))).toBeNull();
});

test("the database stores no session id that a cookie could carry", async () => {
  const user = await makeUser();
  const { sid, cookie } = await makeSession(user);
  const row = JSON.stringify(await db.session.findFirst({ where: { userId: user.id } }));
  expect(row).not.toContain(sid);
  expect(row).not.toContain(cookie.value);
});

test("the cookie holds the id and nothing about the person", async () => {
  expect(await unsealSession(await sealSession("some-id"))).toBe("some-id");
  expect(await unsealSession("not.a.token")).toBeNull();
  expect(await unsealSession(undefined)).toBeNull();
});

test("a session lives for eight idle hours and not a minute longer", async () => {
  const user = await makeUser();
  const { sid } = await makeSession(user, start);
  expect(await findSignedIn(sid, after(8 * HOUR - MINUTE))).not.toBeNull();
  const idle = await makeSession(user, start);
  expect(await findSignedIn(idle.sid, after(8 * HOUR + MINUTE))).toBeNull();
});

test("however busy, a session ends after 24 hours", async () => {
  const { sid } = await makeSession(await makeUser(), start);
  for (let hour = 1; hour < 24; hour += 1) {
    expect(await findSignedIn(sid, after(hour * HOUR))).not.toBeNull();
  }
  expect(await findSignedIn(sid, after(24 * HOUR - MINUTE))).not.toBeNull();
  expect(await findSignedIn(sid, after(24 * HOUR + MINUTE))).toBeNull();
});

test("when a session was last seen is written at most once a minute", async () => {
  const user = await makeUser();
  const { sid } = await makeSession(user, start);
  const lastSeen = async () => (await db.session.findFirstOrThrow({ where: { userId: user.id } })).lastSeenAt;
  await findSignedIn(sid, after(59_000));
  expect(await lastSeen()).toEqual(start);
  await findSignedIn(sid, after(61_000));
  expect(await lastSeen()).toEqual(after(61_000));
});

test("disabling an account ends its sessions from the next request on", async () => {
  const user = await makeUser();
  const { sid } = await makeSession(user);
  await db.user.update({ where: { id: user.id }, data: { disabledAt: new Date() } });
  expect(await findSignedIn(sid)).toBeNull();
});

test("becoming a site admin holds from the next request, and so does ceasing to be", async () => {
  const user = await makeUser();
  const { sid } = await makeSession(user);
  await db.user.update({ where: { id: user.id }, data: { siteAdmin: true } });
  expect(await findSignedIn(sid)).toMatchObject({ isSiteAdmin: true });
  await db.user.update({ where: { id: user.id }, data: { siteAdmin: false } });
  expect(await findSignedIn(sid)).toMatchObject({ isSiteAdmin: false });
});

test("a closed session stays closed", async () => {
  const user = await makeUser();
  const sid = await openSession(user.id);
  await closeSession(sid);
  expect(await findSignedIn(sid)).toBeNull();
});

test("an account can end its own sessions, one or all", async () => {
  const user = await makeUser();
  const [here, there] = [await makeSession(user), await makeSession(user)];
  const actor = await findSignedIn(here.sid);
  if (!actor) throw new Error("not signed in");
  const sessions = await listSessions(actor);
  expect(sessions.map(({ isCurrent }) => isCurrent).sort()).toEqual([false, true]);

  const other = sessions.find(({ isCurrent }) => !isCurrent);
  expect(await revokeSession(actor, other?.id ?? "")).toEqual({ revoked: 1 });
  expect(await findSignedIn(there.sid)).toBeNull();
  expect(await revokeAllSessions(actor)).toEqual({ revoked: 1, tokens: 0 });
  expect(await findSignedIn(here.sid)).toBeNull();
});

test("an account cannot end a session of another", async () => {
  const [mine, theirs] = [await makeUser(), await makeUser()];
  const { sid } = await makeSession(theirs);
  const session = await db.session.findFirstOrThrow({ where: { userId: theirs.id } });
  expect(await revokeSession(mine.actor, session.id)).toBeNull();
  expect(await findSignedIn(sid)).not.toBeNull();
});

test("signing out everywhere ends API tokens on request; a new password ends them unless asked to keep them", async () => {
  const works = async (token: string) => (await verifyToken(token)) !== null;
  const user = await makeUser({ password: "a password long enough" });
  const [{ sid }, { token }] = [await makeSession(user), await makeToken(user)];
  const other = await makeToken(await makeUser());

  expect(await revokeAllSessions(user.actor)).toEqual({ revoked: 1, tokens: 0 });
  expect([await findSignedIn(sid), await works(token)]).toEqual([null, true]);
  expect(await revokeAllSessions(user.actor, { tokens: "revoke" })).toEqual({ revoked: 0, tokens: 1 });
  expect([await works(token), await works(other.token)]).toEqual([false, true]);

  const otherToken = await makeToken(user);
  const first = { current: "a password long enough", password: "another long password", revokeTokens: false };
  expect(await changePassword(user.actor, first)).toEqual({ revoked: 0, tokens: 0 });
  expect(await works(otherToken.token)).toBe(true);
  const second = { current: first.password, password: "yet another password" };
  expect(await changePassword(user.actor, second)).toEqual({ revoked: 0, tokens: 1 });
  expect(await works(otherToken.token)).toBe(false);
  const revoked = { action: "token.revoked", actorId: user.id };
  expect(await db.auditLog.count({ where: revoked })).toBe(2);
});
