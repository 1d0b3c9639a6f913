import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { afterEach, beforeAll, expect, test } from "vitest";
import { drainUnreadBodies } from "./drain-request-body";

const LIMITS = { bytes: 20_000_000, ms: 2_000 };
beforeAll(() => drainUnreadBodies(LIMITS));

const cleanups: (() => void)[] = [];
afterEach(() => {
  for (const cleanup of cleanups.splice(0)) cleanup();
});

/** One connection to a server, on which a browser or proxy sends several requests. */
async function connectTo(answer: RequestListener) {
  const server = createServer({ keepAliveTimeout: 60_000 }, answer).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const socket = connect(port, "127.0.0.1").setEncoding("latin1");
  socket.on("error", () => {}); // Data still being written when the server cuts the connection.
  cleanups.push(() => {
    socket.destroy();
    server.close();
  });
  let received: Socket | undefined;
  server.once("connection", (one) => {
    received = one;
  });
  let text = "";
  socket.on("data", (chunk) => {
    text += chunk;
  });
  return {
    closed: new Promise((resolve) => socket.once("close", resolve)),
    post(announced: number, sent = announced) {
      socket.write(`POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${announced}\r\n\r\n`);
      socket.write(Buffer.alloc(sent));
    },
    get: () => socket.write("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"),
    /** Bytes that the server has read from the connection. */
    bytesRead: () => received?.bytesRead ?? 0,
    /** The statuses of the responses so far. */
    answers: () => [...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => Number(status)),
  };
}

/** Reads one block as a route does, through the web Request, and responds without reading on. */
const refuseAfterOneBlock: RequestListener = async (incoming, response) => {
  if (incoming.method === "GET") return void response.end();
  const body = incoming as unknown as BodyInit;
  const seen = new Request("http://localhost/", { method: "POST", body, duplex: "half" } as RequestInit);
  await seen.body?.getReader().read();
  response.statusCode = 422;
  response.end();
};

test.each([
  ["a few bytes", 2_000],
  ["several megabytes", 8_000_000],
])("after a refused upload of %s its connection answers the next request", async (_, bytes) => {
  const { post, get, answers } = await connectTo(refuseAfterOneBlock);
  post(bytes);
  await expect.poll(answers).toEqual([422]);
  get();
  await expect.poll(answers).toEqual([422, 200]);
});

test("a body that the handler did not read is drained too", async () => {
  const { post, get, answers } = await connectTo((_, response) => response.end());
  post(8_000_000);
  await expect.poll(answers).toEqual([200]);
  get();
  await expect.poll(answers).toEqual([200, 200]);
});

test("a sender that never ends is disconnected after a timeout", async () => {
  const { post, answers, closed } = await connectTo(refuseAfterOneBlock);
  post(4_000, 2_000);
  await expect.poll(answers).toEqual([422]);
  await closed;
});

test("a sender of too large a body is disconnected before all of it is read", async () => {
  const { post, answers, closed, bytesRead } = await connectTo(refuseAfterOneBlock);
  post(LIMITS.bytes * 4);
  await closed;
  expect(answers()).toEqual([422]);
  expect(bytesRead()).toBeLessThan(LIMITS.bytes * 2);
});
