import type { TokenScope } from "./schema";

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** A session ends after this long without a request. */
export const IDLE = 8 * HOUR;
/** A session ends after this long in any case. */
export const ABSOLUTE = 24 * HOUR;

interface SessionTimes {
  lastSeenAt: Date;
  expiresAt: Date;
  revokedAt: Date | null;
}

/** True if a session is still valid. */
export function isAlive(session: SessionTimes, now: Date): boolean {
  return (
    session.revokedAt === null &&
    now.getTime() - session.lastSeenAt.getTime() < IDLE &&
    now.getTime() < session.expiresAt.getTime()
  );
}

/**
 * The client's address as reported by our proxies, or null when unknown.
 *
 * `trustedProxies` is the number of proxies in front of the server; each appends the address it was called
 * from to X-Forwarded-For, so everything left of those was written by the client and is ignored. IPv6
 * addresses are cut to the /64 of one customer.
 */
export function clientAddress(forwardedFor: string | null, trustedProxies: number): string | null {
  if (trustedProxies === 0 || !forwardedFor) return null;
  const address = forwardedFor.split(",").at(-trustedProxies)?.trim().toLowerCase();
  if (!address) return null;
  const v4 = /^(?:::ffff:)?(\d{1,3}(?:\.\d{1,3}){3})(?::\d+)?$/.exec(address);
  if (v4?.[1]) return v4[1];
  const v6 = /^\[?([0-9a-f:]+)\]?(?::\d+)?$/.exec(address);
  return v6?.[1] ? `${v6Groups(v6[1]).slice(0, 4).join(":")}::/64` : null;
}

function v6Groups(address: string): string[] {
  const [head = "", tail] = address.split("::");
  const before = head.split(":").filter(Boolean);
  const after = tail?.split(":").filter(Boolean) ?? [];
  const missing = Math.max(0, 8 - before.length - after.length);
  return [...before, ...Array<string>(missing).fill("0"), ...after];
}

/** The page after signing in: always a path of this installation, whatever was requested. */
export function safePath(wanted: string | null | undefined, origin: string): string {
  if (!wanted || !URL.canParse(wanted, origin)) return "/";
  const url = new URL(wanted, origin);
  if (url.origin !== origin) return "/";
  // Two leading slashes would name another host.
  return `${url.pathname.replace(/^\/+/, "/")}${url.search}${url.hash}`;
}

/** The token scope a method requires, unless the route specifies one. */
export function scopeFor(method: string, needed?: TokenScope): TokenScope {
  return needed ?? (method === "GET" || method === "HEAD" ? "read" : "write");
}
