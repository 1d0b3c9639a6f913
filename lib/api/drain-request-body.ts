import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";

/** The most bytes of an unread body that are drained before its connection is cut, and the longest time. */
const LIMITS = { bytes: 2 ** 30, ms: 30_000 };

/**
 * Drains the rest of a request's body after its response. A handler that refuses an upload after its first
 * block leaves the rest in the connection, where the next request of a browser or proxy would wait until it
 * times out. Beyond the limits the connection is cut. Call once per process, for all its servers; returns a
 * function that stops it.
 */
export function drainUnreadBodies(limits = LIMITS): () => void {
  const look = (message: unknown) => {
    const { request, socket } = message as { request: IncomingMessage; socket: Socket };
    if (!request.readableEnded && !request.destroyed) drain(request, socket, limits);
  };
  subscribe("http.server.response.finish", look);
  return () => unsubscribe("http.server.response.finish", look);
}

function drain(request: IncomingMessage, socket: Socket, { bytes, ms }: typeof LIMITS): void {
  const most = socket.bytesRead + bytes;
  const cut = () => socket.destroy();
  const patience = setTimeout(cut, ms).unref();
  request.once("close", () => clearTimeout(patience));
  // The handler has responded and reads no more: while its listener exists, no data flows.
  request.removeAllListeners("readable");
  request.on("error", () => {}); // The client has disconnected, which is fine.
  request.on("data", () => {
    if (socket.bytesRead > most) cut();
  });
  request.resume();
}
