import { restoreBackup } from "@/lib/installation/backup/restore";
import type { BackupManifest } from "@/lib/installation/backup/schema";
import { withBackupFile } from "@/lib/installation/backup/store";
import { BASELINE } from "@/scripts/prisma/baseline.mjs";
import { knownMigrations, migrate } from "@/scripts/prisma/migrate.mjs";
import { writeDataFile } from "@/scripts/start/data-folder.mjs";
import { withDatabase } from "@/scripts/start/with-database.mjs";
import { BadInput } from "./bad-input";
import { parseOptions } from "./command";
import { attending } from "./installation";
import { progressLine } from "./progress-line";
import { type Output, terminal } from "./terminal";

const help = `Usage: countersign restore FILE
       countersign restore s3://BUCKET/KEY

Fills an empty database with a backup that "countersign backup" has made: all of it, or nothing. The file is checked to
its last byte before anything is written. A backup of an older version is brought up to date once it is there.
Everybody has to sign in again. Stop Countersign before, start it afterwards.

  --json  for programs

The database is the one of DATABASE_URL, or the embedded one of this folder.
`;

const options = {
  json: { type: "boolean", default: false },
  help: { type: "boolean", short: "h", default: false },
} as const;

/** `countersign restore`: restores a file into an empty database. */
export function restoreCommand(args: string[], output: Output = terminal): Promise<number> {
  return attending("restore", output, () => answer(args, output));
}

async function answer(args: string[], output: Output): Promise<string> {
  const { values: given, positionals } = parseOptions(args, options);
  if (given.help) return help;
  const [file, ...others] = positionals;
  if (file === undefined || others.length > 0) throw new BadInput("name one file; --help says more");
  const migrations = { baseline: BASELINE, known: await knownMigrations(), apply: migrate };
  const manifest = await withDatabase<BackupManifest>("restore", async ({ url, embedded }) => {
    const restored = await withBackupFile(file, process.env, (local) =>
      restoreBackup(url, local, migrations, progressLine(output)),
    );
    // The next start would load the demo into an embedded database without its sign-ins.
    if (embedded) await writeDataFile("demo-sign-ins.json", []);
    return restored;
  });
  if (given.json) return `${JSON.stringify(manifest, null, 2)}\n`;
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
  return `${rows} rows of ${manifest.tables.length} tables are restored, as they were at ${manifest.at}.\n`;
}
