import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";
import { freePort } from "../postgres/cluster.mjs";

const program = fileURLToPath(new URL("web-processes.mjs", import.meta.url));
const followParent = new URL("follow-parent.mjs", import.meta.url).href;
const guardRequests = new URL("guard-requests.mjs", import.meta.url).href;
/**
 * A stand-in for Next: it loads once it listens, holds requests until then, and answers with its number and
 * whether it had been loaded when the request arrived.
 */
const SERVER = `
const { createServer } = require("node:http");
const { setTimeout: pause } = require("node:timers/promises");
let isLoaded = false;
let loading;
async function load() {
  await pause(400);
  isLoaded = true;
}
createServer(async (_, response) => {
  const arrivedLoaded = isLoaded;
  await loading;
  response.setHeader("connection", "close").end(JSON.stringify({ pid: process.pid, arrivedLoaded }));
})
  .on("listening", () => { loading = load(); })
  .listen(Number(process.argv[2]), "127.0.0.1");
`;

let folder: string;
let primary: ChildProcess;
let port: number;

beforeEach(async () => {
  answers = [];
  folder = mkdtempSync(path.join(tmpdir(), "countersign-web-"));
  writeFileSync(path.join(folder, "server.cjs"), SERVER);
  port = await freePort();
  const server = path.join(folder, "server.cjs");
  const args = [program, followParent, guardRequests, String(port), "127.0.0.1", server, String(port)];
  primary = spawn(process.execPath, args, {
    env: { ...process.env, WEB_PROCESSES: "2" },
    stdio: ["ignore", "pipe", "inherit", "ipc"],
  });
  events = [];
  const { stdout } = primary;
  if (stdout)
    createInterface({ input: stdout }).on("line", (line) => events.push(String(JSON.parse(line).event)));
});

afterEach(() => {
  primary.kill("SIGKILL");
  rmSync(folder, { recursive: true });
});

interface Answer {
  pid: number;
  arrivedLoaded: boolean;
}

/** Events logged so far. */
let events: string[];

/** Every response so far. */
let answers: Answer[];

/** The number of the answering server. */
const send = () =>
  fetch(`http://127.0.0.1:${port}/`).then(
    async (response) => {
      const answer = (await response.json()) as Answer;
      answers.push(answer);
      return answer.pid;
    },
    () => null,
  );

async function untilTwoAnswer(except: number[] = []): Promise<number[]> {
  const met = new Set<number>();
  await expect
    .poll(
      async () => {
        const pid = await send();
        if (pid !== null && !except.includes(pid)) met.add(pid);
        return met.size;
      },
      { timeout: 50_000, interval: 20 },
    )
    .toBe(2);
  return [...met];
}

const isGone = (pid: number) => {
  try {
    process.kill(pid, 0);
    return false;
  } catch {
    return true;
  }
};

test("one of two web processes is killed and restarted, while the other responds", async () => {
  const [victim = 0, other = 0] = await untilTwoAnswer();
  process.kill(victim, "SIGKILL");
  await expect.poll(() => isGone(victim)).toBe(true);
  for (let n = 0; n < 5; n++) expect(await send()).not.toBeNull();
  const now = await untilTwoAnswer([victim]);
  expect(now).toContain(other);
  expect(events).toEqual(["part-stopped", "part-running"]);
});

test("no web process gets requests before it has loaded, at the start or after a restart", async () => {
  const [victim = 0] = await untilTwoAnswer();
  process.kill(victim, "SIGKILL");
  await expect.poll(() => isGone(victim)).toBe(true);
  await untilTwoAnswer([victim]);
  expect(answers.filter(({ arrivedLoaded }) => !arrivedLoaded)).toEqual([]);
});

test.each(["SIGTERM", "disconnect"] as const)("all web processes end with their parent: %s", async (how) => {
  const pids = await untilTwoAnswer();
  const ended = once(primary, "exit");
  if (how === "disconnect") primary.disconnect();
  else primary.kill(how);
  expect(await ended).toEqual([0, null]);
  expect(pids.every(isGone)).toBe(true);
});
