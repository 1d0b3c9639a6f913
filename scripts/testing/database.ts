import { randomBytes } from "node:crypto";
import { afterAll, inject, vi } from "vitest";
import { freePort } from "../postgres/cluster.mjs";
import { cloneTemplate, dropDatabase, ownerUrl } from "./template.mjs";

// Each test file gets its own empty, migrated database. The tests in one file share it, so each creates its
// own project; tests that need to be alone have a file of their own. The process has run other files before:
// packages stay loaded, but our modules are reloaded without state.
vi.resetModules();
Reflect.deleteProperty(globalThis, "countersign");
const server = inject("server");
const database = await cloneTemplate(server);

// Before any of our modules loads, because lib/database/db connects to this address.
process.env.DATABASE_URL = database;
// For what the application's role may not do: changing tables and append-only data.
process.env.TEST_OWNER_URL = ownerUrl(server, database);
process.env.NEXTAUTH_SECRET = randomBytes(32).toString("base64");
process.env.LLM_KEY_SECRET = randomBytes(48).toString("base64url");
// Address at which tests may start a stub of a language model.
process.env.LLM_ALLOWED_ORIGINS = `http://127.0.0.1:${await freePort()}`;
// Address at which tests may start a webhook receiver.
process.env.WEBHOOK_ALLOWED_ORIGINS = `http://127.0.0.1:${await freePort()}`;
// Address at which tests may start a stub of Prolific.
process.env.PROLIFIC_ORIGIN = `http://127.0.0.1:${await freePort()}`;
process.env.APP_URL = "http://localhost:3000";
process.env.LOG_LEVEL = "error";

afterAll(async () => {
  const { disconnect } = await import("@/lib/database/db");
  await disconnect();
  await dropDatabase(server, database);
});
