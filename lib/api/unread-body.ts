import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";

/** How much of a body is read for nobody before its connection is cut, and for how long. */
const LIMITS = { bytes: 2 ** 30, ms: 30_000 };

/**
 * Reads away what is left of a request's body once its answer is out. A handler that refuses an upload after its first
 * block leaves the rest in the connection, where the next request of a browser or a proxy would wait behind it until the
 * connection times out. What does not end within the limits has its connection cut. Once per process, for every server
 * that runs in it; returns how to stop.
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
  // Whoever was reading has answered and reads no more: as long as it listens, nothing flows.
  request.removeAllListeners("readable");
  request.on("error", () => {}); // the sender has gone, which is as well
  request.on("data", () => {
    if (socket.bytesRead > most) cut();
  });
  request.resume();
}
