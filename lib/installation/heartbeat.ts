import "server-only";
import { randomUUID } from "node:crypto";
import { db } from "@/lib/db";
import { aboutError, log } from "@/lib/log";

/** How often a worker says that it lives. */
const BEAT = 15_000;

/** Says in the database that a worker lives here, until it is stopped. Rows of those that were killed are tidied up. */
export async function startHeartbeat(): Promise<{ stop: () => Promise<void> }> {
  const id = randomUUID();
  async function beat() {
    await db.$executeRaw`
      INSERT INTO "Worker" ("id") VALUES (${id}::uuid)
      ON CONFLICT ("id") DO UPDATE SET "seenAt" = clock_timestamp()`;
    await db.$executeRaw`DELETE FROM "Worker" WHERE "seenAt" < now() - interval '1 day'`;
  }
  await beat();
  let last = Promise.resolve();
  const timer = setInterval(() => {
    last = beat().catch((error) => log("error", "heartbeat-failed", aboutError(error)));
  }, BEAT);
  timer.unref();
  return {
    stop: async () => {
      clearInterval(timer);
      await last;
      await db.worker.deleteMany({ where: { id } });
    },
  };
}
