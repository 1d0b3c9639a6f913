// npm run db:diff -- add_exports
// // Writes prisma/migrations/<now>_add_exports/migration.sql: the change from the committed schema to the
// edited one. Constraints that Prisma cannot express are added to that file by hand.
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { startThrowawayCluster } from "../postgres/cluster.mjs";
import { everything, migrationsFolder, prismaFolder, schemaPath, withEngine } from "./engine.mjs";

const name = process.argv[2]?.trim().toLowerCase();
if (!name || !/^[a-z][a-z0-9_]*$/.test(name)) {
  console.error("Name the migration in snake_case: npm run db:diff -- add_exports");
  process.exit(2);
}

const edited = await readFile(schemaPath, "utf8");
// The engine requires a server, although comparing two schemas needs none.
const cluster = await startThrowawayCluster();
const { stdout: sql } = await withEngine(cluster.url("postgres"), edited, (engine) =>
  engine.diff({
    from: committedSchema(),
    to: { tag: "schemaDatamodel", files: [{ path: schemaPath, content: edited }] },
    script: true,
    exitCode: null,
    filters: everything,
  }),
).finally(cluster.stop);

if (!sql || sql.trim() === "" || sql.includes("This is an empty migration")) {
  console.log("The schema is what HEAD has: nothing to migrate.");
} else {
  const stamp = new Date().toISOString().replace(/\D/g, "").slice(0, 14);
  const folder = `${migrationsFolder}/${stamp}_${name}`;
  await mkdir(folder, { recursive: true });
  await writeFile(`${folder}/migration.sql`, sql);
  const lock = `${migrationsFolder}/migration_lock.toml`;
  if (!existsSync(lock)) await writeFile(lock, 'provider = "postgresql"\n');
  console.log(`prisma/migrations/${stamp}_${name}/migration.sql`);
}

function committedSchema() {
  const tracked = execFileSync("git", ["ls-tree", "--name-only", "HEAD", "schema.prisma"], {
    cwd: prismaFolder,
    encoding: "utf8",
  });
  if (tracked.trim() === "") return { tag: /** @type {const} */ ("empty") };
  const content = execFileSync("git", ["show", "HEAD:./schema.prisma"], {
    cwd: prismaFolder,
    encoding: "utf8",
  });
  return { tag: /** @type {const} */ ("schemaDatamodel"), files: [{ path: schemaPath, content }] };
}
