import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, test } from "vitest";
import { forgetEndedSessionsJob } from "@/lib/auth/schema/jobs";
import { db } from "@/lib/database/db";
import { enqueue } from "@/lib/queue/enqueue";

/** The worker as started by `npm start`, on this test's database. */
async function startWorker() {
  const args = ["--conditions=react-server", "--import", "tsx", "lib/worker/main.ts"];
  const worker = spawn(process.execPath, args, {
    env: process.env,
    stdio: ["ignore", "inherit", "pipe", "ipc"],
  });
  let complaints = "";
  worker.stderr?.on("data", (chunk) => {
    complaints += chunk;
  });
  const [greeting] = await Promise.race([
    once(worker, "message"),
    once(worker, "exit").then(() => [complaints]),
  ]);
  expect(greeting).toBe("ready");
  return { worker, ended: once(worker, "exit") };
}

function waitingJobs() {
  return db.$queryRaw<{ n: number }[]>`SELECT count(*)::int AS n FROM graphile_worker._private_jobs`;
}

test("the worker runs enqueued jobs, and ends on a signal", async () => {
  await db.$transaction((tx) => enqueue(tx, forgetEndedSessionsJob, {}));
  const { worker, ended } = await startWorker();
  await expect.poll(waitingJobs, { timeout: 20_000 }).toEqual([{ n: 0 }]);

  worker.kill("SIGTERM");
  expect(await ended).toEqual([0, null]);
});

test("the worker ends when its parent process has ended", async () => {
  const { worker, ended } = await startWorker();
  worker.disconnect();
  expect(await ended).toEqual([0, null]);
});
