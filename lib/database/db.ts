import "server-only";
import { PrismaPg } from "@prisma/adapter-pg";
import { Connections } from "@/lib/database/connections";
import { env } from "@/lib/env";
import { type Prisma, PrismaClient } from "@/prisma/generated/client/client";

/** How a process uses the database: a web server answers people, who wait; a worker and commands may take their time. */
const isWebServer = () => process.env.NEXT_RUNTIME === "nodejs";

function connect() {
  const { WEB_PROCESSES, DATABASE_URL } = env();
  const pool = new Connections(
    { connectionString: DATABASE_URL, application_name: "countersign" },
    isWebServer() ? forPeople(WEB_PROCESSES) : { most: 20 },
  );
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

/**
 * Of a web process: a statement that waits for a lock, or takes longer than anybody waits for an answer, is given up, so
 * that it does not keep its connection from everybody else. Several web processes on a machine share what one may have.
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
