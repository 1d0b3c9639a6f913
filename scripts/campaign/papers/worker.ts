import { startWorker } from "../../start/processes.mjs";

/** A worker that is killed in the middle of its calls, and followed by another one. */
export function openWorker() {
  let kills = 0;
  let worker = startWorker(process.env, () => {});
  return {
    ready: () => worker.ready,
    kills: () => kills,
    /** Kills the process by its id without a warning, and starts the next one. */
    kill: async () => {
      process.kill(worker.pid, "SIGKILL");
      kills++;
      worker = startWorker(process.env, () => {});
      await worker.ready;
    },
    stop: () => worker.stop(),
  };
}
