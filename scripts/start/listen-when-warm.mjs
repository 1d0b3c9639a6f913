// Loaded before each of several web servers (node --import). A server that is still loading the pages would be
// given connections that wait for seconds while others could answer them: it listens once it answers promptly.
import { request, Server } from "node:http";
import { duplexPair } from "node:stream";

/** A response within this many milliseconds shows that nothing is being loaded. */
const PROMPT_MS = 100;

/** Requests after which a server on a busy machine listens however long its responses take. */
const MOST_REQUESTS = 50;

const ADDRESS = "/api/v1/health/live";

Server.prototype.listen = listenWhenWarm;

/**
 * Replaces `listen` of the first server, which is the framework's: it loads when it believes to be listening.
 * @this {Server}
 * @param {any[]} args
 */
function listenWhenWarm(...args) {
  Reflect.deleteProperty(Server.prototype, "listen");
  process.nextTick(() => this.emit("listening"));
  void warmUp(this).then(() => {
    // The framework must not begin a second time.
    this.removeAllListeners("listening");
    Reflect.apply(this.listen, this, args);
  });
  return this;
}

/** @param {Server} server */
async function warmUp(server) {
  for (let n = 0; n < MOST_REQUESTS; n++) {
    const began = performance.now();
    await answered(server);
    // What is loaded without being waited for has its turn before the next request.
    await new Promise(setImmediate);
    if (performance.now() - began < PROMPT_MS) return;
  }
}

/**
 * Resolves when the server has answered a request sent to it within this process.
 * @param {Server} server
 * @returns {Promise<void>}
 */
function answered(server) {
  const [client, served] = duplexPair();
  server.emit("connection", served);
  return new Promise((resolve) => {
    const sent = request({
      path: ADDRESS,
      headers: { host: "localhost", connection: "close" },
      createConnection: () => /** @type {import("node:net").Socket} */ (client),
    });
    sent.on("response", (response) => response.resume().on("close", resolve));
    sent.on("error", () => resolve());
    sent.end();
  });
}
