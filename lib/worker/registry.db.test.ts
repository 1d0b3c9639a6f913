import { randomUUID } from "node:crypto";
import { EventEmitter } from "node:events";
import { runOnce, type WorkerEvents } from "graphile-worker";
import { afterEach, describe, expect, test } from "vitest";
import { pool } from "@/lib/database/db";
import { handlers } from "@/lib/worker/registry";

/*
 * Web and worker connect as a role that owns nothing: it has only the rights they need. That each job works
 * is tested with the job, under the same role.
 */

afterEach(() => pool.query("DELETE FROM graphile_worker._private_jobs"));

test.each(handlers.map(({ name }) => name))(
  "the worker's role can start and finish a job: %s",
  async (name) => {
    const failures: unknown[] = [];
    const events: WorkerEvents = new EventEmitter();
    events.on("job:error", ({ error }) => failures.push(error));
    const records = { id: randomUUID(), importId: randomUUID(), batchId: randomUUID(), runId: randomUUID() };
    const payload = { ...records, sealed: "", keyId: "" };
    const added = await pool.query("SELECT id FROM graphile_worker.add_job($1, $2::json)", [name, payload]);
    const taskList = Object.fromEntries(handlers.map(({ name, run }) => [name, run]));
    await runOnce({ connectionString: process.env.DATABASE_URL, taskList, events, noHandleSignals: true });
    // A missing record is not a failure.
    expect(failures).toEqual([]);
    const { rows } = await pool.query("SELECT * FROM graphile_worker.jobs WHERE id = $1", [added.rows[0].id]);
    expect(rows).toEqual([]);
  },
);

const APPEND_ONLY = ["AuditLog", "AuditSeal", "Operation"];

describe("every table and sequence there is, of the newest migration too,", () => {
  test("is granted to the application, and append-only tables only for reading and inserting", async () => {
    const { rows } = await pool.query<{ table: string; rights: string[] }>(
      `SELECT c.relname AS "table", ARRAY(
         SELECT asked FROM unnest(ARRAY['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'TRUNCATE', 'TRIGGER', 'REFERENCES']) asked
         WHERE has_table_privilege(c.oid, asked)) AS "rights"
       FROM pg_class c WHERE c.relkind IN ('r', 'p') AND c.relnamespace IN ('public'::regnamespace,
         'graphile_worker'::regnamespace) ORDER BY c.relname`,
    );
    expect(rows.length).toBeGreaterThan(70);
    for (const { table, rights } of rows) {
      const expected =
        table === "_prisma_migrations"
          ? ["SELECT"]
          : APPEND_ONLY.includes(table)
            ? ["SELECT", "INSERT"]
            : ["SELECT", "INSERT", "UPDATE", "DELETE"];
      expect({ table, rights }).toEqual({ table, rights: expected });
    }
  });

  test("and so are the sequences", async () => {
    const { rows } = await pool.query<{ usable: boolean }>(
      `SELECT has_sequence_privilege(c.oid, 'USAGE') AS "usable" FROM pg_class c WHERE c.relkind = 'S'
         AND c.relnamespace IN ('public'::regnamespace, 'graphile_worker'::regnamespace)`,
    );
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.every(({ usable }) => usable)).toBe(true);
  });
});
