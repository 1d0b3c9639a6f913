import path from "node:path";
import { home, root } from "./installation-folders.mjs";
import { OperatorError } from "./operator-error.mjs";
import { Interrupted, runCommand } from "./run-command.mjs";

/** The longest that a timer may wait, in milliseconds: it looks at the clock again then. */
const LOOK_AGAIN = 10 * 60_000;

/**
 * When and where backups are made while the app runs.
 * @typedef {object} BackupPlan
 * @property {string} to a folder or s3://bucket/prefix
 * @property {number} hour of this machine's clock
 * @property {number} minute
 * @property {number} keep how many are kept
 */

/**
 * The plan in BACKUP_TO, BACKUP_AT and BACKUP_KEEP; undefined without BACKUP_TO.
 * @param {Record<string, string | undefined>} env
 * @returns {BackupPlan | undefined}
 */
export function backupPlan({ BACKUP_TO, BACKUP_AT, BACKUP_KEEP }) {
  if (!BACKUP_TO) {
    if (BACKUP_AT || BACKUP_KEEP) throw new OperatorError("BACKUP_AT and BACKUP_KEEP need BACKUP_TO.");
    return undefined;
  }
  const time = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(BACKUP_AT || "03:15");
  if (!time) throw new OperatorError(`BACKUP_AT is a time of day such as 03:15, not "${BACKUP_AT}".`);
  const keep = Number(BACKUP_KEEP || 14);
  if (!Number.isInteger(keep) || keep < 1 || keep > 10_000)
    throw new OperatorError(
      `BACKUP_KEEP is how many backups are kept, from 1 to 10000, not "${BACKUP_KEEP}".`,
    );
  return { to: BACKUP_TO, hour: Number(time[1]), minute: Number(time[2]), keep };
}

/**
 * The next moment of a plan after another, by this machine's clock.
 * @param {Pick<BackupPlan, "hour" | "minute">} plan
 * @param {Date} after
 */
export function nextBackup({ hour, minute }, after) {
  const next = new Date(after);
  next.setHours(hour, minute, 0, 0);
  if (next <= after) next.setDate(next.getDate() + 1);
  return next;
}

/**
 * Makes a backup every day, by the command that everybody can use. One that fails is a line of the log; the
 * next is tried a day later.
 * @param {BackupPlan} plan
 * @param {NodeJS.ProcessEnv} env
 * @param {AbortSignal} signal
 * @returns {import("./parts.mjs").Running}
 */
export function scheduleBackups(plan, env, signal) {
  let next = nextBackup(plan, new Date());
  /** @type {NodeJS.Timeout | undefined} */
  let timer;
  let running = Promise.resolve();
  const wait = () => {
    const left = next.getTime() - Date.now();
    timer = setTimeout(left > LOOK_AGAIN ? wait : run, Math.min(Math.max(left, 0), LOOK_AGAIN));
  };
  const run = () => {
    running = backUp(plan, env, signal).finally(() => {
      next = nextBackup(plan, new Date());
      if (!signal.aborted) wait();
    });
  };
  wait();
  return {
    name: "Backups",
    stop: async () => {
      clearTimeout(timer);
      await running;
    },
  };
}

/**
 * @param {BackupPlan} plan
 * @param {NodeJS.ProcessEnv} env
 * @param {AbortSignal} signal
 */
async function backUp({ to, keep }, env, signal) {
  const command = path.join(root, "lib/cli/bin.mjs");
  const target = to.includes("://") ? to : path.resolve(home, to);
  const began = Date.now();
  const log = (/** @type {string} */ level, /** @type {string} */ event, /** @type {object} */ fields) =>
    console.log(JSON.stringify({ level, time: new Date().toISOString(), event, ...fields }));
  try {
    await runCommand(
      process.execPath,
      [command, "backup", "--to", target, "--keep", String(keep), "--json"],
      {
        env,
        signal,
      },
    );
    log("info", "backup-made", { ms: Date.now() - began });
  } catch (error) {
    if (error instanceof Interrupted) return;
    // The command says in one line what is wrong, without a secret.
    log("error", "backup-failed", { reason: error instanceof Error ? error.message.split("\n").at(-1) : "" });
  }
}
