import "server-only";
import { decode, encode } from "next-auth/jwt";
import { type SignedIn, signedIn, type UnverifiedSession, unverifiedSession } from "@/lib/auth/actor";
import { audit } from "@/lib/auth/audit";
import { forgetBrowsers, rememberBrowser } from "@/lib/auth/known-browsers";
import { ABSOLUTE, IDLE, isAlive, MINUTE } from "@/lib/auth/rules";
import type { SessionView } from "@/lib/auth/schema";
import { hashSecret, randomSecret } from "@/lib/auth/secrets";
import { revokeTokens } from "@/lib/auth/tokens";
import { db, preparedForAnyone, type Tx } from "@/lib/database/db";
import { env } from "@/lib/env";
import { Language } from "@/lib/i18n/schema";
import { Prisma, type Session, type User } from "@/prisma/generated/client/client";

/*
 * A session is a row. The cookie is next-auth's encrypted token; it contains only a random id whose hash
 * finds the row. The user and their rights are read from the database for every request.
 */

export const SESSION_SECONDS = ABSOLUTE / 1000;

/** The session cookie: bound to this host and to encrypted connections, except on localhost. */
export function sessionCookie() {
  const secure = env().APP_URL.startsWith("https:");
  return {
    name: secure ? "__Host-countersign.session" : "countersign.session",
    options: { httpOnly: true, sameSite: "lax", path: "/", secure } as const,
  };
}

/** The header that sets the session cookie, where next-auth does not. */
export function sessionCookieHeader(sealed: string): string {
  const { name, options } = sessionCookie();
  const secure = options.secure ? "; Secure" : "";
  return `${name}=${sealed}; Path=${options.path}; Max-Age=${SESSION_SECONDS}; HttpOnly; SameSite=Lax${secure}`;
}

/** Starts a session and returns its secret id, which is stored only in the cookie. */
export async function openSession(userId: string, now = new Date()): Promise<string> {
  const sid = randomSecret();
  const expiresAt = new Date(now.getTime() + ABSOLUTE);
  await db.$transaction(async (tx) => {
    const { id } = await tx.session.create({
      data: { tokenHash: hashSecret(sid), userId, createdAt: now, lastSeenAt: now, expiresAt },
    });
    await audit(tx, { userId }, { action: "session.opened", subject: ["Session", id] });
  });
  return sid;
}

/**
 * Starts the session of a person who has just signed in, in a browser that is known from now on. The browser's
 * earlier session ends.
 */
export async function replaceSession(
  previous: string | null,
  userId: string,
  browser: string,
): Promise<string> {
  if (previous) await closeSession(previous);
  await db.$transaction((tx) => rememberBrowser(tx, userId, browser));
  return openSession(userId);
}

/** The encrypted token in the session cookie. */
export function sealSession(sid: string): Promise<string> {
  return encode({ token: { sid }, secret: env().NEXTAUTH_SECRET, maxAge: SESSION_SECONDS });
}

/**
 * Number of decrypted cookies cached in memory: decrypting takes longer than reading the user from the
 * database.
 */
const MOST_UNSEALED = 1000;
const unsealed = new Map<string, string>();

/**
 * The secret id in a session cookie, or null when the cookie is not ours. Does not check that the session is
 * valid: its row does.
 */
export async function unsealSession(cookie: string | undefined): Promise<string | null> {
  if (!cookie) return null;
  const print = hashSecret(cookie);
  const known = unsealed.get(print);
  if (known !== undefined) return known;
  try {
    const token = await decode({ token: cookie, secret: env().NEXTAUTH_SECRET });
    if (typeof token?.sid !== "string") return null;
    const [oldest] = unsealed.keys();
    if (oldest !== undefined && unsealed.size >= MOST_UNSEALED) unsealed.delete(oldest);
    unsealed.set(print, token.sid);
    return token.sid;
  } catch {
    // Tampered with, encrypted with another secret, or expired: not signed in.
    return null;
  }
}

type Known = Pick<Session, "id" | "userId" | "lastSeenAt" | "expiresAt" | "revokedAt"> &
  Pick<User, "email" | "name" | "siteAdmin" | "language" | "disabledAt">;

/** The unverified session of a secret id. */
export function unverifiedSessionOf(sid: string): UnverifiedSession {
  return unverifiedSession(hashSecret(sid));
}

/** `isAlive` as a condition on "Session" s. */
export const isAliveSql = (now: Date) => Prisma.sql`s."revokedAt" IS NULL
  AND s."lastSeenAt" > ${now}::timestamptz - make_interval(secs => ${IDLE / 1000}::int)
  AND s."expiresAt" > ${now}::timestamptz`;

