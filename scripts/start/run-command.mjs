import { spawn } from "node:child_process";
import { root } from "./installation-folders.mjs";

/** Ctrl-C was pressed or the system sent a signal during startup. */
export class Interrupted extends Error {
  /** @override */
  name = "Interrupted";
}

/**
 * Runs a command to its end and returns its output. Throws with that text when it fails, `Interrupted` when
 * the signal ends it. The command has its own process group: Ctrl-C reaches it and its children only through
 * us.
 * @param {string} command
 * @param {string[]} args
 * @param {{ env?: NodeJS.ProcessEnv, signal?: AbortSignal, shell?: boolean,
 *   onMessage?: (message: unknown) => void, onStart?: (pid: number) => void, show?: boolean }} [options]
 * @returns {Promise<string>}
 */
export function runCommand(
  command,
  args,
  { env = process.env, signal, shell, onMessage, onStart, show } = {},
) {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(new Interrupted());
    const output = show ? "inherit" : "pipe";
    const child = spawn(command, args, {
      cwd: root,
      env,
      shell: shell ?? false,
      detached: process.platform !== "win32",
      stdio: onMessage ? ["ignore", output, output, "ipc"] : ["ignore", output, output],
    });
    onStart?.(child.pid ?? 0);
    let text = "";
    child.stdout?.on("data", (chunk) => {
      text += chunk;
    });
    child.stderr?.on("data", (chunk) => {
      text += chunk;
    });
    if (onMessage) child.on("message", onMessage);
    const interrupt = () => killGroup(child.pid, "SIGTERM");
    signal?.addEventListener("abort", interrupt, { once: true });
    const abandon = () => killGroup(child.pid, "SIGKILL");
    process.once("exit", abandon);
    child.on("error", reject);
    child.on("close", (code) => {
      signal?.removeEventListener("abort", interrupt);
      process.removeListener("exit", abandon);
      if (signal?.aborted) reject(new Interrupted());
      else if (code === 0) resolve(text);
      else reject(new Error(text.trim() || `${command} ended with code ${code}`));
    });
  });
}

/**
 * @param {number | undefined} pid
 * @param {NodeJS.Signals} signal
 */
export function killGroup(pid, signal) {
  if (pid === undefined) return;
  try {
    process.kill(process.platform === "win32" ? pid : -pid, signal);
  } catch {
    // It has ended already.
  }
}
