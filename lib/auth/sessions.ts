import "server-only";
import { decode, encode } from "next-auth/jwt";
import { z } from "zod";
import { type SignedIn, signedIn, type UnverifiedSession, unverifiedSession } from "@/lib/auth/actor";
import { audit } from "@/lib/auth/audit";
import { forgetBrowsers } from "@/lib/auth/browsers";
import { ABSOLUTE, IDLE, isAlive, MINUTE } from "@/lib/auth/rules";
import { hashSecret, randomSecret } from "@/lib/auth/secrets";
import { revokeTokens } from "@/lib/auth/tokens";
import { db, prepared, type Tx } from "@/lib/database/db";
import { env } from "@/lib/env";
import { Language } from "@/lib/i18n/schema";
import { Prisma, type Session, type User } from "@/prisma/generated/client/client";

/*
 * A session is a row. The cookie is next-auth's encrypted token, and all it carries is a random id whose
 * fingerprint finds the row; who that is, and whether they still may, is read from the database every time.
 */

export const SESSION_SECONDS = ABSOLUTE / 1000;

/** The session cookie: bound to this host and to encrypted connections, except on this machine itself. */
export function sessionCookie() {
  const secure = env().APP_URL.startsWith("https:");
  return {
    name: secure ? "__Host-countersign.session" : "countersign.session",
    options: { httpOnly: true, sameSite: "lax", path: "/", secure } as const,
  };
}

/** The header that gives a browser its session cookie, where it does not come from next-auth. */
export function sessionCookieHeader(sealed: string): string {
  const { name, options } = sessionCookie();
  const secure = options.secure ? "; Secure" : "";
  return `${name}=${sealed}; Path=${options.path}; Max-Age=${SESSION_SECONDS}; HttpOnly; SameSite=Lax${secure}`;
}

/** Starts a session and returns its secret id, which is kept nowhere but in the cookie. */
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

/** What the browser keeps of a session. */
export function sealSession(sid: string): Promise<string> {
  return encode({ token: { sid }, secret: env().NEXTAUTH_SECRET, maxAge: SESSION_SECONDS });
}

/** How many cookies stay unsealed in memory: that takes longer than to ask the database who it is. */
const MOST_UNSEALED = 1000;
const unsealed = new Map<string, string>();

/**
 * The secret id inside a session cookie, or null when the cookie is not one of ours. Whether the session still lives is
 * no matter of the cookie: its row says so.
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
    // Tampered with, sealed with another secret, or past its end: nobody is signed in.
    return null;
  }
}

type Known = Pick<Session, "id" | "userId" | "lastSeenAt" | "expiresAt" | "revokedAt"> &
  Pick<User, "email" | "name" | "siteAdmin" | "language" | "disabledAt">;

/** What a session's secret id amounts to before anything is asked. */
export function unverifiedSessionOf(sid: string): UnverifiedSession {
  return unverifiedSession(hashSecret(sid));
}

/** `isAlive` as a condition on "Session" s. */
export const isAliveSql = (now: Date) => Prisma.sql`s."revokedAt" IS NULL
  AND s."lastSeenAt" > ${now}::timestamptz - make_interval(secs => ${IDLE / 1000}::int)
  AND s."expiresAt" > ${now}::timestamptz`;

/** Notes that a session is in use. Once a minute is enough to know whether it is idle. */
export async function touchSession(session: Pick<Session, "id" | "lastSeenAt">, now: Date): Promise<void> {
  if (now.getTime() - session.lastSeenAt.getTime() < MINUTE) return;
  await db.session.updateMany({
    where: { id: session.id, lastSeenAt: { lt: now } },
    data: { lastSeenAt: now },
  });
}

/** Who is signed in with this session, if it is alive and the account works. */
export function findSignedIn(sid: string, now = new Date()): Promise<SignedIn | null> {
  return verifySession(unverifiedSessionOf(sid), now);
}

/** Who shows this session, if it is alive and the account works. */
export async function verifySession(who: UnverifiedSession, now = new Date()): Promise<SignedIn | null> {
  const [session] = await prepared<Known>(
    "session",
    // Every column by its name: one that is added while the server runs must not change the result.
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

/** Ends the session with this secret id. Ending it again changes nothing. */
export async function closeSession(sid: string): Promise<void> {
  await db.session.updateMany({
    where: { tokenHash: hashSecret(sid), revokedAt: null },
    data: { revokedAt: new Date() },
  });
}

export const SessionView = z.object({
  id: z.string(),
  createdAt: z.date(),
  lastSeenAt: z.date(),
  isCurrent: z.boolean(),
});
type SessionView = z.infer<typeof SessionView>;

/** The actor's live sessions, newest first. */
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

/** Ends one session of the actor's; null when it is not theirs. */
export async function revokeSession(actor: SignedIn, id: string): Promise<{ revoked: number } | null> {
  return db.$transaction(async (tx) => {
    const found = await tx.session.findFirst({ where: { id, userId: actor.userId } });
    return found && { revoked: await revoke(tx, actor, { id, userId: actor.userId }) };
  });
}

/**
 * Ends all sessions of the actor's, this one included: sign out everywhere. Their browsers are strangers again; API tokens
 * end too if that is asked for.
 */
export function revokeAllSessions(
  actor: SignedIn,
  { tokens }: { tokens: "revoke" | "keep" } = { tokens: "keep" },
): Promise<{ revoked: number; tokens: number }> {
  return db.$transaction(async (tx) => {
    const revoked = await revoke(tx, actor, { userId: actor.userId });
    // Somebody from a platform has their browser and nothing else to come back with.
    if (actor.email !== null) await forgetBrowsers(tx, actor.userId);
    return { revoked, tokens: tokens === "revoke" ? await revokeTokens(tx, actor, actor.userId) : 0 };
  });
}

/** Ends an account's sessions, except one to keep; called in the transaction of what makes it necessary. */
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