/** Records that a session is in use, at most once a minute: enough to know when it is idle. */
export async function touchSession(session: Pick<Session, "id" | "lastSeenAt">, now: Date): Promise<void> {
  if (now.getTime() - session.lastSeenAt.getTime() < MINUTE) return;
  await db.session.updateMany({
    where: { id: session.id, lastSeenAt: { lt: now } },
    data: { lastSeenAt: now },
  });
}

/** The user of this session, if it is valid and the account is active. */
export function findSignedIn(sid: string, now = new Date()): Promise<SignedIn | null> {
  return verifySession(unverifiedSessionOf(sid), now);
}

/** The user of an unverified session, if it is valid and the account is active. */
export async function verifySession(who: UnverifiedSession, now = new Date()): Promise<SignedIn | null> {
  const [session] = await preparedForAnyone<Known>(
    "session",
    // Columns are listed by name: one that a migration adds while the server runs must not change the result.
    Prisma.sql`SELECT s."id", s."userId", s."lastSeenAt", s."expiresAt", s."revokedAt",
        u."email", u."name", u."siteAdmin", u."language", u."disabledAt"
      FROM "Session" s JOIN "User" u ON u."id" = s."userId" WHERE s."tokenHash" = ${who.session}`,
  );
  if (!session || !isAlive(session, now) || session.disabledAt) return null;
  await touchSession(session, now);
  const { userId, email, name, siteAdmin } = session;
  who.userId = userId;
  const language = Language.safeParse(session.language).data ?? null;
  return signedIn({
    userId,
    email,
    name,
    isSiteAdmin: siteAdmin,
    language,
    sessionId: session.id,
    scopes: null,
    onlyProject: null,
  });
}

/** Ends the session with this secret id. Repeating it changes nothing. */
export async function closeSession(sid: string): Promise<void> {
  await db.session.updateMany({
    where: { tokenHash: hashSecret(sid), revokedAt: null },
    data: { revokedAt: new Date() },
  });
}

/** The actor's valid sessions, newest first. */
export async function listSessions(actor: SignedIn, now = new Date()): Promise<SessionView[]> {
  const sessions = await db.session.findMany({
    where: { userId: actor.userId, revokedAt: null, expiresAt: { gt: now } },
    orderBy: [{ lastSeenAt: "desc" }, { id: "asc" }],
  });
  return sessions
    .filter((session) => isAlive(session, now))
    .map(({ id, createdAt, lastSeenAt }) => ({
      id,
      createdAt,
      lastSeenAt,
      isCurrent: id === actor.sessionId,
    }));
}

/** Ends one session of the actor; null when it is not theirs. */
export async function revokeSession(actor: SignedIn, id: string): Promise<{ revoked: number } | null> {
  return db.$transaction(async (tx) => {
    const found = await tx.session.findFirst({ where: { id, userId: actor.userId } });
    return found && { revoked: await revoke(tx, actor, { id, userId: actor.userId }) };
  });
}

/**
 * Ends all sessions of the actor, including this one: sign out everywhere. Their browsers become unknown; API
 * tokens end too if requested.
 */
export function revokeAllSessions(
  actor: SignedIn,
  { tokens }: { tokens: "revoke" | "keep" } = { tokens: "keep" },
): Promise<{ revoked: number; tokens: number }> {
  return db.$transaction(async (tx) => {
    const revoked = await revoke(tx, actor, { userId: actor.userId });
    // A participant of a crowd platform can come back only with their browser.
    if (actor.email !== null) await forgetBrowsers(tx, actor.userId);
    return { revoked, tokens: tokens === "revoke" ? await revokeTokens(tx, actor, actor.userId) : 0 };
  });
}

/** Ends an account's sessions, except an optional one, in the caller's transaction. */
export async function revoke(
  tx: Tx,
  actor: Pick<SignedIn, "userId"> | null,
  whose: { userId: string; id?: string; except?: string | null },
): Promise<number> {
  const { count } = await tx.session.updateMany({
    where: {
      userId: whose.userId,
      revokedAt: null,
      id: { equals: whose.id, ...(whose.except && { not: whose.except }) },
    },
    data: { revokedAt: new Date() },
  });
  if (count > 0) {
    await audit(tx, actor, {
      action: "session.revoked",
      subject: ["User", whose.userId],
      detail: { sessions: count },
    });
  }
  return count;
}
