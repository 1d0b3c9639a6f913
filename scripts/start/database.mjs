import { createHmac } from "node:crypto";
import path from "node:path";
import { isFull } from "./full-disk.mjs";
import { dataFolder } from "./installation-folders.mjs";
import { OperatorError } from "./operator-error.mjs";
import { portState } from "./ports.mjs";

const list = new Intl.ListFormat("en");

/** The first PostgreSQL with "nulls not distinct", which the schema needs. */
const OLDEST = 15;

/**
 * @typedef {object} Database
 * @property {string} url for the owner's role, which migrates
 * @property {{ user: string, password: string }} [application] the role that web and worker connect as, unless that is the
 *   owner too
 * @property {string} where for display, without the password
 * @property {string} demo file of the data folder with its demo's sign-ins
 * @property {import("../postgres/cluster.mjs").Cluster} [cluster] when it is our own
 */

/**
 * Starts the embedded PostgreSQL and makes sure its database exists.
 *
 * @param {import("./data-folder.mjs").Secrets} secrets
 * @param {number} [port]
 * @returns {Promise<Database & { cluster: import("../postgres/cluster.mjs").Cluster }>}
 */
export async function startEmbedded({ databasePassword, installation }, port) {
  if (port && (await portState(port, "127.0.0.1")) !== "free") {
    throw new OperatorError(`Port ${port} (DATABASE_PORT) is taken.`);
  }
  const { canReach, accountFor } = await import("../postgres/binaries.mjs");
  const { startCluster } = await import("../postgres/cluster.mjs");
  const folder = path.join(dataFolder, "postgres");
  // Root's folders are usually closed to the account that PostgreSQL runs as.
  const reachable = await canReach(await accountFor(folder), dataFolder);
  const home = reachable ? dataFolder : path.join("/var/lib/countersign", installation);
  const cluster = await startCluster({
    folder: reachable ? folder : path.join(home, "postgres"),
    password: databasePassword,
    log: path.join(dataFolder, "postgres.log"),
    port,
  }).catch((error) => {
    if (isFull(error)) throw error;
    throw new OperatorError(`The embedded PostgreSQL did not start: ${error.message}`);
  });
  try {
    await createDatabase(cluster.url("postgres"));
  } catch (error) {
    await cluster.stop();
    throw error;
  }
  const where = `embedded, port ${cluster.port}${reachable ? "" : `, data in ${home}`}`;
  const { APP_ROLE } = await import("../postgres/roles.mjs");
  const password = createHmac("sha256", databasePassword).update("application").digest("base64url");
  const application = { user: APP_ROLE, password };
  return { url: cluster.url("countersign"), application, where, demo: "demo-sign-ins.json", cluster };
}

/** @param {string} server */
async function createDatabase(server) {
  await withClient(server, async (client) => {
    const { rowCount } = await client.query("SELECT 1 FROM pg_database WHERE datname = 'countersign'");
    if (rowCount === 0) await client.query("CREATE DATABASE countersign");
  });
}

/**
 * A database run by the operator. If an owner's address is given, the role in the other address is the
 * application's, which may not exist yet.
 * @param {string} url
 * @param {string} [owner] the address of the same database as its owner
 * @returns {Promise<Database>}
 */
export async function reachExternal(url, owner) {
  if (owner && place(owner) !== place(url)) {
    throw new OperatorError(
      `DATABASE_OWNER_URL leads to ${place(owner)} and DATABASE_URL to ${place(url)}: it must be one database.`,
    );
  }
  await withClient(owner ?? url, async () => {});
  const { username, password } = new URL(url);
  const application = { user: decodeURIComponent(username), password: decodeURIComponent(password) };
  return {
    url: owner ?? url,
    ...(owner && { application }),
    where: place(url),
    demo: `demo-sign-ins-${place(url).replaceAll(/[^\w.-]/g, "_")}.json`,
  };
}

/**
 * Refuses a server that is too old, or configured so that it could lose confirmed writes.
 * @param {string} url
 */
export async function checkServer(url) {
  await withClient(url, async (client) => {
    const { rows } = await client.query(
      `SELECT name, setting FROM pg_settings
       WHERE name IN ('server_version_num', 'fsync', 'full_page_writes', 'synchronous_commit')`,
    );
    const settings = Object.fromEntries(rows.map(({ name, setting }) => [name, setting]));
    const version = Math.floor(Number(settings.server_version_num) / 10_000);
    if (version < OLDEST) {
      throw new OperatorError(
        `PostgreSQL ${OLDEST} or newer is needed; ${place(url)} is version ${version}.`,
      );
    }
    const off = ["fsync", "full_page_writes", "synchronous_commit"].filter(
      (name) => settings[name] === "off",
    );
    if (off.length > 0) {
      throw new OperatorError(
        `The database could lose what it has confirmed as saved: ${list.format(off)} must be on.`,
      );
    }
  });
}

/**
 * Grants the application's role what it needs, and returns the address for web and worker.
 * @param {Database} database
 */
export async function openForApplication({ url, application }) {
  if (!application) return url;
  const { grantApplication, urlAs } = await import("../postgres/roles.mjs");
  try {
    await grantApplication(url, application);
  } catch (error) {
    const { message } = /** @type {Error} */ (error);
    throw new OperatorError(`The role of the application cannot be set up at ${place(url)}: ${message}.`);
  }
  const own = urlAs(url, application);
  await withClient(own, async () => {});
  return own;
}

/**
 * True if there is an account.
 * @param {string} url
 */
export function hasUsers(url) {
  return withClient(url, async (client) => {
    const { rowCount } = await client.query('SELECT 1 FROM "User" LIMIT 1');
    return rowCount !== 0;
  });
}

/**
 * @template T
 * @param {string} url
 * @param {(client: import("pg").Client) => Promise<T>} use
 * @returns {Promise<T>}
 */
async function withClient(url, use) {
  const { default: pg } = await import("pg");
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  client.on("error", () => {}); // a running query reports it
  try {
    await client.connect();
  } catch (error) {
    throw new OperatorError(`The database at ${place(url)} cannot be used: ${unreachable(error)}.`);
  }
  try {
    return await use(client);
  } finally {
    await client.end();
  }
}

/**
 * Host, port and database of an address, without credentials.
 * @param {string} url
 */
export function place(url) {
  const { hostname, port, pathname } = new URL(url);
  return `${hostname}:${port || 5432}${pathname}`;
}

/**
 * @param {unknown} error
 * @returns {string} a reason in words, which never repeats the address
 */
export function unreachable(error) {
  const { code, message } = /** @type {NodeJS.ErrnoException} */ (
    error instanceof AggregateError ? error.errors[0] : error
  );
  switch (code) {
    case "ECONNREFUSED":
      return "nothing listens there";
    case "ENOTFOUND":
    case "EAI_AGAIN":
      return "there is no host of that name";
    case "EHOSTUNREACH":
    case "ENETUNREACH":
    case "ETIMEDOUT":
      return "there is no way to it";
    case "28P01":
    case "28000":
      return "the user or the password is not accepted";
    case "3D000":
      return "the database does not exist";
    case "53300":
      return "it has no free connection";
    case "57P03":
      return "it is still starting up";
    default:
      return message.startsWith("timeout") ? "it does not answer" : (code ?? "it closed the connection");
  }
}
