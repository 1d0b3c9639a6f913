import "server-only";
import { hashSecret, randomSecret } from "@/lib/auth/secrets";
import { db, type Tx } from "@/lib/database/db";
import { env } from "@/lib/env";

/*
 * A browser that somebody came with before is known by a random id in a cookie of its own, which outlives the session. It
 * signs nobody in: it says that whoever guesses a password here is not a stranger, and that a participant is the one who
 * began.
 */

const DAYS = 180;

/** Where the browser's id is kept: bound to this host and to encrypted connections, except on this machine itself. */
export function browserCookie(): string {
  return env().APP_URL.startsWith("https:") ? "__Host-countersign.browser" : "countersign.browser";
}

/** What a browser showed as its id, if it can be one. */
export function browserIdOf(cookies: Record<string, string>): string | null {
  const shown = cookies[browserCookie()];
  return shown !== undefined && /^[\w-]{43}$/.test(shown) ? shown : null;
}

export function newBrowserId(): string {
  return randomSecret();
}

/** The header that gives a browser its id, or has it keep it for longer. */
export function browserCookieHeader(id: string): string {
  const secure = env().APP_URL.startsWith("https:") ? "; Secure" : "";
  return `${browserCookie()}=${id}; Path=/; Max-Age=${DAYS * 24 * 60 * 60}; HttpOnly; SameSite=Lax${secure}`;
}

/** Notes that somebody came with this browser. */
export async function rememberBrowser(tx: Tx, userId: string, id: string): Promise<void> {
  const key = { userId, tokenHash: hashSecret(id) };
  const lastSeenAt = new Date();
  await tx.knownBrowser.upsert({
    where: { userId_tokenHash: key },
    create: { ...key, lastSeenAt },
    update: { lastSeenAt },
  });
}

/** Whether somebody came with this browser before. */
export async function isKnownBrowser(tx: Tx, userId: string, id: string | null): Promise<boolean> {
  if (id === null) return false;
  const key = { userId, tokenHash: hashSecret(id) };
  return (await tx.knownBrowser.findUnique({ where: { userId_tokenHash: key } })) !== null;
}

/** From now on every browser is a stranger's to this account. */
export async function forgetBrowsers(tx: Tx, userId: string): Promise<void> {
  await tx.knownBrowser.deleteMany({ where: { userId } });
}

/** Forgets browsers that nobody came with for as long as they keep their id. Those of participants are all they have. */
export async function forgetUnusedBrowsers(now: Date): Promise<void> {
  const before = new Date(now.getTime() - DAYS * 24 * 60 * 60 * 1000);
  await db.knownBrowser.deleteMany({ where: { lastSeenAt: { lt: before }, user: { email: { not: null } } } });
}
