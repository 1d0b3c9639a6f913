// Answers the requests that every annotator makes all day (claim, read, save, submit) before the framework, whose own work
// on a request takes several times theirs. The routes announce their handlers (lib/api/announce-direct.ts) when the framework
// loads them; until then, and for every request that is in some way unusual, the framework answers, with the same handler.
import { promisify } from "node:util";
import { gzip } from "node:zlib";

/** Larger bodies go through the framework, so that little is held in memory for callers not yet known. */
const LARGEST_BODY = 256 * 1024;

/** Smaller responses are not compressed: they fit a packet. */
const SMALLEST_COMPRESSED = 1024;

const ADDRESS = /^(\/api\/v1\/[a-z]+\/)([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})((?:\/[a-z]+)?)$/;

const compress = promisify(gzip);

/**
 * @typedef {import("node:http").IncomingMessage} Incoming
 * @typedef {(request: Request, context: { params: Promise<{ id: string }> }) => Promise<Response>} Handler
 * @typedef {{ handler: Handler, id: string }} Found
 */

const shared = /** @type {{ countersignDirect?: Map<string, Handler> }} */ (globalThis);

/**
 * The announced handler of a request, with the id in its path; null if the framework has to answer.
 * @param {Pick<Incoming, "method" | "url" | "headers">} request
 * @param {Map<string, Handler> | undefined} [handlers] by method and address
 * @returns {Found | null}
 */
export function directHandlerFor({ method = "", url = "", headers }, handlers = shared.countersignDirect) {
  const [, before, id, after] = (handlers && ADDRESS.exec(url)) || [];
  const handler = id && handlers?.get(`${method} ${before}[id]${after}`);
  if (!handler || !id) return null;
  const length = headers["content-length"];
  // A body in chunks has no length.
  if (headers["transfer-encoding"] !== undefined || (method !== "GET" && length === undefined)) return null;
  return Number(length ?? 0) <= LARGEST_BODY ? { handler, id } : null;
}

/**
 * Answers a request with its handler.
 * @param {Incoming} incoming
 * @param {import("node:http").ServerResponse} outgoing
 * @param {Found} found
 */
export async function answerDirectly(incoming, outgoing, { handler, id }) {
  const gone = new AbortController();
  outgoing.once("close", () => outgoing.writableFinished || gone.abort());
  const body = await bodyOf(incoming);
  // The client has disconnected while sending.
  if (body === null) return;
  const answer = await handler(requestOf(incoming, body, gone.signal), { params: Promise.resolve({ id }) });
  await send(incoming, outgoing, answer);
}

/**
 * @param {Incoming} incoming
 * @returns {Promise<Buffer | null>} null if it broke off
 */
function bodyOf(incoming) {
  return new Promise((resolve) => {
    /** @type {Buffer[]} */
    const parts = [];
    incoming.on("data", (part) => parts.push(part));
    incoming.on("end", () => resolve(Buffer.concat(parts)));
    incoming.on("close", () => resolve(null));
    incoming.on("error", () => {}); // "close" follows
  });
}

/**
 * @param {Incoming} incoming
 * @param {Buffer} body
 * @param {AbortSignal} signal aborted when the client disconnects
 */
function requestOf({ method = "GET", url, headers: sent, socket }, body, signal) {
  const headers = new Headers();
  for (const [name, value] of Object.entries(sent))
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(", ") : value);
  // The id of a request is ours, as in `proxy.ts`.
  headers.delete("x-request-id");
  // Like the framework: without a proxy in front, the client is the connection's other end.
  if (sent["x-forwarded-for"] === undefined && socket.remoteAddress)
    headers.set("x-forwarded-for", socket.remoteAddress);
  return new Request(`http://localhost${url}`, {
    method,
    headers,
    signal,
    ...(method !== "GET" && { body: new Uint8Array(body) }),
  });
}

/**
 * @param {Incoming} incoming
 * @param {import("node:http").ServerResponse} outgoing
 * @param {Response} answer
 */
async function send(incoming, outgoing, answer) {
  const body = Buffer.from(await answer.arrayBuffer());
  for (const [name, value] of answer.headers) outgoing.setHeader(name, value);
  outgoing.setHeader("Vary", "Accept-Encoding");
  outgoing.statusCode = answer.status;
  const accepted = String(incoming.headers["accept-encoding"] ?? "");
  const isCompressed = body.length >= SMALLEST_COMPRESSED && /\bgzip\b(?!\s*;\s*q=0)/.test(accepted);
  if (isCompressed) outgoing.setHeader("Content-Encoding", "gzip");
  const bytes = isCompressed ? await compress(body) : body;
  if (answer.status !== 204) outgoing.setHeader("Content-Length", bytes.length);
  outgoing.end(bytes);
}
