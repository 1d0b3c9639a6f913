import { spawn } from "node:child_process";
import { afterEach, expect, test } from "vitest";
import { type Change, supervise } from "./supervise.mjs";

const SOON = { first: 20, most: 200 };
const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

/** A process that is ready at once, or ends before it is. */
function run(program = "setInterval(() => {}, 1000); process.send('ready')") {
  const child = spawn(process.execPath, ["-e", program], {
    detached: true,
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
  const ended = new Promise<string>((resolve) => {
    child.once("close", (code, signal) => resolve(signal ? `ended by ${signal}` : `exit code ${code}`));
  });
  const ready = Promise.race([
    new Promise<void>((resolve) => child.once("message", () => resolve())),
    ended.then((reason) => Promise.reject(new Error(reason))),
  ]);
  ready.catch(() => {});
  const stop = async () => {
    child.kill("SIGTERM");
    await ended;
  };
  return { pid: child.pid ?? 0, ready, ended, stop };
}

/** A supervised part, with its recorded changes. */
function watched(start: () => ReturnType<typeof run>) {
  const changes: Change[] = [];
  const part = supervise({ start, onChange: (change) => changes.push(change), backOff: SOON });
  stops.push(part.stop);
  return { ...part, changes };
}

test("a killed process is restarted, and the others keep running", async () => {
  const [one, other] = [watched(run), watched(run)];
  await Promise.all([one.ready, other.ready]);
  const [before, otherPid] = [one.pid(), other.pid()];
  process.kill(before, "SIGKILL");
  await expect
    .poll(() => one.changes.map(({ state }) => state), { timeout: 30_000 })
    .toEqual(["stopped", "running"]);
  expect(one.changes[0]).toMatchObject({ reason: "ended by SIGKILL" });
  expect(one.pid()).not.toBe(before);
  expect([other.pid(), other.changes]).toEqual([otherPid, []]);
});

test("a process that keeps ending is restarted after growing pauses, up to a limit", async () => {
  let starts = 0;
  const part = watched(() => run(++starts === 1 ? undefined : "process.exit(3)"));
  await part.ready;
  process.kill(part.pid(), "SIGKILL");
  await expect.poll(() => part.changes.length, { timeout: 60_000 }).toBeGreaterThan(5);
  const seconds = part.changes.flatMap((change) => (change.state === "stopped" ? [change.seconds] : []));
  expect(seconds.slice(0, 6)).toEqual([0.02, 0.02, 0.04, 0.08, 0.16, 0.2]);
  expect(part.changes.at(-1)).toMatchObject({ reason: "exit code 3" });
});

test("a process that never became ready is not restarted", async () => {
  const part = watched(() => run("process.exit(7)"));
  await expect(part.ready).rejects.toThrow("exit code 7");
  expect(part.changes).toEqual([]);
});

test("a stopped process is not restarted, also during a pause", async () => {
  let starts = 0;
  const part = supervise({
    start: () => {
      starts += 1;
      return run();
    },
    onChange: () => {},
    backOff: { first: 60_000, most: 60_000 },
  });
  await part.ready;
  const pid = part.pid();
  process.kill(pid, "SIGKILL");
  await expect.poll(() => part.pid()).toBe(0);
  await part.stop();
  expect(starts).toBe(1);
});
