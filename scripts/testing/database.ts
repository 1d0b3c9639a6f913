import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { setTimeout } from "node:timers/promises";
import type { Pool } from "pg";
import { afterAll, inject } from "vitest";
import { freePort } from "../postgres/cluster.mjs";
import { forgetModules, perProcess } from "./own-environment";
import { cloneTemplate, dropDatabase, ownerUrl } from "./template.mjs";

// Each test file gets an empty, migrated database. The tests in one file share it, so each creates its own project;
// tests that need to be alone have a file of their own. The databases of one process have one address, one after the
// other: modules that are loaded stay right, and need not be loaded again.
const server = inject("server");

// Before any of our modules loads, because lib/database/db connects to this address.
if (perProcess.usual) {
  const { DATABASE_URL = "" } = perProcess.usual;
  // A test that failed may have left other values. Variables that loaded modules have added stay.
  Object.assign(process.env, perProcess.usual);
  await dropDatabase(server, DATABASE_URL);
  await cloneTemplate(server, new URL(DATABASE_URL).pathname.slice(1));
} else {
  forgetModules();
  const database = await cloneTemplate(server);
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, perProcess.given, {
    DATABASE_URL: database,
    // For what the application's role may not do: changing tables and append-only data.
    TEST_OWNER_URL: ownerUrl(server, database),
    NEXTAUTH_SECRET: randomBytes(32).toString("base64"),
    LLM_KEY_SECRET: randomBytes(48).toString("base64url"),
    // Where tests may start a stub of a language model, a webhook receiver, and a stub of Prolific.
    LLM_ALLOWED_ORIGINS: `http://127.0.0.1:${await freePort()}`,
    WEBHOOK_ALLOWED_ORIGINS: `http://127.0.0.1:${await freePort()}`,
    PROLIFIC_ORIGIN: `http://127.0.0.1:${await freePort()}`,
    APP_URL: "http://localhost:3000",
    LOG_LEVEL: "error",
  });
  perProcess.usual = { ...process.env };
}

const address = process.env.DATABASE_URL ?? "";

afterAll(async () => {
  const { disconnect, pool } = await import("@/lib/database/db");
  if (!perProcess.usual) {
    await disconnect();
    return dropDatabase(server, address);
  }
  await endSessions(pool).catch((error) => {
    // Work that still goes on must not reach the next file: it loads its own modules.
    perProcess.usual = undefined;
    throw error;
  });
});

/** Ends all sessions of a pool. The pool stays usable: it connects to the next file's database. */
async function endSessions(pool: Pool): Promise<void> {
  for (const until = Date.now() + 30_000; pool.totalCount > 0; ) {
    if (Date.now() > until) throw new Error("a test has left a connection in use");
    if (pool.idleCount === 0) await setTimeout(5);
    else {
      const ended = once(pool, "remove");
      (await pool.connect()).release(true);
      await ended;
    }
  }
}
