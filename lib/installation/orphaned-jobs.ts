import "server-only";
import { db } from "@/lib/database/db";
import { log } from "@/lib/log";

/**
 * Releases the jobs of dead workers, so that others start them at once: the queue itself waits for hours. A
 * worker is dead when its lock is free at two checks in a row, because a restarting database releases the
 * locks of live workers for a moment. Takes the suspects of the last check, and returns those of this one.
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
 * A worker that dies before its queue name was recorded leaves jobs under an unknown name. They are released
 * once every live worker has had time to record its name.
 */
async function freeUnknown(): Promise<void> {
  await db.$executeRaw`
    SELECT FROM graphile_worker.force_unlock_workers(ARRAY(
      SELECT DISTINCT j.locked_by FROM graphile_worker.jobs j
      WHERE j.locked_at < now() - interval '1 minute'
        AND NOT EXISTS (SELECT FROM "Worker" w WHERE w."queueName" IS NULL OR w."queueName" = j.locked_by)))`;
}
