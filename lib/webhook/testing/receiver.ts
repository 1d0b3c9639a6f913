import { createHmac, timingSafeEqual } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";

/** A request to the receiver. */
export interface ReceivedDelivery {
  /** From 1. */
  n: number;
  path: string;
  headers: IncomingMessage["headers"];
  body: string;
}

/** The receiver's response to one message. */
export type ReceiverBehaviour =
  | { status: number; body?: string; after?: Promise<void> }
  | { redirect: string }
  | { stall: true }
  | { cut: true };

export interface Receiver {
  /** One of its addresses. */
  url: string;
  received: ReceivedDelivery[];
  close: () => Promise<void>;
}

/** A webhook receiver on localhost with programmed responses. */
export async function openReceiver(
  origin: string,
  behave: (one: ReceivedDelivery) => ReceiverBehaviour,
): Promise<Receiver> {
  const received: ReceivedDelivery[] = [];
  const server = createServer((request, response) => {
    let body = "";
    request.setEncoding("utf8");
    request.on("data", (chunk: string) => {
      body += chunk;
    });
    request.on("end", () => {
      const one = { n: received.length + 1, path: request.url ?? "", headers: request.headers, body };
      received.push(one);
      const how = behave(one);
      if ("stall" in how) return;
      if ("cut" in how) response.socket?.destroy();
      else if ("redirect" in how) response.writeHead(307, { location: how.redirect }).end();
      else void Promise.resolve(how.after).then(() => response.writeHead(how.status).end(how.body));
    });
  });
  await new Promise<void>((resolve) => server.listen(Number(new URL(origin).port), "127.0.0.1", resolve));
  return {
    url: `${origin}/hook?key=of-the-receiver`,
    received,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Verifies a message's signature as the API documentation describes. */
export function isSigned(secret: string, { headers, body }: ReceivedDelivery): boolean {
  const signed = `${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${body}`;
  const key = Buffer.from(secret.replace("whsec_", ""), "base64");
  const ours = createHmac("sha256", key).update(signed).digest();
  return String(headers["webhook-signature"])
    .split(" ")
    .some((one) => {
      const theirs = Buffer.from(one.replace(/^v1,/, ""), "base64");
      return theirs.length === ours.length && timingSafeEqual(theirs, ours);
    });
}
