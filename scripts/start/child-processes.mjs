import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { root } from "./installation-folders.mjs";
import { pause } from "./operating-system.mjs";
import { OperatorError } from "./operator-error.mjs";
import { killGroup } from "./run-command.mjs";
import { runWorker, workerMemory } from "./worker.mjs";

const next = fileURLToPath(new URL("../../node_modules/next/dist/bin/next", import.meta.url));
const webProcesses = fileURLToPath(new URL("web-processes.mjs", import.meta.url));
const followParent = new URL("follow-parent.mjs", import.meta.url).href;
const guardRequests = new URL("guard-requests.mjs", import.meta.url).href;

/**
 * Keep-alive timeout of the web server in milliseconds: longer than that of proxies and browsers, which would
 * otherwise send requests on connections that are just being closed.
 */
const KEEP_ALIVE = 75_000;

/**
 * A running part of the installation.
 *
 * @typedef {object} Part
 * @property {string} name
 * @property {number} pid
 * @property {Promise<void>} ready resolves once it is ready; rejects with its output if it ends before
 * @property {Promise<string>} ended resolves, with why, when it is no longer running
 * @property {() => Promise<void>} stop ends it in order, or by force when that takes too long
 */

/**
 * Starts the web server. It is ready once its health check, which includes the database, succeeds.
 * @param {{ dev: boolean, port: number, host: string, local: string }} options
 * @param {NodeJS.ProcessEnv} env
 * @param {(line: string) => void} onLine called with each line it prints once it is up
 */
export function startWeb({ dev, port, host, local }, env, onLine) {
  const keepAlive = dev ? [] : ["--keepAliveTimeout", String(KEEP_ALIVE)];
  const serve = [next, dev ? "dev" : "start", "--port", String(port), "--hostname", host, ...keepAlive];
  // A single process needs no parent in between.
  const loaded = [followParent, guardRequests];
  const several = !dev && Number(env.WEB_PROCESSES || 1) > 1;
  const args = several
    ? [webProcesses, ...loaded, String(port), host, ...serve]
    : [...loaded.flatMap((one) => ["--import", one]), ...serve];
  return startPart("web", args, env, onLine, async (child) => {
    while (child.exitCode === null && child.signalCode === null) {
      const health = await fetch(`${local}/api/v1/health`, { signal: AbortSignal.timeout(30_000) }).catch(
        () => undefined,
      );
      if (health?.ok) return;
      await pause(50);
    }
  });
}

/**
 * Starts the worker. It is ready once it says so.
 * @param {NodeJS.ProcessEnv} env
 * @param {(line: string) => void} onLine called with each line it prints once it is up
 */
export function startWorker(env, onLine) {
  const args = [...runWorker, "lib/worker/main.ts"];
  return startPart(
    "worker",
    args,
    { ...workerMemory, ...env },
    onLine,
    (child) => new Promise((resolve) => child.once("message", () => resolve())),
  );
}

/**
 * @param {string} name
 * @param {string[]} args of Node
 * @param {NodeJS.ProcessEnv} env
 * @param {(line: string) => void} onLine
 * @param {(child: import("node:child_process").ChildProcess) => Promise<void>} untilReady
 * @returns {Part}
 */
function startPart(name, args, env, onLine, untilReady) {
  const child = spawn(process.execPath, args, {
    cwd: root,
    env,
    // Its own process group: Ctrl-C in a terminal reaches it only through us, in order.
    detached: process.platform !== "win32",
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  /** @type {string[]} */
  const beforeReady = [];
  /** @type {(line: string) => void} */
  let onOutput = (line) => {
    beforeReady.push(line);
  };
  for (const stream of [child.stdout, child.stderr]) {
    if (stream) createInterface({ input: stream }).on("line", (line) => onOutput(line));
  }
  const ended = new Promise((resolve) => {
    child.on("error", (error) => resolve(error.message));
    child.on("close", (code, signal) => resolve(signal ? `ended by ${signal}` : `exit code ${code}`));
  });
  const abandon = () => killGroup(child.pid, "SIGKILL");
  process.once("exit", abandon);
  ended.then(() => process.removeListener("exit", abandon));

  const failed = ended.then((reason) => {
    throw new OperatorError([...beforeReady, `The ${name} process did not start (${reason}).`].join("\n"));
  });
  const ready = Promise.race([untilReady(child), failed]).then(() => {
    onOutput = onLine;
  });
  for (const promise of [failed, ready]) promise.catch(() => {}); // handled where it is awaited
  return {
    name,
    pid: child.pid ?? 0,
    ready,
    ended,
    stop: async () => {
      child.kill("SIGTERM");
      const force = setTimeout(abandon, 10_000);
      await ended;
      clearTimeout(force);
    },
  };
}
