import "server-only";
import { keyedFingerprint } from "@/lib/auth/secrets";
import { db } from "@/lib/database/db";

/** A rate limit: `burst` attempts at once, then `perMinute`. It delays, but never locks out permanently. */
export interface Limit {
  readonly name: string;
  readonly burst: number;
  readonly perMinute: number;
}

/** A limit with its key: an account, an address, or both together. */
export interface Limited {
  readonly limit: Limit;
  readonly who: string;
}

/**
 * Takes one token from each bucket; true if all had one. Buckets are rows, so all server processes share
 * them; their keys are stored as keyed hashes only.
 */
export async function takeRateLimitToken(limits: Limited[], now = new Date()): Promise<boolean> {
  for (const { limit, who } of limits) {
    const perSecond = limit.perMinute / 60;
    const taken = await db.$queryRaw<unknown[]>`
      INSERT INTO "RateLimit" AS bucket ("key", "tokens", "updatedAt")
      VALUES (${keyOf(limit, who)}, ${limit.burst - 1}::float8, ${now})
      ON CONFLICT ("key") DO UPDATE SET
        "tokens" = least(${limit.burst}::float8, bucket."tokens" + ${perSecond}::float8
          * greatest(0, extract(epoch FROM excluded."updatedAt" - bucket."updatedAt"))) - 1,
        "updatedAt" = greatest(excluded."updatedAt", bucket."updatedAt")
      WHERE least(${limit.burst}::float8, bucket."tokens" + ${perSecond}::float8
          * greatest(0, extract(epoch FROM excluded."updatedAt" - bucket."updatedAt"))) >= 1
      RETURNING 1`;
    if (taken.length === 0) return false;
  }
  return true;
}

/** Returns tokens taken by an attempt that was legitimate. */
export async function refundRateLimitTokens(limits: Limited[]): Promise<void> {
  for (const { limit, who } of limits) {
    await db.$executeRaw`
      UPDATE "RateLimit" SET "tokens" = least(${limit.burst}::float8, "tokens" + 1) WHERE "key" = ${keyOf(limit, who)}`;
  }
}

function keyOf(limit: Limit, who: string): string {
  return `${limit.name}:${keyedFingerprint(who)}`;
}

/** One-time links cannot be guessed; this limits the load that attempts cause. */
export const LINK_TRIES: Limit = { name: "one-time-link", burst: 30, perMinute: 10 };
