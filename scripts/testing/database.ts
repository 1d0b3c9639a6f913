import { randomBytes } from "node:crypto";
import { afterAll, inject, vi } from "vitest";
import { freePort } from "../postgres/cluster.mjs";
import { cloneTemplate, dropDatabase, ownerUrl } from "./template.mjs";

// Each test file gets its own empty, migrated database. The tests in one file share it, so each creates its
// own project; tests that need to be alone have a file of their own. The process has run other files before:
// packages stay loaded, but our modules are reloaded without state.
vi.resetModules();
Reflect.deleteProperty(globalThis, "countersign");

// On globalThis, because this file runs again in the same process.
const shared = globalThis as typeof globalThis & { countersignTests?: NodeJS.ProcessEnv };
shared.countersignTests ??= { ...process.env };
/** The environment that the process was started with. */
const environmentGiven = shared.countersignTests;

const server = inject("server");
const database = await cloneTemplate(server);

// Before any of our modules loads, because lib/database/db connects to this address. A test that failed may have left
// other values.
for (const name of Object.keys(process.env)) delete process.env[name];
Object.assign(process.env, environmentGiven, {
  DATABASE_URL: database,
  // For what the application's role may not do: changing tables and append-only data.
  TEST_OWNER_URL: ownerUrl(server, database),
  NEXTAUTH_SECRET: randomBytes(32).toString("base64"),
  LLM_KEY_SECRET: randomBytes(48).toString("base64url"),
  COUNTERSIGN_BUILD: `git:${"0".repeat(40)}`,
  // Where tests may start a stub of a language model, a webhook receiver, and a stub of Prolific.
  LLM_ALLOWED_ORIGINS: `http://127.0.0.1:${await freePort()}`,
  WEBHOOK_ALLOWED_ORIGINS: `http://127.0.0.1:${await freePort()}`,
  PROLIFIC_ORIGIN: `http://127.0.0.1:${await freePort()}`,
  APP_URL: "http://localhost:3000",
  LOG_LEVEL: "error",
});

afterAll(async () => {
  const { disconnect } = await import("@/lib/database/db");
  await disconnect();
  await dropDatabase(server, database);
});
