import { readdir, readFile } from "node:fs/promises";
import { everything, migrationsFolder, schemaPath, withEngine } from "./engine.mjs";

/**
 * Applies the migrations in prisma/migrations that the database does not have yet, and returns their
 * names. `_prisma_migrations` is kept as `prisma migrate deploy` keeps it, so the two agree.
 *
 * @param {string} connectionString
 * @returns {Promise<string[]>}
 */
export async function migrate(connectionString) {
  const [schema, migrationsList] = await Promise.all([readFile(schemaPath, "utf8"), listMigrations()]);
  return withEngine(connectionString, schema, async (engine) => {
    const { appliedMigrationNames } = await engine.applyMigrations({ migrationsList, filters: everything });
    return appliedMigrationNames;
  });
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
