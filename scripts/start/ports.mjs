import { createServer } from "node:net";

/**
 * State of a port. It also counts as "taken" when only the other loopback address is in use: `localhost` may
 * mean either, and people would reach the wrong program.
 * @param {number} port
 * @param {string} host
 * @returns {Promise<"free" | "taken" | "forbidden" | "unknown-address">}
 */
export async function portState(port, host) {
  const hosts = host === "127.0.0.1" || host === "localhost" ? ["127.0.0.1", "::1"] : [host];
  for (const candidate of hosts) {
    const code = await tryListening(port, candidate);
    if (code === "EADDRINUSE") return "taken";
    if (code === "EACCES") return "forbidden";
    // Without IPv6 there is no ::1, which only matters if it was requested.
    if (code && candidate === host) return "unknown-address";
  }
  return "free";
}

/**
 * @param {number} port
 * @param {string} host
 * @returns {Promise<string | undefined>} the code of the error, if it could not listen
 */
function tryListening(port, host) {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", (error) => resolve(/** @type {NodeJS.ErrnoException} */ (error).code));
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(undefined)));
  });
}
