import { startWorker } from "../../start/child-processes.mjs";
import { supervise } from "../../start/supervise.mjs";

/** A worker under the supervisor of `npm start`, which starts it again when it was killed. */
export function openWorker() {
  let kills = 0;
  let requests = 0;
  /** Count of requests at which it dies; never while null. */
  let death: number | null = null;
  const worker = supervise({ start: () => startWorker(process.env, () => {}), onChange: () => {} });
  return {
    ready: worker.ready,
    kills: () => kills,
    /** It dies at so many requests to the model from now on, in the middle of its calls. */
    dieAfter: (more: number) => {
      death = requests + more;
    },
    /** Called for each request to the model. */
    onRequest: () => {
      requests++;
      if (death === null || requests < death || worker.pid() === 0) return;
      death = null;
      process.kill(worker.pid(), "SIGKILL");
      kills++;
    },
    stop: worker.stop,
  };
}
