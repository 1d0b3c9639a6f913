// Loaded before each of several web servers (node --import). The server listens on the sockets that its parent shares
// with all of them, and only once it answers promptly: while it is loading the pages, the others answer sooner.
import { request, Server } from "node:http";
import { Server as SocketServer } from "node:net";
import { duplexPair } from "node:stream";

/** A response within this many milliseconds shows that nothing is being loaded. */
const PROMPT_MS = 100;

/** Requests after which a server on a busy machine listens however long its responses take. */
const MOST_REQUESTS = 50;

const ADDRESS = "/api/v1/health/live";

/** @type {Promise<object[]>} */
const sharedSockets = new Promise((resolve) => {
  /** @type {object[]} */
  const sockets = [];
  process.on("message", (/** @type {{ sockets?: number }} */ message, socket) => {
    if (message.sockets === undefined || !socket) return;
    sockets.push(socket);
    if (sockets.length === message.sockets) resolve(sockets);
  });
});

const { listen } = Server.prototype;
Server.prototype.listen = listenWhenWarm;

/**
 * Replaces `listen` of the first server, which is the framework's: it loads when it believes to be listening.
 * @this {Server}
 */
function listenWhenWarm() {
  Server.prototype.listen = listen;
  process.nextTick(() => this.emit("listening"));
  void Promise.all([sharedSockets, warmUp(this)]).then(([sockets]) => listenOn(this, sockets));
  return this;
}

/**
 * Node accepts one connection per socket each time that it has gone through all requests under way, which takes long on
 * a busy server: several copies of one socket let it accept as many at once.
 * @param {Server} server
 * @param {object[]} sockets copies of one socket
 */
function listenOn(server, [first, ...others]) {
  // The framework must not begin a second time.
  server.removeAllListeners("listening");
  server.once("listening", () => process.send?.({ listening: true }));
  server.listen(first);
  const options = { allowHalfOpen: true, noDelay: true };
  const beside = others.map((socket) =>
    new SocketServer(options, (connection) => server.emit("connection", connection)).listen(socket),
  );
  const close = server.close.bind(server);
  server.close = (then) => {
    for (const one of beside) one.close();
    return close(then);
  };
}

/** @param {Server} server */
async function warmUp(server) {
  for (let n = 0; n < MOST_REQUESTS; n++) {
    const began = performance.now();
    await answered(server);
    // Modules that are loaded without being waited for have their turn before the next request.
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
