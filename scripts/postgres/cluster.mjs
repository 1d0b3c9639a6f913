import { execFile, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { chown, mkdir, mkdtemp, open, readFile, realpath, rm, statfs, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import pg from "pg";
import { gone, inspect, isAlive, pause } from "../start/operating-system.mjs";
import { accountFor, canReach, findBinaries } from "./binaries.mjs";

const run = promisify(execFile);
const keeper = fileURLToPath(new URL("postgres-supervisor.mjs", import.meta.url));
const USER = "countersign";

/**
 * A running PostgreSQL of our own, on loopback only.
 *
 * @typedef {object} Cluster
 * @property {number} port
 * @property {(database: string) => string} url a connection string, which contains the password
 * @property {Promise<string>} ended resolves, with the end of its log, when it is no longer running
 * @property {() => Promise<void>} stop shuts it down in order
 */

/**
 * Starts PostgreSQL on a data folder, creating it if needed. A server left running on the same folder by a
 * killed start is shut down first.
 * @param {object} options
 * @param {string} options.folder the data folder
 * @param {string} options.password of the only role, set when the folder is created
 * @param {string} options.log file that the server's log is appended to
 * @param {number} [options.port] a free one unless given
 * @param {Record<string, string>} [options.settings] server settings, as in postgresql.conf
 * @param {string} [options.temporary] a folder that is deleted when the server has been shut down
 * @returns {Promise<Cluster>}
 */
export async function startCluster({ folder, password, log, port, settings = {}, temporary }) {
  const account = await accountFor(folder);
  const binaries = await findBinaries(account, folder);
  if (existsSync(path.join(folder, "PG_VERSION"))) await clearLeftovers(folder);
  else await createFolder(binaries.initdb, account, folder, password);

  const chosen = port ?? (await freePort());
  const flags = {
    listen_addresses: "127.0.0.1",
    unix_socket_directories: "",
    port: String(chosen),
    ...settings,
  };
  const args = [
    "-D",
    folder,
    ...Object.entries(flags).flatMap(([name, value]) => ["-c", `${name}=${value}`]),
  ];
  const output = await open(log, "a", 0o600);
  const logStart = (await output.stat()).size;
  const child = spawn(
    process.execPath,
    [
      "--max-old-space-size=32",
      keeper,
      JSON.stringify({ command: binaries.postgres, args, account, temporary }),
    ],
    { detached: true, cwd: path.dirname(folder), stdio: ["pipe", output.fd, output.fd] },
  );
  await output.close();
  child.stdin?.on("error", () => {});

  const ended = new Promise((resolve) => {
    child.on("exit", async () => {
      const text = await readFile(log, "utf8").catch(() => "");
      resolve(text.slice(logStart).trim().split("\n").slice(-3).join("\n"));
    });
  });
  const url = (/** @type {string} */ database) =>
    `postgresql://${USER}:${encodeURIComponent(password)}@127.0.0.1:${chosen}/${database}`;
  const stop = async () => {
    child.stdin?.end();
    await ended;
  };
  try {
    await Promise.race([
      untilReady(url("postgres")),
      ended.then((tail) => Promise.reject(new Error(`PostgreSQL stopped at once:\n${tail}`))),
    ]);
  } catch (error) {
    await stop();
    throw error;
  }
  return { port: chosen, url, ended, stop };
}

/** Where Linux keeps files in memory: each test database is two thousand of them, created and deleted again. */
const IN_MEMORY = "/dev/shm";

/** True if a temporary server fits into memory, and need not copy its programs there. */
async function hasRoomInMemory() {
  const room = await statfs(IN_MEMORY).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => 0,
  );
  return room > 4 * 2 ** 30 && (await canReach(await accountFor(IN_MEMORY), path.dirname(keeper)));
}

/**
 * A temporary PostgreSQL that is deleted when its caller ends: for tests and for comparing schemas. Runs
 * without fsync, and in memory where there is room, unless `durable` is set.
 * @param {{ durable?: boolean }} [options]
 * @returns {Promise<Cluster>}
 */
export async function startThrowawayCluster({ durable = false } = {}) {
  const place = !durable && (await hasRoomInMemory()) ? IN_MEMORY : await realpath(tmpdir());
  const home = await mkdtemp(path.join(place, "countersign-postgres-"));
  const folder = path.join(home, "data");
  const account = await accountFor(folder);
  if (account) await chown(home, account.uid, account.gid);
  const fast = { fsync: "off", synchronous_commit: "off", full_page_writes: "off", max_wal_size: "1GB" };
  const cluster = await startCluster({
    folder,
    password: randomBytes(18).toString("base64url"),
    log: path.join(home, "log"),
    settings: durable ? {} : fast,
    temporary: home,
  }).catch(async (error) => {
    await rm(home, { recursive: true, force: true });
    throw error;
  });
  return {
    ...cluster,
    stop: async () => {
      await cluster.stop();
      await rm(home, { recursive: true, force: true });
    },
  };
}

/**
 * @param {string} initdb
 * @param {import("./binaries.mjs").Account} account
 * @param {string} folder
 * @param {string} password
 */
async function createFolder(initdb, account, folder, password) {
  // A data folder without PG_VERSION is left by an interrupted initdb and contains nothing.
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const passwordHome = await mkdtemp(path.join(tmpdir(), "countersign-initdb-"));
  const passwordFile = path.join(passwordHome, "password");
  try {
    await writeFile(passwordFile, password, { mode: 0o600 });
    if (account) {
      for (const entry of [folder, passwordHome, passwordFile]) await chown(entry, account.uid, account.gid);
    }
    await run(
      initdb,
      [
        `--pgdata=${folder}`,
        `--username=${USER}`,
        `--pwfile=${passwordFile}`,
        "--auth=scram-sha-256",
        "--encoding=UTF8",
        "--locale-provider=builtin",
        "--builtin-locale=C.UTF-8",
        "--locale=C",
        "--lc-messages=C",
      ],
      { ...account, cwd: path.dirname(folder) },
    );
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  } finally {
    await rm(passwordHome, { recursive: true, force: true });
  }
}

/**
 * Cleans up what a killed start left in the data folder. postmaster.pid names a process. If that is a
 * PostgreSQL on this folder it is shut down; otherwise the number was reused and only the stale file, which
 * PostgreSQL would take for a running server, is removed.
 * @param {string} folder
 */
async function clearLeftovers(folder) {
  const pidFile = path.join(folder, "postmaster.pid");
  const text = await readFile(pidFile, "utf8").catch(() => undefined);
  if (text === undefined) return;
  const pid = Number(text.split("\n")[0]);
  if (!Number.isInteger(pid) || pid <= 1 || !isAlive(pid) || !(await isPostmaster(pid, folder))) {
    await rm(pidFile, { force: true });
    return;
  }
  process.kill(pid, "SIGINT");
  if (!(await gone(pid, 60_000))) throw new Error(`an earlier PostgreSQL (process ${pid}) does not stop`);
}

/**
 * @param {number} pid
 * @param {string} folder
 */
async function isPostmaster(pid, folder) {
  const found = await inspect(pid);
  // A postmaster's working directory is its data folder; where that is unknown, the command line names it.
  return found.program === "postgres" && (found.folder ?? found.command).includes(folder);
}

/** @param {string} connectionString */
async function untilReady(connectionString) {
  const patience = Date.now() + 120_000;
  for (;;) {
    const client = new pg.Client({ connectionString });
    try {
      await client.connect();
      return;
    } catch (error) {
      const code = /** @type {NodeJS.ErrnoException} */ (error).code ?? "";
      const startingUp = code === "ECONNREFUSED" || code === "ECONNRESET" || code === "57P03";
      if (!startingUp || Date.now() > patience) throw error;
      await pause(25);
    } finally {
      await client.end().catch(() => {});
    }
  }
}

/** A free TCP port on loopback. */
export function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      const port = typeof address === "object" && address ? address.port : 0;
      server.close(() => resolve(port));
    });
  });
}
