import { once } from "node:events";
import { createServer } from "node:net";
import { expect, test } from "vitest";
import { portState } from "./ports.mjs";

test("a port is taken while something listens on it", async () => {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  expect(await portState(port, "127.0.0.1")).toBe("taken");

  server.close();
  await once(server, "close");
  expect(await portState(port, "127.0.0.1")).toBe("free");
});

test("an address that is not this machine's is no place to listen", async () => {
  expect(await portState(8080, "192.0.2.1")).toBe("unknown-address");
});
