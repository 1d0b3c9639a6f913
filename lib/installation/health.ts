import "server-only";
import { readdirSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import { db } from "@/lib/db";
import { LATE_SECONDS } from "@/lib/installation/schema";

export const Health = z.object({
  /** Whether this server can do its work: the database answers and has the tables this program needs. */
  ok: z.boolean(),
  /** How many migrations the database lacks. */
  pendingMigrations: z.number(),
  /** The last sign of life of any worker; null when there is none. Without one, imports and reports wait. */
  worker: z.object({
    alive: z.boolean(),
    secondsAgo: z.number().nullable(),
  }),
});
export type Health = z.infer<typeof Health>;

const MIGRATIONS = path.join(process.cwd(), "prisma/migrations");
const known = readdirSync(MIGRATIONS, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

/** How this installation is, in one question to the database. Throws when that does not answer. */
export async function findHealth(): Promise<Health> {
  const [row] = await db.$queryRaw<{ applied: number; seconds: number | null }[]>`
    SELECT
      (SELECT count(*)::int FROM "_prisma_migrations"
       WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL AND migration_name = ANY (${known})) AS applied,
      (SELECT greatest(0, extract(epoch FROM clock_timestamp() - max("seenAt")))::int FROM "Worker"
       HAVING count(*) > 0) AS seconds`;
  const pendingMigrations = known.length - (row?.applied ?? 0);
  const secondsAgo = row?.seconds ?? null;
  return {
    ok: pendingMigrations === 0,
    pendingMigrations,
    worker: { alive: secondsAgo !== null && secondsAgo <= LATE_SECONDS, secondsAgo },
  };
}
