import { pause } from "./operating-system.mjs";
import { killGroup } from "./run-command.mjs";

/** Delays before a part that has ended is restarted, in milliseconds, increasing each time. */
const BACK_OFF = { first: 500, most: 30_000 };

/** Milliseconds after which a part counts as stable: the delay is reset. */
const STEADY = 60_000;

/** @typedef {{ state: "stopped", reason: string, seconds: number } | { state: "running" }} Change */

/**
 * A supervised part.
 * @typedef {object} Supervised
 * @property {Promise<void>} ready resolves once it is ready for the first time; rejects if it never is
 * @property {() => number} pid of the current process; 0 while there is none
 * @property {() => Promise<void>} stop ends it, for good
 */

/**
 * Runs a part and restarts it whenever it ends: killed, out of memory, or by a bug. Other parts keep running
 * meanwhile. The first start must succeed: a failure there is a configuration error, and retrying would not
 * help.
 * @param {object} options
 * @param {() => Promise<Runnable> | Runnable} options.start
 * @param {() => void} [options.onStart] called each time there is a new process
 * @param {(event: Change) => void} options.onChange
 * @param {{ first: number, most: number }} [options.backOff]
 * @returns {Supervised}
 */
export function supervise({ start, onStart = () => {}, onChange, backOff = BACK_OFF }) {
  let stopping = false;
  /** @type {() => void} */
  let wake = () => {};
  /** @type {Runnable | undefined} */
  let running;

  /** @param {number} ms unless it is stopped meanwhile */
  async function rest(ms) {
    const woken = new Promise((resolve) => {
      wake = () => resolve(undefined);
    });
    if (!stopping) await Promise.race([pause(ms), woken]);
  }

  /** Runs it to its end. Resolves with the reason. */
  async function runOnce() {
    try {
      const current = await start();
      running = current;
      onStart();
      current.ready.then(
        () => stopping || onChange({ state: "running" }),
        () => {}, // it has ended, and reports why
      );
      // Stopped while starting.
      if (stopping) await current.stop();
      return await untilEnd(current);
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  }

  /** @param {Runnable} current */
  async function untilEnd(current) {
    const reason = await current.ended;
    running = undefined;
    // Its children are killed too: the port must be free for the restart.
    killGroup(current.pid || undefined, "SIGKILL");
    return reason;
  }

  async function keepRunning() {
    for (let failures = 0; !stopping; failures += 1) {
      const began = Date.now();
      const reason = await runOnce();
      if (stopping) return;
      if (Date.now() - began > STEADY) failures = 0;
      const ms = Math.min(backOff.most, backOff.first * 2 ** failures);
      onChange({ state: "stopped", reason, seconds: ms / 1000 });
      await rest(ms);
    }
  }

  /** @type {Promise<void>} */
  let life = Promise.resolve();
  const ready = (async () => {
    const first = await start();
    running = first;
    onStart();
    await first.ready;
    // Supervised from now on.
    life = untilEnd(first).then(async (reason) => {
      if (stopping) return;
      onChange({ state: "stopped", reason, seconds: backOff.first / 1000 });
      await rest(backOff.first);
      await keepRunning();
    });
  })();
  ready.catch(() => {}); // handled where it is awaited

  return {
    ready,
    pid: () => running?.pid ?? 0,
    stop: async () => {
      stopping = true;
      wake();
      await running?.stop();
      await life;
    },
  };
}

/**
 * Something to run: a part of the installation, or PostgreSQL.
 * @typedef {object} Runnable
 * @property {number} pid 0 if it must not be signalled by number
 * @property {Promise<void>} ready
 * @property {Promise<string>} ended resolves, with why, when it is no longer running
 * @property {() => Promise<void>} stop
 */
