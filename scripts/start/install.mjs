import { readFile } from "node:fs/promises";
import path from "node:path";
import { root } from "./installation-folders.mjs";
import { OperatorError } from "./operator-error.mjs";
import { Interrupted, runCommand } from "./run-command.mjs";

/**
 * @typedef {{ version?: string, optional?: boolean, dev?: boolean, devOptional?: boolean, link?: boolean }} LockedPackage
 * @typedef {{ packages: Record<string, LockedPackage> }} Lock
 */

/**
 * True if node_modules matches package-lock.json. npm records installed packages in a lock file of its own;
 * packages for other systems are optional and missing there.
 * @param {Lock} wanted package-lock.json
 * @param {Lock | undefined} installed node_modules/.package-lock.json
 * @param {{ isBuilt?: boolean }} [state] what is built needs no packages for development
 */
export function isInstalled(wanted, installed, { isBuilt = false } = {}) {
  if (!installed) return false;
  return Object.entries(wanted.packages).every(([name, { version, optional, dev, devOptional }]) => {
    if (name === "") return true;
    const present = installed.packages[name];
    return present ? present.version === version : Boolean(optional || devOptional || (isBuilt && dev));
  });
}

/**
 * Installs packages if needed. Returns true if it did.
 * @param {AbortSignal} [signal]
 * @param {{ isBuilt?: boolean }} [state]
 */
export async function install(signal, state) {
  const [wanted, installed] = await Promise.all([
    readLock("package-lock.json"),
    readLock("node_modules/.package-lock.json"),
  ]);
  if (wanted && isInstalled(wanted, installed, state)) return false;

  const npm = process.env.npm_execpath;
  // Building needs development packages too, whatever NODE_ENV is.
  const args = ["ci", "--include=dev", "--no-audit", "--no-fund", "--loglevel=error"];
  const command = npm?.endsWith("js")
    ? runCommand(process.execPath, [npm, ...args], { signal })
    : runCommand("npm", args, { signal, shell: process.platform === "win32" });
  await command.catch((error) => {
    if (error instanceof Interrupted) throw error;
    // npm prints its reason first, then all of its options.
    const reason = error.message.split("\n").slice(0, 12).join("\n");
    throw new OperatorError(`The packages could not be installed (npm ci):\n${reason}`);
  });
  return true;
}

/**
 * @param {string} name
 * @returns {Promise<Lock | undefined>}
 */
async function readLock(name) {
  const text = await readFile(path.join(root, name), "utf8").catch(() => undefined);
  return text === undefined ? undefined : JSON.parse(text);
}
