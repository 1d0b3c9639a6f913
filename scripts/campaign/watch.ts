import { Worker } from "node:worker_threads";

/** Polls an address, each time on a new connection, and records the longest time between two responses. */
export function watchAnswers(address: string): { stop: () => Promise<number> } {
  const thread = new Worker(new URL("watch-thread.mjs", import.meta.url), { workerData: { address } });
  const longest = new Promise<number>((resolve, reject) => {
    thread.once("message", resolve);
    thread.once("error", reject);
  });
  return {
    stop: () => {
      thread.postMessage("stop");
      return longest;
    },
  };
}
