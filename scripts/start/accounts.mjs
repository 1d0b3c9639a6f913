import { existsSync } from "node:fs";
import path from "node:path";
import { keep, readKept } from "./data-folder.mjs";
import { root } from "./folders.mjs";
import { runTypeScript } from "./processes.mjs";
import { runCommand } from "./run-command.mjs";

/** @typedef {{ role: string, email: string, password: string }} SignIn */

/**
 * Loads the demo project once, and returns the sign-ins of its people, most powerful role first. Their
 * passwords are made when it is loaded and kept in the data folder only.
 *
 * @param {NodeJS.ProcessEnv} env
 * @param {(detail: string) => void} say
 * @param {AbortSignal} signal
 * @returns {Promise<SignIn[]>}
 */
export async function loadDemo(env, say, signal) {
  const kept = /** @type {SignIn[] | undefined} */ (await readKept("demo-sign-ins.json"));
  if (kept) {
    say("in place");
    return kept;
  }
  if (!existsSync(path.join(root, "prisma/seed.ts"))) return [];
  const signIns = /** @type {SignIn[]} */ (await ask("load-demo.ts", env, signal));
  await keep("demo-sign-ins.json", signIns);
  say("loaded");
  return signIns;
}

/**
 * A link with which somebody becomes the first admin, once; null when somebody has an account.
 *
 * @param {NodeJS.ProcessEnv} env
 * @param {AbortSignal} signal
 */
export async function makeFirstAdminLink(env, signal) {
  return /** @type {string | null} */ (await ask("first-admin.ts", env, signal));
}

/**
 * Runs a program of this folder that sends one answer.
 *
 * @param {string} program
 * @param {NodeJS.ProcessEnv} env
 * @param {AbortSignal} signal
 * @returns {Promise<unknown>}
 */
async function ask(program, env, signal) {
  let answer;
  await runCommand(process.execPath, [...runTypeScript, path.join(root, "scripts/start", program)], {
    env,
    signal,
    onMessage: (message) => {
      answer = message;
    },
  });
  return answer;
}
