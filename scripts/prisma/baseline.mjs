import { createHash, randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import pg from "pg";
import { OperatorError } from "../start/operator-error.mjs";
import { migrationsFolder, prismaFolder } from "./engine.mjs";

/*
 * Until 23 November 2026 there were migrations that one baseline has replaced. A database, or a backup, that has all of
 * them has exactly what the baseline makes, and is taken over as it stands. See docs/decisions/0027-one-baseline.md.
 */

/** @typedef {{ name: string, checksum: string }} Migration */

/** The commit that still has them all: it brings older databases to where this program takes them over. */
const LAST_BEFORE = "f8bc829e";

const NAME = "20261123150000_baseline";

/** @type {Migration[]} */
const REPLACED = JSON.parse(readFileSync(`${prismaFolder}/replaced-migrations.json`, "utf8"));

/** @returns {Migration} */
function baseline() {
  const text = readFileSync(`${migrationsFolder}/${NAME}/migration.sql`);
  return { name: NAME, checksum: createHash("sha256").update(text).digest("hex") };
}

/**
 * The migrations of a database or a backup, with the baseline in place of the ones it replaced. Null if some of those
 * are missing or have another text: the state of the database is then unknown.
 *
 * @param {Migration[]} applied
 * @returns {Migration[] | null}
 */
function withBaseline(applied) {
  const replaced = new Map(REPLACED.map(({ name, checksum }) => [name, checksum]));
  const before = applied.filter(({ name }) => replaced.has(name));
  if (before.length === 0) return applied;
  const isWhole =
    before.length === replaced.size && before.every(({ name, checksum }) => replaced.get(name) === checksum);
  return isWhole ? [baseline(), ...applied.filter(({ name }) => !replaced.has(name))] : null;
}

export const BASELINE = { translate: withBaseline, lastBefore: LAST_BEFORE };

/**
 * Writes the baseline into a database that has all the migrations it has replaced, in their place; its tables stay as
 * they are. Refuses one that has only some of them, and changes nothing in any other.
 *
 * @param {string} connectionString
 */
export async function takeOver(connectionString) {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    const { rows: found } = await client.query(
      `SELECT 1 WHERE to_regclass('public."_prisma_migrations"') IS NOT NULL`,
    );
    if (found.length === 0) return;
    await client.query("BEGIN");
    // When two machines start at once, the second finds what the first has written.
    await client.query('LOCK TABLE "_prisma_migrations" IN EXCLUSIVE MODE');
    const { rows } = await client.query(
      `SELECT migration_name AS name, checksum FROM "_prisma_migrations"
       WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL ORDER BY migration_name COLLATE "C"`,
    );
    const known = withBaseline(rows);
    if (!known) {
      throw new OperatorError(
        `The database is of an older version of Countersign: start commit ${LAST_BEFORE} on it once, which brings it up to date, then this version. Nothing was changed.`,
      );
    }
    if (known !== rows) await replace(client, baseline());
    await client.query("COMMIT");
  } finally {
    await client.end();
  }
}

/**
 * @param {pg.Client} client
 * @param {Migration} by
 */
async function replace(client, { name, checksum }) {
  await client.query('DELETE FROM "_prisma_migrations" WHERE migration_name = ANY ($1)', [
    REPLACED.map((one) => one.name),
  ]);
  await client.query(
    `INSERT INTO "_prisma_migrations" (id, checksum, migration_name, started_at, finished_at, applied_steps_count)
     VALUES ($1, $2, $3, now(), now(), 1)`,
    [randomUUID(), checksum, name],
  );
}
