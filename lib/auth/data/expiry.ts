import "server-only";
import { forgetUnusedBrowsers } from "@/lib/auth/known-browsers";
import { DAY } from "@/lib/auth/rules";
import { db } from "@/lib/database/db";

/** Deletes what has ended: sessions and links after a month, and rate limits that are full again. */
export async function deleteExpired(now = new Date()): Promise<void> {
  const before = new Date(now.getTime() - 30 * DAY);
  await db.session.deleteMany({
    where: { OR: [{ expiresAt: { lt: before } }, { revokedAt: { lt: before } }] },
  });
  await db.oneTimeLink.deleteMany({
    where: { OR: [{ expiresAt: { lt: before } }, { usedAt: { lt: before } }] },
  });
  await db.passkeyChallenge.deleteMany({ where: { expiresAt: { lt: now } } });
  await forgetUnusedBrowsers(now);
  await db.rateLimit.deleteMany({ where: { updatedAt: { lt: new Date(now.getTime() - DAY) } } });
}
