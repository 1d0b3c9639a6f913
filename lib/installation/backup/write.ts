import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { open, rename, rm } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import type { Client } from "pg";
import {
  identifier,
  LEFT_OUT,
  listMigrations,
  listSequences,
  listTables,
  QUEUE,
  QUEUE_SQL,
} from "@/lib/installation/backup/catalogue";
import { copyTable } from "@/lib/installation/backup/copy";
import {
  type BackupManifest,
  type Contents,
  FORMAT,
  type Header,
  type TableHead,
} from "@/lib/installation/backup/schema";
import { VERSION } from "@/lib/version";

/** Called after each chunk with the table being written and the total number of rows so far. */
export type BackupProgress = (table: string, rows: number) => void;

/** Rows are joined up to this length, because many small chunks cost more than their bytes. */
const PIECE = 64 * 1024;

/**
 * Writes the whole database, at one point in time, into a new file, completely or not at all. Only the owner
 * may read the file. Throws errors of the file system or database.
 */
export async function writeBackup(
  client: Client,
  file: string,
  onProgress: BackupProgress = () => {},
): Promise<BackupManifest> {
  const handle = await open(file, "wx", 0o600);
  await handle.close();
  const partial = `${file}.partial`;
  try {
    const manifest: { current?: BackupManifest } = {};
    await pipeline(
      Readable.from(snapshot(client, onProgress, manifest)),
      createGzip({ level: 6 }),
      createWriteStream(partial, { mode: 0o600 }),
    );
    const written = await open(partial, "r+");
    await written.sync();
    await written.close();
    await rename(partial, file);
    if (!manifest.current) throw new Error("The backup has no end.");
    return manifest.current;
  } catch (error) {
    await Promise.all([partial, file].map((path) => rm(path, { force: true })));
    throw error;
  }
}

/** The file's text in chunks, read in one transaction with one snapshot. */
async function* snapshot(
  client: Client,
  onProgress: BackupProgress,
  manifest: { current?: BackupManifest },
): AsyncGenerator<Buffer> {
  const seal = createHash("sha256");
  const sealed = (piece: Buffer) => {
    seal.update(piece);
    return piece;
  };
  const line = (value: object) => Buffer.from(`${JSON.stringify(value)}\n`);

  await client.query("BEGIN TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY");
  try {
    const header = await headerOf(client);
    yield sealed(line(header));
    const contents: Contents = { tables: [], sequences: [] };
    let all = 0;
    const tables = (await listTables(client)).filter(({ table }) => !LEFT_OUT.includes(table));
    for (const head of [...tables, QUEUE]) {
      yield sealed(line(head));
      const hash = createHash("sha256");
      let rows = 0;
      for await (const piece of inPieces(copyTable(client, copySql(head)), () => rows++)) {
        hash.update(piece);
        yield sealed(piece);
        onProgress(head.table, all + rows);
      }
      all += rows;
      yield sealed(Buffer.from("\\.\n"));
      contents.tables.push({ name: head.table, rows, sha256: hash.digest("hex") });
    }
    contents.sequences = await listSequences(client);
    yield sealed(line(contents));
    const sha256 = seal.digest("hex");
    yield line({ sha256 });
    const { countersign: _, ...about } = header;
    manifest.current = { ...about, ...contents, sha256 };
  } finally {
    await client.query("ROLLBACK");
  }
}

function copySql({ table, columns, queue }: TableHead): string {
  const source = queue
    ? `(${QUEUE_SQL})`
    : `public.${identifier(table)} (${columns.map(identifier).join(", ")})`;
  return `COPY ${source} TO STDOUT`;
}

async function headerOf(client: Client): Promise<Header> {
  const { rows } = await client.query<{ at: Date; postgres: string }>(
    "SELECT now() AS at, current_setting('server_version') AS postgres",
  );
  const [now] = rows;
  if (!now) throw new Error("The database does not tell the time.");
  return {
    countersign: "backup",
    format: FORMAT,
    at: now.at.toISOString(),
    version: VERSION,
    postgres: now.postgres,
    migrations: await listMigrations(client),
    leftOut: LEFT_OUT,
  };
}

async function* inPieces(rows: AsyncIterable<Buffer>, onRow: () => void): AsyncGenerator<Buffer> {
  let waiting: Buffer[] = [];
  let size = 0;
  for await (const row of rows) {
    onRow();
    waiting.push(row);
    size += row.length;
    if (size < PIECE) continue;
    yield Buffer.concat(waiting, size);
    waiting = [];
    size = 0;
  }
  if (size > 0) yield Buffer.concat(waiting, size);
}
