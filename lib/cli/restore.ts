import { restoreBackup } from "@/lib/installation/backup/restore";
import type { BackupManifest } from "@/lib/installation/backup/schema";
import { withBackupFile } from "@/lib/installation/backup/store";
import { BASELINE } from "@/scripts/prisma/baseline.mjs";
import { knownMigrations, migrate } from "@/scripts/prisma/migrate.mjs";
import { writeDataFile } from "@/scripts/start/data-folder.mjs";
import { withDatabase } from "@/scripts/start/with-database.mjs";
import { onlyFile, parseOptions } from "./command";
import { runMaintenanceCommand } from "./installation";
import { progressLine } from "./progress-line";
import { type Output, terminal } from "./terminal";

const help = `Usage: countersign restore FILE
       countersign restore s3://BUCKET/KEY

Fills an empty database with a backup made by "countersign backup": all of it, or nothing. The whole file is checked
before anything is written. A backup of an older version is migrated after it is loaded.
All users have to sign in again. Stop Countersign before, start it afterwards.

  --json  output for programs

The database is the one of DATABASE_URL, or the embedded one of this folder.
`;

const options = {
  json: { type: "boolean", default: false },
  help: { type: "boolean", short: "h", default: false },
} as const;

/** `countersign restore`: restores a file into an empty database. */
export function restoreCommand(args: string[], output: Output = terminal): Promise<number> {
  return runMaintenanceCommand("restore", output, () => answer(args, output));
}

async function answer(args: string[], output: Output): Promise<string> {
  const { values: given, positionals } = parseOptions(args, options);
  if (given.help) return help;
  const file = onlyFile(positionals);
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
