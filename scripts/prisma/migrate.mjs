import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { runMigrations } from "graphile-worker";
import { takeOver } from "./baseline.mjs";
import { everything, migrationsFolder, schemaPath, withEngine } from "./engine.mjs";

/**
 * Applies the migrations in prisma/migrations that the database lacks, then those of the job queue, and
 * returns the names of ours. `_prisma_migrations` is compatible with `prisma migrate deploy`.
 * @param {string} connectionString
 * @param {string[]} [only] names of those to stop at, for a database as it once was; all unless given
 * @returns {Promise<string[]>}
 */
export async function migrate(connectionString, only) {
  await takeOver(connectionString);
  const [schema, all] = await Promise.all([readFile(schemaPath, "utf8"), listMigrations()]);
  const wanted = all.migrationDirectories.filter(({ path }) => !only || only.includes(path));
  const migrationsList = { ...all, migrationDirectories: wanted };
  const applied = await withEngine(connectionString, schema, (engine) =>
    engine.applyMigrations({ migrationsList, filters: everything }),
  );
  await runMigrations({ connectionString });
  return applied.appliedMigrationNames;
}

/**
 * The migrations of this program, with the SHA-256 that `_prisma_migrations` has for each.
 * @returns {Promise<{ name: string, checksum: string }[]>}
 */
export async function knownMigrations() {
  const { migrationDirectories } = await listMigrations();
  return migrationDirectories.map(({ path, migrationFile }) => ({
    name: path,
    checksum: createHash("sha256").update(migrationFile.content.value).digest("hex"),
  }));
}

async function listMigrations() {
  const entries = await readdir(migrationsFolder, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  return {
    baseDir: migrationsFolder,
    lockfile: {
      path: "migration_lock.toml",
      content: await readFile(`${migrationsFolder}/migration_lock.toml`, "utf8"),
    },
    shadowDbInitScript: "",
    migrationDirectories: await Promise.all(
      names.sort().map(async (name) => ({
        path: name,
        migrationFile: {
          path: "migration.sql",
          content: {
            tag: /** @type {const} */ ("ok"),
            value: await readFile(`${migrationsFolder}/${name}/migration.sql`, "utf8"),
          },
        },
      })),
    ),
  };
}
