// Loaded before the web server (node --import). Wraps the framework: every response, including redirects and
// errors of the framework and of Node, gets the common headers, and invalid requests are refused before they
// are read. Valid ones begin one after the other, and those that annotators make all day are answered directly.
import { Server, STATUS_CODES } from "node:http";
import { answerDirectly, directHandlerFor } from "./answer-directly.mjs";
import { METHODS, refusalFor } from "./request-refusal.mjs";
import { turns } from "./take-turns.mjs";
import { isTurkPage } from "./turk-page.mjs";

/** The strictest policy. Pages and the API set their own instead. */
const POLICY = "default-src 'none'; sandbox; frame-ancestors 'none'";

const HEADERS = {
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "no-referrer",
  "X-Frame-Options": "DENY",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
  ...(process.env.APP_URL?.startsWith("https:") && {
    "Strict-Transport-Security": "max-age=63072000; includeSubDomains",
  }),
};

/** Headers of responses made here. */
const OWN_HEADERS = { ...HEADERS, "Content-Security-Policy": POLICY, "Cache-Control": "private, no-store" };

/** @param {number} status */
function bodyOf(status) {
  const code = status === 405 ? "method-not-allowed" : "invalid";
  return JSON.stringify({ error: { code, message: "The request is not well formed." } });
}

/** @param {import("node:http").IncomingMessage} request */
const isLivenessProbe = ({ method, url }) => method === "GET" && url === "/api/v1/health/live";

/**
 * Answers like the route of the same address, before the framework: a supervisor must not restart a server because many
 * pages are waiting to be rendered.
 * @param {import("node:http").ServerResponse} response
 */
function answerLiveness(response) {
  const headers = { ...OWN_HEADERS, "Content-Type": "application/json" };
  response.writeHead(200, headers).end(JSON.stringify({ ok: true }));
}

/** Requests that Node cannot parse, such as those with too long headers or addresses. */
const UNREADABLE = /** @type {Record<string, number>} */ ({
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
});

/**
 * @param {Error & { code?: string }} error
 * @param {import("node:stream").Duplex} socket
 */
function refuseUnreadable(error, socket) {
  if (!socket.writable || error.code === "ECONNRESET") return void socket.destroy(error);
  const status = UNREADABLE[error.code ?? ""] ?? 400;
  const body = bodyOf(status);
  const headers = {
    ...OWN_HEADERS,
    "Content-Type": "application/json",
    "Content-Length": Buffer.byteLength(body),
    Connection: "close",
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join("\r\n")}\r\n\r\n${body}`);
}

const inTurn = turns();

const emit = /** @type {(event: string, ...args: unknown[]) => boolean} */ (Server.prototype.emit);

/**
 * Begins a request: with its route's handler, or else with the framework.
 * @param {Server} server
 * @param {import("node:http").IncomingMessage} request
 * @param {import("node:http").ServerResponse} response
 */
function begin(server, request, response) {
  const found = directHandlerFor(request);
  if (!found) return void Reflect.apply(emit, server, ["request", request, response]);
  // A handler reports its own errors; what is left concerns this connection alone.
  answerDirectly(request, response, found).catch(() => response.destroy());
}

/**
 * @this {Server}
 * @param {string} event
 * @param {any[]} args
 */
Server.prototype.emit = function guarded(event, ...args) {
  if (event === "clientError") {
    refuseUnreadable(args[0], args[1]);
    return true;
  }
  if (event !== "request") return Reflect.apply(emit, this, [event, ...args]);
  const [request, response] =
    /** @type {[import("node:http").IncomingMessage, import("node:http").ServerResponse]} */ (
      /** @type {unknown} */ (args)
    );
  for (const [name, value] of Object.entries(HEADERS)) response.setHeader(name, value);
  if (isTurkPage(request.url?.split("?")[0] ?? "")) response.removeHeader("X-Frame-Options");
  // A worker's policy comes from its own file: build files leave it to the page that loads them.
  if (!request.url?.startsWith("/_next/")) response.setHeader("Content-Security-Policy", POLICY);
  const status = refusalFor(request);
  if (status === null) {
    if (this.listening && isLivenessProbe(request)) answerLiveness(response);
    else inTurn(() => begin(this, request, response));
    return true;
  }
  const headers = {
    ...OWN_HEADERS,
    "Content-Type": "application/json",
    ...(status === 405 && { Allow: METHODS.join(", ") }),
    Connection: "close",
  };
  response.writeHead(status, headers).end(bodyOf(status));
  return true;
};
