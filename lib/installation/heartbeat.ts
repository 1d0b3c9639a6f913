import "server-only";
import { randomUUID } from "node:crypto";
import pg from "pg";
import { db } from "@/lib/database/db";
import { env } from "@/lib/env";
import { freeJobsOfTheDead } from "@/lib/installation/orphaned-jobs";
import { aboutError, log } from "@/lib/log";

/** Interval of a worker's heartbeat and its check of the others, in milliseconds. */
const BEAT = 5_000;

/** Delay of the second check after the start, so that jobs of a killed worker do not wait. */
const SECOND_LOOK = 1_500;

interface Heartbeat {
  /** Sets the name by which the queue knows this worker. */
  setQueueName(queueName: string): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Marks a worker as alive in the database until it is stopped: by a row, and by a lock that the database
 * releases as soon as this process dies. Releases the jobs of dead workers.
 */
export async function startHeartbeat(): Promise<Heartbeat> {
  const id = randomUUID();
  let name: string | null = null;
  let connection: pg.Client | undefined;
  let suspects: ReadonlySet<string> = new Set();
  async function beat() {
    connection ??= await live(id, () => {
      connection = undefined;
    });
    await db.$executeRaw`
      INSERT INTO "Worker" ("id", "queueName") VALUES (${id}::uuid, ${name})
      ON CONFLICT ("id") DO UPDATE SET "seenAt" = clock_timestamp(), "queueName" = excluded."queueName"`;
    suspects = await freeJobsOfTheDead(suspects);
  }
  await beat();
  let last = Promise.resolve();
  const next = () => {
    last = last.then(beat).catch((error) => log("error", "heartbeat-failed", aboutError(error)));
    return last;
  };
  const timer = setInterval(next, BEAT);
  const second = setTimeout(next, SECOND_LOOK);
  for (const one of [timer, second]) one.unref();
  return {
    setQueueName: (queueName) => {
      name = queueName;
      return next();
    },
    stop: async () => {
      clearInterval(timer);
      clearTimeout(second);
      await last;
      await db.worker.deleteMany({ where: { id } });
      await connection?.end();
    },
  };
}

/** A connection that holds the lock on this worker's id as long as it is open. */
async function live(id: string, onEnd: () => void): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: env().DATABASE_URL,
    application_name: "countersign worker",
    keepAlive: true,
  });
  client.on("error", onEnd);
  client.on("end", onEnd);
  await client.connect();
  await client.query("SELECT pg_advisory_lock(hashtextextended($1, 0))", [`worker ${id}`]);
  return client;
}
