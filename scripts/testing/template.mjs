import { randomBytes } from "node:crypto";
import pg from "pg";
import { APP_ROLE, grantApplication, urlAs } from "../postgres/roles.mjs";
import { migrate } from "../prisma/migrate.mjs";

const TEMPLATE = "countersign_template";

/**
 * Creates the migrated template that every test database is cloned from.
 * @param {string} server connection string of an administrator
 */
export async function prepareTemplate(server) {
  await query(server, `CREATE DATABASE ${TEMPLATE}`);
  const template = named(server, TEMPLATE);
  await migrate(template);
  await grantApplication(template, applicationOf(server));
}

/**
 * The application's role on a test server; both roles use the server's password.
 * @param {string} server
 */
function applicationOf(server) {
  return { user: APP_ROLE, password: decodeURIComponent(new URL(server).password) };
}

/**
 * Creates an empty, migrated database. Returns the connection string of the application's role.
 * @param {string} server
 */
export async function cloneTemplate(server) {
  const name = `test_${randomBytes(6).toString("hex")}`;
  await query(server, `CREATE DATABASE ${name} TEMPLATE ${TEMPLATE}`);
  return urlAs(named(server, name), applicationOf(server));
}

/**
 * The connection string of the owner of a database.
 *
 * @param {string} server
 * @param {string} connectionString
 */
export function ownerUrl(server, connectionString) {
  return named(server, new URL(connectionString).pathname.slice(1));
}

/**
 * @param {string} server
 * @param {string} connectionString of the database to delete
 */
export async function dropDatabase(server, connectionString) {
  await query(server, `DROP DATABASE ${new URL(connectionString).pathname.slice(1)} WITH (FORCE)`);
}

/**
 * @param {string} server
 * @param {string} database
 */
function named(server, database) {
  const url = new URL(server);
  url.pathname = `/${database}`;
  return url.href;
}

/**
 * @param {string} connectionString
 * @param {string} sql
 */
async function query(connectionString, sql) {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
