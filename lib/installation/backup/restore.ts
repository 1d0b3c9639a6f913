import pg, { type Client } from "pg";
import { identifier, LEFT_OUT, listMigrations, listTables, QUEUE } from "@/lib/installation/backup/catalogue";
import { copyIn } from "@/lib/installation/backup/copy";
import { type BackupTable, BadBackup, readBackup } from "@/lib/installation/backup/read";
import type { BackupManifest, Baseline, Migration } from "@/lib/installation/backup/schema";
import type { BackupProgress } from "@/lib/installation/backup/write";

/** The backup cannot be restored here; the message says why and what to do. */
export class CannotRestore extends Error {
  override name = "CannotRestore";
}

interface Migrations {
  baseline: Baseline;
  /** The migrations of this program. */
  known: Migration[];
  /** Applies missing migrations: all, or only the named ones. */
  apply: (connectionString: string, only?: string[]) => Promise<unknown>;
}

/**
 * Restores a backup into an empty database, completely or not at all. Creates the tables as they were at
 * backup time, fills them in one transaction, then applies newer migrations.
 *
 * Reads the file twice: completely before anything is changed, and again to load it; the second reading is
 * checked like the first before the commit. Throws `BadBackup` or `CannotRestore`.
 */
export async function restoreBackup(
  connectionString: string,
  file: string,
  migrations: Migrations,
  onProgress: BackupProgress = () => {},
): Promise<BackupManifest> {
  const manifest = await readBackup(file);
  const made = migrations.baseline.translate(manifest.migrations);
  if (!made) {
    throw new CannotRestore(
      `The backup was made by an older version of Countersign (${manifest.version}). Restore it with commit ${migrations.baseline.lastBefore}, start that once, and make a backup of it.`,
    );
  }
  const unknown = made.find(({ name, checksum }) => {
    return migrations.known.find((known) => known.name === name)?.checksum !== checksum;
  });
  if (unknown) {
    throw new CannotRestore(
      `The backup was made by a version of Countersign (${manifest.version}) whose migration ${unknown.name} this one does not have. Restore it with that version or a newer one.`,
    );
  }
  await withClient(connectionString, (client) => mustBeBare(client, made));
  await migrations.apply(
    connectionString,
    made.map(({ name }) => name),
  );
  await withClient(connectionString, (client) => load(client, file, manifest, onProgress));
  await migrations.apply(connectionString);
  await withClient(connectionString, (client) => client.query("ANALYZE"));
  return manifest;
}

/** Refuses a database that has content or is newer than the backup, before creating its tables. */
async function mustBeBare(client: Client, made: Migration[]) {
  const applied = await listMigrations(client);
  await mustBeEmpty(client);
  const ahead = applied.find(({ name }) => !made.some((one) => one.name === name));
  if (!ahead) return;
  throw new CannotRestore(
    `The database is newer than the backup: it has the migration ${ahead.name}. Create an empty database, without tables, and restore into that; it is brought up to date afterwards.`,
  );
}

async function mustBeEmpty(client: Client) {
  for (const { table } of await listTables(client)) {
    if (LEFT_OUT.includes(table)) continue;
    const { rows } = await client.query(`SELECT 1 FROM public.${identifier(table)} LIMIT 1`);
    if (rows.length === 0) continue;
    throw new CannotRestore(
      `The database is not empty: ${table} has rows. A backup is restored into an empty database only, so that nothing is lost or mixed.`,
    );
  }
}

