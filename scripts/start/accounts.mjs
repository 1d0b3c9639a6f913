import path from "node:path";
import { keep, readKept } from "./data-folder.mjs";
import { root } from "./folders.mjs";
import { runCommand } from "./run-command.mjs";
import { runTypeScript } from "./worker.mjs";

/** @typedef {{ role: string, email: string, password: string }} SignIn */

/**
 * Loads the demo project once, and returns a sign-in for each role. Passwords are generated then and stored
 * in the data folder only.
 * @param {string} keptAs the file they are kept in; each database has its own demo
 * @param {NodeJS.ProcessEnv} env
 * @param {(detail: string) => void} say
 * @param {AbortSignal} signal
 * @returns {Promise<SignIn[]>}
 */
export async function loadDemo(keptAs, env, say, signal) {
  const kept = /** @type {SignIn[] | undefined} */ (await readKept(keptAs));
  if (kept) {
    say("in place");
    return kept;
  }
  const signIns = /** @type {SignIn[]} */ (await ask("load-demo.ts", env, signal, say));
  await keep(keptAs, signIns);
  say("loaded");
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
 * @param {(doing: string) => void} [say]
 * @returns {Promise<unknown>}
 */
async function ask(program, env, signal, say) {
  /** @type {unknown} */
  let answer;
  await runCommand(process.execPath, [...runTypeScript, path.join(root, "scripts/start", program)], {
    env,
    signal,
    onMessage: (message) => {
      const { doing, answer: given } = /** @type {{ doing?: string, answer?: unknown }} */ (message);
      if (doing) say?.(doing);
      else answer = given;
    },
  });
  return answer;
}
