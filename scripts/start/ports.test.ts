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

test("the address of another machine cannot be listened on", async () => {
  expect(await portState(8080, "192.0.2.1")).toBe("unknown-address");
});
