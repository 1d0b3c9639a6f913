// Several web servers on one port (WEB_PROCESSES). This process opens the port and shares it with all of them, so that
// each accepts the connections it can answer, and none is lost with one that is killed before it accepted it. It
// restarts a web server that ends while the others answer. It ends with its parent, and they end with it.
import { fork } from "node:child_process";
import { lookup } from "node:dns/promises";
import net from "node:net";
import { getSystemErrorName } from "node:util";
import { supervise } from "./supervise.mjs";

const [followParent = "", guardRequests = "", port = "", host = "", next = "", ...args] =
  process.argv.slice(2);

/** Copies of the socket that each web server listens on: the most connections it accepts at once. */
const COPIES = 16;

const listenOnShared = new URL("listen-on-shared-socket.mjs", import.meta.url).href;
const execArgv = [followParent, guardRequests, listenOnShared].flatMap((one) => ["--import", one]);

const socket = await openPort(Number(port), host);
const parts = Array.from({ length: Number(process.env.WEB_PROCESSES) }, (_, n) =>
  supervise({ start: startServer, onChange: (change) => log(n + 1, change) }),
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

/**
 * A socket bound to the port, on which this process itself does not listen. Node has no public function for it; its own
 * cluster module uses this one.
 * @param {number} number
 * @param {string} name
 * @returns {Promise<import("node:net").Server>}
 */
async function openPort(number, name) {
  const { address, family } = await lookup(name);
  const { _createServerHandle: create } = /** @type {any} */ (net);
  const opened = create(address, number, family, -1, 0);
  if (typeof opened !== "number") return opened;
  console.error(`Port ${number} of ${name} cannot be opened: ${getSystemErrorName(opened)}`);
  process.exit(1);
}

/** @returns {import("./supervise.mjs").Runnable} */
function startServer() {
  const child = fork(next, args, { execArgv });
  const ended = new Promise((resolve) => {
    child.once("exit", (code, signal) => resolve(signal ? `ended by ${signal}` : `exit code ${code}`));
  });
  const listens = new Promise((resolve) => {
    child.on("message", (/** @type {{ listening?: boolean }} */ { listening }) => {
      if (listening) resolve(undefined);
    });
  });
  for (let n = 0; n < COPIES; n++) child.send({ sockets: COPIES }, socket, () => {}); // its end is reported below
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
      child.kill("SIGTERM");
      const force = setTimeout(() => child.kill("SIGKILL"), 10_000);
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
