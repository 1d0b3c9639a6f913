// Several web servers on one port (WEB_PROCESSES): this process takes connections in and hands each to the next of them,
// and starts one again that has ended while the others answer. It follows whoever started it, and they follow it.
import cluster from "node:cluster";
import { supervise } from "./supervise.mjs";

const [followParent = "", guardRequests = "", next = "", ...args] = process.argv.slice(2);

cluster.schedulingPolicy = cluster.SCHED_RR;
cluster.setupPrimary({ exec: next, args, execArgv: ["--import", followParent, "--import", guardRequests] });

const parts = Array.from({ length: Number(process.env.WEB_PROCESSES) }, (_, n) =>
  supervise({ start: fork, onChange: (change) => tell(n + 1, change) }),
);
// One that never came up is a mistake in the settings: whoever started us says so.
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
  ready.catch(() => {}); // whoever awaits it hears of it
  return {
    // Not the head of a process group: nothing but itself is to be ended with it.
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
 * A line of the log, as the web servers write them.
 *
 * @param {number} n
 * @param {import("./supervise.mjs").Change} change
 */
function tell(n, { state, ...why }) {
  if (state === "running") return;
  const about = {
    level: "error",
    time: new Date().toISOString(),
    event: "part-stopped",
    part: `web ${n}`,
    ...why,
  };
  console.log(JSON.stringify(about));
}
