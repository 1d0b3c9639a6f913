import "server-only";
import { db } from "@/lib/database/db";
import { log } from "@/lib/log";

/**
 * Takes jobs out of the hands of workers that have died, so that another begins with them at once: the queue by itself
 * waits for hours. Dead is whose lock nobody holds at two looks in a row, because a database that restarts lets go of
 * the locks of the living, too, for a moment. Takes whom the last look suspected, and returns whom this one does.
 */
export async function freeJobsOfTheDead(suspects: ReadonlySet<string>): Promise<ReadonlySet<string>> {
  const silent = await db.$queryRaw<{ id: string; queueName: string | null }[]>`
    SELECT w."id", w."queueName" FROM "Worker" w
    WHERE pg_try_advisory_xact_lock(hashtextextended('worker ' || w."id"::text, 0))
      -- Before it has said its name nothing can be done for its jobs.
      AND (w."queueName" IS NOT NULL OR w."seenAt" < now() - interval '1 minute')`;
  const dead = silent.filter(({ id }) => suspects.has(id));
  for (const { id, queueName } of dead) {
    await db.$transaction([
      db.$executeRaw`SELECT FROM graphile_worker.force_unlock_workers(ARRAY[${queueName ?? ""}])`,
      db.worker.deleteMany({ where: { id } }),
    ]);
    log("warning", "worker-died", { job: queueName ?? undefined });
  }
  await freeUnknown();
  return new Set(silent.filter((one) => !dead.includes(one)).map(({ id }) => id));
}

/**
 * A worker that dies before it has said what the queue knows it by leaves jobs behind with a name that nobody has. They
 * are freed once every worker there is has had the time to say its name.
 */
async function freeUnknown(): Promise<void> {
  await db.$executeRaw`
    SELECT FROM graphile_worker.force_unlock_workers(ARRAY(
      SELECT DISTINCT j.locked_by FROM graphile_worker.jobs j
      WHERE j.locked_at < now() - interval '1 minute'
        AND NOT EXISTS (SELECT FROM "Worker" w WHERE w."queueName" IS NULL OR w."queueName" = j.locked_by)))`;
}
