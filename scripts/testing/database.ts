import { randomBytes } from "node:crypto";
import { afterAll, inject, vi } from "vitest";
import { freePort } from "../postgres/cluster.mjs";
import { cloneTemplate, dropDatabase, ownerUrl } from "./template.mjs";

// Each test file begins with a database of its own, empty but migrated. The tests in one file share it,
// so each makes the project it needs; what must be alone in the world has a file to itself. The process
// has run other files before: packages stay loaded, but our modules are loaded anew and remember nothing.
vi.resetModules();
Reflect.deleteProperty(globalThis, "countersign");
const server = inject("server");
const database = await cloneTemplate(server);

// Before any module of ours is loaded, because lib/database/db connects to what it finds here.
process.env.DATABASE_URL = database;
// For what the application may not do: changing tables, and what is append-only.
process.env.TEST_OWNER_URL = ownerUrl(server, database);
process.env.NEXTAUTH_SECRET = randomBytes(32).toString("base64");
process.env.LLM_KEY_SECRET = randomBytes(48).toString("base64url");
// Where a test may open a stub of a language model.
process.env.LLM_ALLOWED_ORIGINS = `http://127.0.0.1:${await freePort()}`;
// And where it may open a receiver of webhooks.
process.env.WEBHOOK_ALLOWED_ORIGINS = `http://127.0.0.1:${await freePort()}`;
process.env.APP_URL = "http://localhost:3000";
process.env.LOG_LEVEL = "error";

afterAll(async () => {
  const { disconnect } = await import("@/lib/database/db");
  await disconnect();
  await dropDatabase(server, database);
});
