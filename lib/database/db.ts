import "server-only";
import { PrismaPg } from "@prisma/adapter-pg";
import { Connections, forAnyone } from "@/lib/database/connections";
import { env } from "@/lib/env";
import { type Prisma, PrismaClient } from "@/prisma/generated/client/client";

/** A web server responds to waiting people; workers and commands may take longer. */
const isWebServer = () => process.env.NEXT_RUNTIME === "nodejs";

function connect() {
  const { WEB_PROCESSES, DATABASE_URL } = env();
  const pool = new Connections(
    { connectionString: DATABASE_URL, application_name: "countersign" },
    isWebServer() ? forPeople(WEB_PROCESSES) : { most: 20 },
  );
  const db = new PrismaClient({
    adapter: new PrismaPg(pool),
    // A busy process may notice late what the database answered long ago, which is no reason to roll back.
    transactionOptions: { maxWait: 10_000, timeout: 20_000 },
    // Password hashes, model keys and webhook secrets are read only where selected by name.
    omit: {
      user: { passwordHash: true },
      llmEndpoint: { keySealed: true },
      webhook: { keySealed: true },
      prolificConnection: { keySealed: true },
      secondFactor: { keySealed: true },
      outgoingMail: { keySealed: true },
    },
  });
  return { pool, db };
}

/**
 * Limits of a web process: a statement that waits too long for a lock, or runs longer than anyone waits for a
 * response, is cancelled to free its connection. Several web processes on a machine share the limits of one.
 */
function forPeople(processes: number) {
  return {
    most: Math.max(8, Math.floor(40 / (processes + 1))),
    reserved: 4,
    lockMs: 4_000,
    statementMs: 20_000,
    connectMs: 5_000,
  };
}

// Stored outside the module: development reloads modules, and a build may contain several copies of this one.
const shared = globalThis as typeof globalThis & { countersign?: ReturnType<typeof connect> };
shared.countersign ??= connect();

/** The database. */
export const db = shared.countersign.db;

/** The connections under `db`, for work that needs its own session: LISTEN, COPY, long cursors. */
export const pool = shared.countersign.pool;

/**
 * The rows of one statement that each connection plans once, under a name. For what every request or save
 * waits for: the query builder costs ten times the statement. Its text must always be the same.
 */
export async function prepared<Row extends object>(
  name: string,
  { text, values }: Prisma.Sql,
): Promise<Row[]> {
  return (await pool.query<Row>({ name, text, values })).rows;
}

/** The rows of a prepared statement on tables without row-level security, which needs no connection bound to the annotator. */
export async function preparedForAnyone<Row extends object>(
  name: string,
  { text, values }: Prisma.Sql,
): Promise<Row[]> {
  return (await forAnyone(text, () => pool.query<Row>({ name, text, values }))).rows;
}

/** The argument of `db.$transaction`'s callback. Functions that run in the caller's transaction take one. */
export type Tx = Prisma.TransactionClient;

/** Closes all connections. For tests and commands; a server's connections end with it. */
export async function disconnect() {
  await db.$disconnect();
  await pool.end();
}
