import path from "node:path";
import { readDataFile, writeDataFile } from "./data-folder.mjs";
import { root } from "./installation-folders.mjs";
import { runCommand } from "./run-command.mjs";
import { runTypeScript } from "./worker.mjs";

/** @typedef {{ role: string, email: string, password: string }} SignIn */

/**
 * Loads the demo project once, and returns a sign-in for each role. Passwords are generated then and stored
 * in the data folder only.
 * @param {string} file file of the data folder to store them in; each database has its own demo
 * @param {NodeJS.ProcessEnv} env
 * @param {(detail: string) => void} report
 * @param {AbortSignal} signal
 * @returns {Promise<SignIn[]>}
 */
export async function loadDemo(file, env, report, signal) {
  const saved = /** @type {SignIn[] | undefined} */ (await readDataFile(file));
  if (saved) {
    report("in place");
    return saved;
  }
  const signIns = /** @type {SignIn[]} */ (await ask("load-demo.ts", env, signal, report));
  await writeDataFile(file, signIns);
  report("loaded");
  return signIns;
}

/**
 * A one-time link to create the first admin; null if there is an account already.
 * @param {NodeJS.ProcessEnv} env
 * @param {AbortSignal} signal
 */
export async function makeFirstAdminLink(env, signal) {
  return /** @type {string | null} */ (await ask("first-admin.ts", env, signal));
}

/**
 * Runs a program of this folder that reports progress and finally sends an answer.
 * @param {string} program
 * @param {NodeJS.ProcessEnv} env
 * @param {AbortSignal} signal
 * @param {(doing: string) => void} [report]
 * @returns {Promise<unknown>}
 */
async function ask(program, env, signal, report) {
  /** @type {unknown} */
  let answer;
  await runCommand(process.execPath, [...runTypeScript, path.join(root, "scripts/start", program)], {
    env,
    signal,
    onMessage: (message) => {
      const { doing, answer: given } = /** @type {{ doing?: string, answer?: unknown }} */ (message);
      if (doing) report?.(doing);
      else answer = given;
    },
  });
  return answer;
}
