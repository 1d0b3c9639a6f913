// Several web servers on one port (WEB_PROCESSES): this process accepts connections, distributes them in
// turn, and restarts a web server that ends while the others answer. It ends with its parent, and they end
// with it.
import cluster from "node:cluster";
import { supervise } from "./supervise.mjs";

const [followParent = "", guardRequests = "", next = "", ...args] = process.argv.slice(2);

cluster.schedulingPolicy = cluster.SCHED_RR;
const listenWhenWarm = new URL("listen-when-warm.mjs", import.meta.url).href;
const loaded = [followParent, guardRequests, listenWhenWarm];
cluster.setupPrimary({ exec: next, args, execArgv: loaded.flatMap((one) => ["--import", one]) });

const parts = Array.from({ length: Number(process.env.WEB_PROCESSES) }, (_, n) =>
  supervise({ start: fork, onChange: (change) => log(n + 1, change) }),
);
// A failed first start is a configuration error, which our parent reports.
for (const { ready } of parts) ready.catch(() => process.exit(1));

for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM"])) process.on(signal, end);
process.once("disconnect", end);

let ending = false;

async function end() {
  if (ending) return;
  ending = true;
  await Promise.all(parts.map(({ stop }) => stop()));
  process.exit(0);
}

/** @returns {import("./supervise.mjs").Runnable} */
function fork() {
  const worker = cluster.fork();
  const ended = new Promise((resolve) => {
    worker.once("exit", (code, signal) => resolve(signal ? `ended by ${signal}` : `exit code ${code}`));
  });
  const listens = new Promise((resolve) => worker.once("listening", () => resolve(undefined)));
  const ready = Promise.race([
    listens,
    ended.then((reason) => {
      throw new Error(`A web server did not start (${reason}).`);
    }),
  ]);
  ready.catch(() => {}); // handled where it is awaited
  return {
    // 0: not the head of a process group, so nothing else is ended with it.
    pid: 0,
    ready,
    ended,
    stop: async () => {
      worker.process.kill("SIGTERM");
      const force = setTimeout(() => worker.process.kill("SIGKILL"), 10_000);
      await ended;
      clearTimeout(force);
    },
  };
}

/**
 * Writes a log line in the web servers' format. A first start is not reported.
 * @param {number} n
 * @param {import("./supervise.mjs").Change} change
 */
function log(n, { state, ...why }) {
  const level = state === "stopped" ? "error" : "info";
  const time = new Date().toISOString();
  console.log(JSON.stringify({ level, time, event: `part-${state}`, part: `web ${n}`, ...why }));
}
