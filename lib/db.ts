import "server-only";
import { PrismaPg } from "@prisma/adapter-pg";
import pg from "pg";
import { env } from "@/lib/env";
import { log } from "@/lib/log";
import { type Prisma, PrismaClient } from "@/prisma/generated/client/client";

function connect() {
  const pool = new pg.Pool({
    connectionString: env().DATABASE_URL,
    max: 20,
    application_name: "countersign",
  });
  // A server that restarts takes idle connections along. The pool replaces them; without a listener Node would end.
  pool.on("error", (error) => {
    const code = "code" in error ? String(error.code) : error.name;
    if (!pool.ending) log("error", "database-connection-lost", { code });
  });
  const db = new PrismaClient({
    adapter: new PrismaPg(pool),
    // A busy process may come late to what the database answered long ago. That is no reason to undo it.
    transactionOptions: { maxWait: 10_000, timeout: 20_000 },
    // A password's hash, a model's key and a webhook's secret leave the database only where asked for by name.
    omit: {
      user: { passwordHash: true },
      llmEndpoint: { keySealed: true },
      webhook: { keySealed: true },
    },
  });
  return { pool, db };
}

// Kept outside the module: development reloads modules, and a build may hold several copies of this one.
const shared = globalThis as typeof globalThis & { countersign?: ReturnType<typeof connect> };
shared.countersign ??= connect();

/** The database. */
export const db = shared.countersign.db;

/** The connections under `db`, for what needs a session of its own: listening, copying, long cursors. */
export const pool = shared.countersign.pool;

/**
 * The rows of one statement, planned once per connection under a name of its own. For what every request or every save
 * waits for: there the client in between costs ten times the statement. Its text must always be the same.
 */
export async function prepared<Row extends object>(
  name: string,
  { text, values }: Prisma.Sql,
): Promise<Row[]> {
  return (await pool.query<Row>({ name, text, values })).rows;
}

/** What `db.$transaction` hands to its callback. Functions that must share a caller's transaction take one. */
export type Tx = Prisma.TransactionClient;

/** Ends every connection. For tests and commands; a server's connections end with it. */
export async function disconnect() {
  await db.$disconnect();
  await pool.end();
}
