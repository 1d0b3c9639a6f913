import "server-only";
import { readdirSync } from "node:fs";
import path from "node:path";
import pg from "pg";
import { env } from "@/lib/env";
import { type Health, type HealthPart, LATE_SECONDS } from "@/lib/installation/schema";

const MIGRATIONS = path.join(process.cwd(), "prisma/migrations");
const known = readdirSync(MIGRATIONS, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

/** Time limit of the database check, in milliseconds: health must respond within two seconds. */
const PATIENCE = 1_500;

/**
 * Time for which a result is reused, in milliseconds: however many clients poll, the database is queried only a few
 * times a second.
 */
const FRESH = 200;

/** A separate connection, so that busy ones do not delay the check. */
function connect() {
  const own = new pg.Pool({
    connectionString: env().DATABASE_URL,
    application_name: "countersign health",
    max: 1,
    connectionTimeoutMillis: PATIENCE,
    statement_timeout: PATIENCE,
    lock_timeout: PATIENCE / 2,
  });
  own.on("error", () => {}); // The next check finds out.
  return own;
}

let connections: pg.Pool | undefined;
let last: { at: number; answer: Promise<Health> } | undefined;

/**
 * The state of this installation. Responds within two seconds whatever the database does, and never throws.
 */
export function findHealth(): Promise<Health> {
  if (last && (last.at === 0 || Date.now() - last.at < FRESH)) return last.answer;
  const check = { at: 0, answer: examine() };
  last = check;
  void check.answer.then(() => {
    check.at = Date.now();
  });
  return check.answer;
}

/** For tests and commands; a server's connection ends with it. */
export async function disconnectHealth(): Promise<void> {
  await connections?.end();
  connections = undefined;
  last = undefined;
}

async function examine(): Promise<Health> {
  connections ??= connect();
  const pool = connections;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), PATIENCE);
  });
  let client: pg.PoolClient | undefined;
  const connecting = pool.connect().then((one) => {
    client = one;
    return one;
  });
  const found = await Promise.race([connecting.then(checkWith), late]).catch(() => null);
  clearTimeout(timer);
  // A connection that hangs or failed is not reused.
  if (client) client.release(found === null);
  else void connecting.then((one) => one.release(true)).catch(() => {});
  return found ?? inWords({ answers: false, saves: false, pending: null, secondsAgo: null });
}

async function checkWith(client: pg.PoolClient): Promise<Health> {
  const { rows } = await client.query<{ applied: number; seconds: number | null }>(
    `SELECT
       (SELECT count(*)::int FROM "_prisma_migrations"
        WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL AND migration_name = ANY ($1)) AS applied,
       (SELECT greatest(0, extract(epoch FROM clock_timestamp() - max("seenAt")))::int FROM "Worker"
        HAVING count(*) > 0) AS seconds`,
    [known],
  );
  const pending = known.length - (rows[0]?.applied ?? 0);
  const secondsAgo = rows[0]?.seconds ?? null;
  const saves = pending === 0 && (await canSave(client));
  return inWords({ answers: true, saves, pending, secondsAgo });
}

/** A read-only or full database still answers queries, so this writes. */
async function canSave(client: pg.PoolClient): Promise<boolean> {
  return client
    .query(
      `INSERT INTO "WriteProbe" ("id", "at") VALUES (1, clock_timestamp())
       ON CONFLICT ("id") DO UPDATE SET "at" = excluded."at"`,
    )
    .then(
      () => true,
      () => false,
    );
}

interface Facts {
  answers: boolean;
  saves: boolean;
  pending: number | null;
  secondsAgo: number | null;
}

function inWords({ answers, saves, pending, secondsAgo }: Facts): Health {
  const alive = secondsAgo !== null && secondsAgo <= LATE_SECONDS;
  const missing: HealthPart[] = [];
  if (!answers) missing.push("database");
  else if (pending !== 0) missing.push("migrations");
  else if (!saves) missing.push("saving");
  if (answers && !alive) missing.push("worker");
  return {
    ok: missing.every((part) => part === "worker"),
    missing,
    pendingMigrations: pending,
    worker: { alive, secondsAgo },
  };
}
