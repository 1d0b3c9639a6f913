import type { Client } from "pg";
import type { Migration, TableHead } from "@/lib/installation/backup/schema";

/**
 * Tables whose rows are not backed up: sessions, account links, and state of running processes. No other
 * table may reference them.
 */
export const LEFT_OUT = ["Invitation", "OneTimeLink", "RateLimit", "Session", "Worker", "WriteProbe"];

/** Maintained by the migrations themselves. */
const MIGRATIONS = "_prisma_migrations";

/** A quoted SQL identifier. */
export function identifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** All our tables by name with their writable columns; generated columns follow from those. */
export async function listTables(client: Client): Promise<TableHead[]> {
  const { rows } = await client.query<{ table: string; columns: string[] }>(
    `SELECT c.relname AS "table", array_agg(a.attname::text ORDER BY a.attnum) AS columns
     FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
     WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND c.relname <> $1
       AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
     GROUP BY c.relname ORDER BY c.relname COLLATE "C"`,
    [MIGRATIONS],
  );
  return rows;
}

/** The applied migrations of this database, ordered by name; empty for a bare database. */
export async function listMigrations(client: Client): Promise<Migration[]> {
  const { rows: found } = await client.query(
    `SELECT 1 WHERE to_regclass('public."${MIGRATIONS}"') IS NOT NULL`,
  );
  if (found.length === 0) return [];
  const { rows } = await client.query<Migration>(
    `SELECT migration_name AS name, checksum FROM "${MIGRATIONS}"
     WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL ORDER BY migration_name COLLATE "C"`,
  );
  return rows;
}

/** Each sequence with its last value. */
export async function listSequences(client: Client): Promise<{ name: string; value: string | null }[]> {
  const { rows } = await client.query<{ name: string; value: string | null }>(
    `SELECT sequencename AS name, last_value::text AS value FROM pg_sequences
     WHERE schemaname = 'public' ORDER BY sequencename COLLATE "C"`,
  );
  return rows;
}

/** The waiting jobs, with the columns needed to enqueue them again. */
export const QUEUE: TableHead = {
  table: "jobs",
  columns: ["task", "payload", "queue", "run_at", "max_attempts", "key", "priority", "flags"],
  queue: true,
};

export const QUEUE_SQL = `SELECT t.identifier, j.payload, q.queue_name, j.run_at, j.max_attempts, j.key, j.priority,
    (SELECT array_agg(flag ORDER BY flag) FROM jsonb_object_keys(j.flags) AS flag)
  FROM graphile_worker._private_jobs j JOIN graphile_worker._private_tasks t ON t.id = j.task_id
  LEFT JOIN graphile_worker._private_job_queues q ON q.id = j.job_queue_id
  ORDER BY j.id`;
