import { existsSync } from "node:fs";
import path from "node:path";
import pg from "pg";
import { readBackup } from "@/lib/installation/backup/read";
import type { BackupManifest } from "@/lib/installation/backup/schema";
import { backupName, deleteOldBackups, openStore, withBackupFile } from "@/lib/installation/backup/store";
import { writeBackup } from "@/lib/installation/backup/write";
import { dataFolder } from "@/scripts/start/installation-folders.mjs";
import { withDatabase } from "@/scripts/start/with-database.mjs";
import { BadInput } from "./bad-input";
import { onlyFile, parseOptions } from "./command";
import { runMaintenanceCommand } from "./installation";
import { progressLine } from "./progress-line";
import { columns } from "./table";
import { type Output, terminal } from "./terminal";

const help = `Usage: countersign backup FILE
       countersign backup --to TARGET [--keep N]
       countersign backup --list FILE

Writes a consistent snapshot of the whole database into FILE: a new file that only you can read. Annotators can continue
to work. The file contains everything, with names, e-mail addresses and the hashes of passwords, except sessions and unused
one-time links; protect it like the database itself. "countersign restore" reads it.

  --to TARGET  a folder or s3://BUCKET/PREFIX; the backup's name contains its time. A bucket needs
               AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY; AWS_REGION and AWS_ENDPOINT_URL_S3 if it is not Amazon's
  --keep N     then deletes the oldest such backups there, so that N remain
  --list       checks FILE (or s3://BUCKET/KEY) from its first byte to its last, and prints what is in it
  --json       output for programs

The command prints what to store beside the backup: the secret that decrypts stored keys is not in the database.

The database is the one of DATABASE_URL, or the embedded one of this folder.
`;

const options = {
  to: { type: "string" },
  keep: { type: "string" },
  list: { type: "boolean", default: false },
  json: { type: "boolean", default: false },
  help: { type: "boolean", short: "h", default: false },
} as const;

/** `countersign backup`: writes the database into a file, or describes such a file. */
export function backup(args: string[], output: Output = terminal): Promise<number> {
  return runMaintenanceCommand("backup", output, () => answer(args, output));
}

async function answer(args: string[], output: Output): Promise<string> {
  const { values: given, positionals } = parseOptions(args, options);
  if (given.help) return help;
  const keep = keepOf(given.keep);
  if (given.to !== undefined) {
    if (positionals.length > 0 || given.list)
      throw new BadInput("--to names the backup itself; --help says more");
    return storeIn(given.to, keep, given.json, output);
  }
  if (keep !== undefined) throw new BadInput("--keep goes with --to");
  const file = onlyFile(positionals);
  if (given.list) {
    const manifest = await withBackupFile(file, process.env, (local) => readBackup(local));
    return given.json ? asJson(manifest) : inWords(manifest);
  }
  if (existsSync(file)) throw new BadInput(`${file} exists already. Choose another name, or move it away`);
  const manifest = await write(file, output);
  return given.json ? asJson(manifest) : `${written(manifest, file)}${whatElse()}`;
}

/** Makes a backup with its time in its name, then removes the oldest beyond `keep`. */
async function storeIn(
  target: string,
  keep: number | undefined,
  json: boolean,
  output: Output,
): Promise<string> {
  const store = openStore(target, process.env);
  let manifest: BackupManifest | undefined;
  const where = await store.add(backupName(new Date()), async (file) => {
    manifest = await write(file, output);
  });
  const removed = keep === undefined ? [] : await deleteOldBackups(store, keep);
  if (!manifest) throw new Error("no backup was written");
  if (json) return asJson({ where, removed, ...manifest });
  const words = removed.length > 0 ? `Deleted: ${removed.join(", ")}.\n` : "";
  return `${written(manifest, where)}${words}${whatElse()}`;
}

function keepOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const keep = Number(text);
  if (/^\d+$/.test(text) && keep >= 1 && keep <= 10_000) return keep;
  throw new BadInput(`--keep takes a number from 1 to 10000, not "${text}"`);
}

function write(file: string, output: Output): Promise<BackupManifest> {
  return withDatabase<BackupManifest>("backup", async ({ url }) => {
    const client = new pg.Client({ connectionString: url, application_name: "countersign backup" });
    client.on("error", () => {}); // The running query reports it.
    await client.connect();
    try {
      return await writeBackup(client, file, progressLine(output));
    } finally {
      await client.end();
    }
  });
}

function written(manifest: BackupManifest, where: string): string {
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
  return `${rows} rows of ${manifest.tables.length} tables are in ${where}, as they were at ${manifest.at}.\n`;
}

const asJson = (value: object) => `${JSON.stringify(value, null, 2)}\n`;

/**
 * The secrets that a restore needs in addition: without them the keys of language models and the secrets of webhooks
 * cannot be opened.
 */
function whatElse(): string {
  const made = path.join(dataFolder, "secrets.json");
  const inFile = (name: string) =>
    process.env[name] ? `the value of ${name}` : `${name}, which is in ${made}`;
  return [
    "Not in it, and needed beside it to restore everything:",
    `  ${inFile("LLM_KEY_SECRET")}: opens the sealed keys of language models and the secrets of webhooks.`,
    `  ${inFile("NEXTAUTH_SECRET")}: another one will do; all users sign in again either way.`,
    "",
  ].join("\n");
}

function inWords(manifest: BackupManifest): string {
  const rows = manifest.tables.map(({ name, rows, sha256 }) => [name, String(rows), sha256]);
  return [
    `A whole backup of ${manifest.at}, by Countersign ${manifest.version} from PostgreSQL ${manifest.postgres}.`,
    `Last migration: ${manifest.migrations.at(-1)?.name ?? "none"}. Left out: ${manifest.leftOut.join(", ")}.`,
    "",
    columns([["table", "rows", "SHA-256"], ...rows]),
    "",
  ].join("\n");
}
