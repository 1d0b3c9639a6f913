import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import pg from "pg";
import { afterAll, expect, inject, test } from "vitest";
import { knownMigrations, migrate } from "@/scripts/prisma/migrate.mjs";

const server = inject("server");
const made: string[] = [];

afterAll(async () => {
  for (const url of made) await query(server, `DROP DATABASE ${new URL(url).pathname.slice(1)} WITH (FORCE)`);
});

interface Applied {
  name: string;
  checksum: string;
}

const replaced: Applied[] = JSON.parse(readFileSync("prisma/replaced-migrations.json", "utf8"));

async function query(url: string, sql: string, values: unknown[] = []): Promise<pg.QueryResultRow[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql, values)).rows;
  } finally {
    await client.end();
  }
}

const appliedTo = (url: string) =>
  query(url, 'SELECT migration_name AS name, checksum FROM "_prisma_migrations" ORDER BY migration_name');

/** A database with an account that says of itself that other migrations have made it. */
async function databaseBy(migrations: readonly Applied[]): Promise<string> {
  const name = `baseline_${randomBytes(6).toString("hex")}`;
  await query(server, `CREATE DATABASE ${name} TEMPLATE template0`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  made.push(url.href);
  const [baseline] = await knownMigrations();
  await migrate(url.href, baseline && [baseline.name]);
  await query(url.href, 'DELETE FROM "_prisma_migrations"');
  await query(
    url.href,
    `INSERT INTO "_prisma_migrations" (id, checksum, migration_name, finished_at, applied_steps_count)
     SELECT gen_random_uuid(), m.checksum, m.name, now(), 1
     FROM json_to_recordset($1::json) AS m(name text, checksum text)`,
    [JSON.stringify(migrations)],
  );
  await query(
    url.href,
    `INSERT INTO "User" ("id", "email", "name") VALUES (gen_random_uuid(), 'old@example.org', 'Old')`,
  );
  return url.href;
}

test("a database with all migrations that the baseline has replaced is taken over as it stands", async () => {
  const url = await databaseBy(replaced);
  const known = await knownMigrations();
  expect(await migrate(url)).toEqual(known.slice(1).map(({ name }) => name));
  expect(await appliedTo(url)).toEqual(known);
  expect(await query(url, 'SELECT name FROM "User"')).toEqual([{ name: "Old" }]);
  expect(await migrate(url)).toEqual([]);
});

test("two machines that start at once take it over once", async () => {
  const url = await databaseBy(replaced);
  await Promise.all([migrate(url), migrate(url)]);
  expect(await appliedTo(url)).toEqual(await knownMigrations());
});

test.each([
  ["lacks one of them", replaced.slice(0, -1)],
  ["has another text of one", replaced.map((one, n) => (n === 0 ? { ...one, checksum: "edited" } : one))],
])("a database that %s is refused in one line, and nothing is changed", async (_, migrations) => {
  const url = await databaseBy(migrations);
  const before = await appliedTo(url);
  await expect(migrate(url)).rejects.toMatchObject({
    name: "OperatorError",
    message: expect.stringMatching(
      /^The database is of an older version .* start commit \w{8} on it once.*$/,
    ),
  });
  expect(await appliedTo(url)).toEqual(before);
  expect(await query(url, 'SELECT name FROM "User"')).toEqual([{ name: "Old" }]);
});
