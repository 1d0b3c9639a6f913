import { keep, readKept } from "./data-folder.mjs";
import { root } from "./folders.mjs";
import { gone, inspect, isAlive } from "./operating-system.mjs";
import { killGroup } from "./run-command.mjs";

/**
 * Notes which processes belong to this start, for a later one that has to tidy up after it.
 *
 * @param {{ address: string, database: string | undefined, parts: number[] }} run
 */
export function noteRun(run) {
  return keep("run.json", run);
}

/**
 * Ends the web server and the worker of a start that was killed. They end by themselves when they notice,
 * so this is for the one that hangs; a process that has since been given the number is left alone.
 */
export async function endLeftovers() {
  const run = /** @type {{ parts?: number[] } | undefined} */ (await readKept("run.json"));
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
