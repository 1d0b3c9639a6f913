import path from "node:path";
import { pathToFileURL } from "node:url";
import { readDataFile, writeDataFile } from "./data-folder.mjs";
import { root } from "./installation-folders.mjs";
import { gone, inspect, isAlive } from "./operating-system.mjs";
import { killGroup } from "./run-command.mjs";

/**
 * A running start, without its secrets.
 * @typedef {object} Run
 * @property {string} address
 * @property {string} [database] of our own PostgreSQL
 * @property {number[]} parts the processes that belong to it
 * @property {Record<string, string>} settings what it was started with; empty for what was not set
 * @property {string[]} keyIds names of the secrets that open sealed keys
 */

/** Settings that a command in this folder may read; none is secret. */
const READABLE_SETTINGS = [
  ...["PORT", "HOST", "APP_URL", "TRUST_PROXY", "WEB_PROCESSES", "LOG_LEVEL"],
  ...["LLM_ALLOWED_ORIGINS", "WEBHOOK_ALLOWED_ORIGINS", "PROLIFIC_ORIGIN"],
  ...["MAIL_FROM", "OIDC_ISSUER", "OIDC_CLIENT_ID", "OIDC_LABEL", "OIDC_DOMAINS", "OIDC_CREATE_ACCOUNTS"],
  ...["OIDC_GROUPS_CLAIM", "OIDC_GROUP_ROLES", "PASSWORD_SIGN_IN", "SECOND_FACTOR_REQUIRED"],
  ...["GITHUB_URL", "GITHUB_CLIENT_ID", "GITHUB_DOMAINS", "GITHUB_CREATE_ACCOUNTS", "GITHUB_GROUP_ROLES"],
  ...["ORCID_URL", "ORCID_CLIENT_ID"],
];

/**
 * The non-secret settings that a server was started with.
 *
 * @param {Record<string, string | undefined>} env
 * @returns {Promise<Pick<Run, "settings" | "keyIds">>}
 */
export async function publicSettings(env) {
  const { tsImport } = await import("tsx/esm/api");
  const { secretId } = await tsImport("./lib/secrets/sealing.ts", pathToFileURL(path.join(root, "/")).href);
  return {
    settings: Object.fromEntries(READABLE_SETTINGS.map((name) => [name, env[name] ?? ""])),
    keyIds: (env.LLM_KEY_SECRET ?? "").split(/\s+/).filter(Boolean).map(secretId),
  };
}

/**
 * Records the processes and settings of this start, for a later one that has to clean up after it.
 * @param {Run} run
 */
export function noteRun(run) {
  return writeDataFile("run.json", run);
}

/**
 * The start that is running in this folder.
 * @returns {Promise<Run | undefined>}
 */
export async function findRun() {
  const run = /** @type {Partial<Run> | undefined} */ (await readDataFile("run.json"));
  if (!run?.settings || !run.keyIds || !run.parts) return undefined;
  const alive = await Promise.all(run.parts.map(isOurs));
  return alive.includes(true) ? /** @type {Run} */ (run) : undefined;
}

/**
 * Ends the web server and the worker of a killed start. They normally end by themselves, so this is for one
 * that hangs; a process that has since reused the number is left alone.
 */
export async function endLeftovers() {
  const run = /** @type {{ parts?: number[] } | undefined} */ (await readDataFile("run.json"));
  for (const pid of run?.parts ?? []) {
    if (await gone(pid, (await isOurs(pid)) ? 2_000 : 0)) continue;
    if (!(await isOurs(pid))) continue;
    killGroup(pid, "SIGKILL");
    await gone(pid, 5_000);
  }
}

/** @param {number} pid */
async function isOurs(pid) {
  if (!isAlive(pid)) return false;
  const { folder, command } = await inspect(pid);
  return (folder ?? command).includes(root) && /next|worker/.test(command);
}
