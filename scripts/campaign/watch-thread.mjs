// A thread of its own: the time in which the campaign's other work keeps it from polling is no silence.
import { readFileSync } from "node:fs";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { setTimeout as pause } from "node:timers/promises";
import { parentPort, workerData } from "node:worker_threads";

const { address, pid } = workerData;
let ending = false;
let last = performance.now();
/** @type {import("./watch").Silence} */
let longest = { ms: 0, probeMs: 0, starvedMs: 0 };
/** The delay of this thread itself since the last response. */
const late = monitorEventLoopDelay({ resolution: 10 });
late.enable();
let waited = waitedForProcessor();

parentPort?.once("message", () => {
  ending = true;
});

/**
 * Time that each web server's main thread has waited for a processor so far, in milliseconds, by process.
 * @returns {Map<string, number>}
 */
function waitedForProcessor() {
  const all = [String(pid), ...read(`/proc/${pid}/task/${pid}/children`).trim().split(" ")];
  return new Map(all.map((one) => [one, Number(read(`/proc/${one}/schedstat`).split(" ")[1] ?? 0) / 1e6]));
}

/** @param {string} file */
function read(file) {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return ""; // it has ended, or the system has no such file
  }
}

/** False if the connection was refused, broken, or silent for five seconds. */
async function isAnswered() {
  try {
    const response = await fetch(address, {
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
    if (await isAnswered()) endSilence();
    await pause(100);
  }
}

function endSilence() {
  const now = performance.now();
  const ms = now - last;
  const before = waited;
  waited = waitedForProcessor();
  if (ms > longest.ms) {
    const starved = [...waited].map(([one, sum]) => (before.has(one) ? sum - (before.get(one) ?? 0) : 0));
    longest = { ms, probeMs: late.max / 1e6, starvedMs: Math.max(...starved) };
  }
  last = now;
  late.reset();
}

// Two pollers: one that waits for a process that was just killed does not count as silence.
await Promise.all([poll(), poll()]);
parentPort?.postMessage(longest);
