import { createServer } from "node:net";

/**
 * Whether a server could listen there now. "taken" also when only the other loopback address is taken:
 * `localhost` may mean either, and people would reach the wrong program.
 *
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
    // A machine without IPv6 has no ::1, which only matters when it was asked for.
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
