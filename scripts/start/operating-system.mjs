import { execFile } from "node:child_process";
import { readFile, readlink } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/** @param {number} pid */
export function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === "EPERM";
  }
}

/**
 * Program, working directory and command line of a process. Process numbers are reused, so no process is
 * ended by its number alone.
 * @param {number} pid
 */
export async function inspect(pid) {
  if (process.platform === "linux") {
    const [exe, cwd, command] = await Promise.all([
      readlink(`/proc/${pid}/exe`).catch(() => ""),
      readlink(`/proc/${pid}/cwd`).catch(() => ""),
      readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => ""),
    ]);
    // " (deleted)" is appended if the file was replaced, as by an installation.
    return {
      program: path.basename(exe.replace(/ \(deleted\)$/, "")),
      folder: cwd,
      command: command.replaceAll("\0", " "),
    };
  }
  const listing =
    process.platform === "win32"
      ? run("wmic", ["process", "where", `ProcessId=${pid}`, "get", "CommandLine"])
      : run("ps", ["-o", "command=", "-p", String(pid)]);
  const { stdout } = await listing.catch(() => ({ stdout: "" }));
  const program = path.basename(stdout.trim().split(/\s+/)[0] ?? "").replace(/\.exe$/, "");
  return { program, folder: undefined, command: stdout };
}

/** @param {number} ms */
export function pause(ms) {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/**
 * Waits until a process has ended. Returns true if it has.
 * @param {number} pid
 * @param {number} ms how long at most
 */
export async function gone(pid, ms) {
  const patience = Date.now() + ms;
  while (isAlive(pid)) {
    if (Date.now() > patience) return false;
    await pause(50);
  }
  return true;
}
