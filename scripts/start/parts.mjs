import { startWeb, startWorker } from "./child-processes.mjs";
import { startEmbedded } from "./database.mjs";
import { noteRun, publicSettings } from "./running-start.mjs";
import { supervise } from "./supervise.mjs";

/** @typedef {{ name: string, stop: () => Promise<void> }} Running */

/**
 * Starts worker and web server, and restarts each when it ends, while the other keeps running.
 * @param {import("./options.mjs").Options} options
 * @param {NodeJS.ProcessEnv} env
 * @param {string | undefined} database the address of our own PostgreSQL, for commands of this folder
 * @returns {{ parts: Running[], ready: Promise<unknown> }} `ready`: all of them do their work
 */
export function startParts(options, env, database) {
  const start = {
    worker: () => startWorker(env, print("worker")),
    web: () => startWeb(options, env, print("web")),
  };
  const names = /** @type {const} */ (["worker", "web"]).filter((name) => (options.only ?? name) === name);
  const parts = names.map((name) => {
    const onChange = (/** @type {import("./supervise.mjs").Change} */ change) => report(name, change);
    return { name, ...supervise({ start: start[name], onStart: () => note(), onChange }) };
  });
  const { port, host } = options;
  const settings = publicSettings({ ...env, PORT: String(port), HOST: host });
  let noted = Promise.resolve();
  const note = () => {
    const pids = parts.map(({ pid }) => pid()).filter((pid) => pid > 0);
    noted = noted
      .then(async () => noteRun({ address: options.address, database, parts: pids, ...(await settings) }))
      // The parts run all the same; commands of this folder do not find them then.
      .catch((error) => console.error(`It could not be noted what runs in this folder: ${error.message}`));
  };
  return { parts, ready: Promise.all(parts.map(({ ready }) => ready)) };
}

/**
 * Restarts the embedded PostgreSQL on the same port when it ends. Web server and worker reconnect by
 * themselves.
 * @param {import("../postgres/cluster.mjs").Cluster} cluster
 * @param {import("./data-folder.mjs").Secrets} secrets
 * @returns {Running}
 */
export function superviseDatabase(cluster, secrets) {
  /** @type {import("../postgres/cluster.mjs").Cluster | undefined} */
  let first = cluster;
  const { stop } = supervise({
    start: async () => {
      const { ended, stop } = first ?? (await startEmbedded(secrets, cluster.port)).cluster;
      first = undefined;
      return { pid: 0, ready: Promise.resolve(), ended, stop };
    },
    onChange: (event) => report("PostgreSQL", event),
  });
  return { name: "PostgreSQL", stop };
}

/** Parts that have ended and have not been restarted yet. */
const stopped = new Set();

/**
 * Reports that a part has ended, or runs again; its first start is not reported.
 * @param {string} part
 * @param {import("./supervise.mjs").Change} change
 */
function report(part, { state, ...why }) {
  if (state === "stopped") stopped.add(part);
  else if (!stopped.delete(part)) return;
  if (process.stdout.isTTY) {
    const words =
      "reason" in why ? `stopped (${why.reason}), started again in ${why.seconds} s` : "runs again";
    console.log(`  ${part.padEnd(6)} │ ${words}`);
    return;
  }
  const level = state === "stopped" ? "error" : "info";
  console.log(
    JSON.stringify({ level, time: new Date().toISOString(), event: `part-${state}`, part, ...why }),
  );
}

/**
 * Prints a part's output, prefixed for terminals and unchanged for log collectors.
 * @param {string} name
 */
function print(name) {
  const before = process.stdout.isTTY ? `  ${name.padEnd(6)} │ ` : "";
  return (/** @type {string} */ line) => console.log(before + line);
}
