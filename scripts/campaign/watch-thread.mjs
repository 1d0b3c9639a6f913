// A thread of its own: the time in which the campaign's other work keeps it from polling is no silence.
import { setTimeout as pause } from "node:timers/promises";
import { parentPort, workerData } from "node:worker_threads";

let ending = false;
let last = performance.now();
let longest = 0;

parentPort?.once("message", () => {
  ending = true;
});

/** False if the connection was refused, broken, or silent for five seconds. */
async function isAnswered() {
  try {
    const response = await fetch(workerData.address, {
      headers: { connection: "close" },
      signal: AbortSignal.timeout(5_000),
    });
    await response.arrayBuffer();
    return response.ok;
  } catch {
    return false;
  }
}

async function poll() {
  while (!ending) {
    if (await isAnswered()) {
      const now = performance.now();
      longest = Math.max(longest, now - last);
      last = now;
    }
    await pause(100);
  }
}

// Two pollers: one that waits for a process that was just killed does not count as silence.
await Promise.all([poll(), poll()]);
parentPort?.postMessage(longest);
