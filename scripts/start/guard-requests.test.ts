import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { fileURLToPath } from "node:url";
import { afterEach, expect, test } from "vitest";

const guardRequests = new URL("guard-requests.mjs", import.meta.url).href;
const CROWD = 100;

/**
 * Counts the requests that it begins, and says how many that were when the liveness probe had its answer. Each takes enough
 * work, so that the system delivers the probe's request long before all of them could have been begun.
 */
const SERVER = `
import { subscribe } from "node:diagnostics_channel";
import { createServer } from "node:http";
let begun = 0;
subscribe("http.server.response.finish", ({ request }) => {
  if (request.url === "/api/v1/health/live") process.send({ begun });
});
const server = createServer((_, response) => {
  begun += 1;
  const until = performance.now() + 100;
  while (performance.now() < until);
  response.end();
});
server.listen(0, "127.0.0.1", () => process.send({ port: server.address().port }));
`;

const ends: (() => void)[] = [];

afterEach(() => {
  for (const end of ends.splice(0)) end();
});

async function open(port: number): Promise<Socket> {
  const socket = connect(port, "127.0.0.1");
  ends.push(() => socket.destroy());
  await once(socket, "connect");
  return socket.resume();
}

const asking = (path: string) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`;

async function guarded(): Promise<{ server: ChildProcess; port: number }> {
  const args = ["--import", guardRequests, "--input-type=module", "--eval", SERVER];
  const server = spawn(process.execPath, args, {
    cwd: fileURLToPath(new URL("../..", import.meta.url)),
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  ends.push(() => server.kill("SIGKILL"));
  const [{ port }] = await once(server, "message");
  return { server, port };
}

test("the page of a HIT alone may be framed", async () => {
  const { port } = await guarded();
  const frameOptions = async (path: string) =>
    (await fetch(`http://127.0.0.1:${port}${path}`)).headers.get("x-frame-options");
  expect(await frameOptions("/join/a-token/mturk")).toBeNull();
  expect(await frameOptions("/join/a-token/mturk?hitId=H1")).toBeNull();
  for (const path of ["/", "/join/a-token", "/join/a?/mturk", "/join/a/b/mturk", "/mturk"])
    expect(await frameOptions(path), path).toBe("DENY");
});

test("the liveness probe is answered before all requests of a crowd have begun", async () => {
  const { server, port } = await guarded();
  const crowd: Socket[] = [];
  for (let n = 0; n < CROWD; n++) crowd.push(await open(port));
  // Every request is there when it goes on: the crowd's on open connections, the probe's on a new one.
  server.kill("SIGSTOP");
  for (const socket of crowd) socket.write(asking("/"));
  (await open(port)).write(asking("/api/v1/health/live"));
  server.kill("SIGCONT");
  const [{ begun }] = await once(server, "message");
  expect(begun).toBeLessThan(CROWD);
});
