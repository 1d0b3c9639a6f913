import { existsSync } from "node:fs";
import path from "node:path";
import { openDataFolder } from "./data-folder.mjs";
import { reachExternal, startEmbedded } from "./database.mjs";
import { home } from "./installation-folders.mjs";
import { OperatorError } from "./operator-error.mjs";
import { findRun } from "./running-start.mjs";
import { claimFolder } from "./single-instance.mjs";

const IT_RUNS = "Countersign runs in this folder. Stop it first.";

/**
 * Runs a command on this installation's database as its owner: that of DATABASE_OWNER_URL or DATABASE_URL,
 * else the embedded one. If npm start is running here, its database is used; otherwise the embedded
 * PostgreSQL runs for the duration of the command. Throws a `OperatorError` if there is none.
 * @template T
 * @param {string} command its name, for an npm start that comes meanwhile
 * @param {(database: { url: string, embedded: boolean }) => Promise<T>} use
 * @param {{ alone?: boolean }} [options] `alone`: npm start may not run here meanwhile
 * @returns {Promise<T>}
 */
export async function withDatabase(command, use, { alone = false } = {}) {
  if (existsSync(path.join(home, ".env"))) process.loadEnvFile(path.join(home, ".env"));
  const { DATABASE_URL, DATABASE_OWNER_URL } = process.env;
  const claim = () =>
    claimFolder(() => ({ state: "running", pid: process.pid, address: `countersign ${command}` }));
  if (DATABASE_URL) {
    if (alone && (await claim())) throw new OperatorError(IT_RUNS);
    if (!URL.canParse(DATABASE_URL)) throw new OperatorError("DATABASE_URL is no PostgreSQL address.");
    const { url } = await reachExternal(DATABASE_URL, DATABASE_OWNER_URL || undefined);
    return use({ url, embedded: false });
  }
  const other = await claim();
  if (other) {
    if (alone) throw new OperatorError(IT_RUNS);
    const run = await findRun();
    if (!run) throw new OperatorError("Countersign is starting in this folder. Try again in a moment.");
    if (!run.database)
      throw new OperatorError(
        `Countersign runs in this folder with a DATABASE_URL: set the same one for countersign ${command}.`,
      );
    await reachExternal(run.database);
    return use({ url: run.database, embedded: true });
  }
  const { cluster, url } = await startEmbedded(await openDataFolder());
  try {
    return await use({ url, embedded: true });
  } finally {
    await cluster?.stop();
  }
}
