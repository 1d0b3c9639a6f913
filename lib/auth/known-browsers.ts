import "server-only";
import { hashSecret, randomSecret } from "@/lib/auth/secrets";
import { db, type Tx } from "@/lib/database/db";
import { env } from "@/lib/env";

/*
 * A browser in which a person has signed in is recognised by a random id in a cookie that outlives the
 * session. It does not sign in: it only raises the rate limit of password attempts, and ties participants to
 * their browser.
 */

const DAYS = 180;

/** The cookie of the browser's id: bound to this host and to encrypted connections, except on localhost. */
function browserCookie(): string {
  return env().APP_URL.startsWith("https:") ? "__Host-countersign.browser" : "countersign.browser";
}

/** The browser's id from its cookie, if it is well formed. */
export function browserIdOf(cookies: Record<string, string>): string | null {
  const shown = cookies[browserCookie()];
  return shown !== undefined && /^[\w-]{43}$/.test(shown) ? shown : null;
}

export function newBrowserId(): string {
  return randomSecret();
}

/** The header that sets or renews a browser's id. */
export function browserCookieHeader(id: string): string {
  const secure = env().APP_URL.startsWith("https:") ? "; Secure" : "";
  return `${browserCookie()}=${id}; Path=/; Max-Age=${DAYS * 24 * 60 * 60}; HttpOnly; SameSite=Lax${secure}`;
}

/** Records that a user signed in with this browser. */
export async function rememberBrowser(tx: Tx, userId: string, id: string): Promise<void> {
  const key = { userId, tokenHash: hashSecret(id) };
  const lastSeenAt = new Date();
  await tx.knownBrowser.upsert({
    where: { userId_tokenHash: key },
    create: { ...key, lastSeenAt },
    update: { lastSeenAt },
  });
}

/** True if the user signed in with this browser before. */
export async function isKnownBrowser(tx: Tx, userId: string, id: string | null): Promise<boolean> {
  if (id === null) return false;
  const key = { userId, tokenHash: hashSecret(id) };
  return (await tx.knownBrowser.findUnique({ where: { userId_tokenHash: key } })) !== null;
}

/** Makes all browsers unknown for this account. */
export async function forgetBrowsers(tx: Tx, userId: string): Promise<void> {
  await tx.knownBrowser.deleteMany({ where: { userId } });
}

/**
 * Deletes browsers unused for the lifetime of their cookie. Participants' browsers are kept: they have no
 * other way in.
 */
export async function forgetUnusedBrowsers(now: Date): Promise<void> {
  const before = new Date(now.getTime() - DAYS * 24 * 60 * 60 * 1000);
  await db.knownBrowser.deleteMany({ where: { lastSeenAt: { lt: before }, user: { email: { not: null } } } });
}