async function load(client: Client, file: string, manifest: BackupManifest, onProgress: BackupProgress) {
  const tables = await listTables(client);
  await client.query("BEGIN");
  // Locks out writers, so that empty tables stay empty.
  for (const { table } of tables) await client.query(`LOCK TABLE public.${identifier(table)}`);
  await mustBeEmpty(client);
  for (const { table } of tables.filter(({ table }) => LEFT_OUT.includes(table))) {
    await client.query(`DELETE FROM public.${identifier(table)}`);
  }

  // References are checked once everything is loaded; triggers ran when the rows were first written.
  await client.query("SET CONSTRAINTS ALL IMMEDIATE");
  const references = await listReferences(client);
  for (const { table, name } of references) {
    await client.query(`ALTER TABLE ${table} DROP CONSTRAINT ${identifier(name)}`);
  }
  const triggers = await listTriggers(client);
  for (const { table, name } of triggers) {
    await client.query(`ALTER TABLE ${table} DISABLE TRIGGER ${identifier(name)}`);
  }

  let loaded = 0;
  const again = await readBackup(file, {
    onTable: async (table) => {
      mustFit(table, tables);
      const rows = table.queue ? await fillQueue(client, table) : await fill(client, table);
      loaded += rows;
      onProgress(table.table, loaded);
    },
  });
  if (again.sha256 !== manifest.sha256)
    throw new BadBackup("The file was changed while it was being restored.");
  for (const { name, value } of manifest.sequences) {
    if (value === null) continue;
    await client.query("SELECT setval($1::regclass, $2::bigint)", [`public.${identifier(name)}`, value]);
  }

  for (const { table, name } of triggers) {
    await client.query(`ALTER TABLE ${table} ENABLE TRIGGER ${identifier(name)}`);
  }
  for (const { table, name, definition } of references) {
    await client.query(`ALTER TABLE ${table} ADD CONSTRAINT ${identifier(name)} ${definition}`);
  }
  await client.query("COMMIT");
}

/** The foreign keys between our tables. */
async function listReferences(client: Client) {
  const { rows } = await client.query<{ table: string; name: string; definition: string }>(
    `SELECT conrelid::regclass::text AS "table", conname AS name, pg_get_constraintdef(oid) AS definition
     FROM pg_constraint
     WHERE contype = 'f' AND connamespace = 'public'::regnamespace AND conparentid = 0 ORDER BY conname`,
  );
  return rows;
}

/** Our own enabled triggers. */
async function listTriggers(client: Client) {
  const { rows } = await client.query<{ table: string; name: string }>(
    `SELECT t.tgrelid::regclass::text AS "table", t.tgname AS name
     FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
     WHERE c.relnamespace = 'public'::regnamespace AND NOT t.tgisinternal AND t.tgenabled = 'O'
     ORDER BY t.tgname`,
  );
  return rows;
}

function mustFit({ table, columns, queue }: BackupTable, tables: { table: string; columns: string[] }[]) {
  const here = queue ? QUEUE : tables.find((one) => one.table === table);
  if (here && columns.every((column) => here.columns.includes(column))) return;
  throw new BadBackup(`The backup has a table ${table} that its own migrations do not make.`);
}

function fill(client: Client, { table, columns, rows }: BackupTable): Promise<number> {
  return copyIn(
    client,
    `COPY public.${identifier(table)} (${columns.map(identifier).join(", ")}) FROM STDIN`,
    rows,
  );
}

/** Enqueues the waiting jobs again. */
async function fillQueue(client: Client, { rows }: BackupTable): Promise<number> {
  await client.query(`CREATE TEMPORARY TABLE restored_job (n bigint GENERATED ALWAYS AS IDENTITY, task text, payload json,
    queue text, run_at timestamptz, max_attempts int, key text, priority int, flags text[]) ON COMMIT DROP`);
  const count = await copyIn(client, `COPY restored_job (${QUEUE.columns.join(", ")}) FROM STDIN`, rows);
  await client.query(`SELECT graphile_worker.add_job(task, payload, queue, run_at, max_attempts, key, priority, flags)
    FROM (SELECT * FROM restored_job ORDER BY n) AS job`);
  return count;
}

async function withClient<T>(connectionString: string, use: (client: Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString, application_name: "countersign restore" });
  client.on("error", () => {}); // The running query reports it.
  await client.connect();
  try {
    return await use(client);
  } finally {
    // An open transaction ends with its connection, without effect.
    await client.end();
  }
}
