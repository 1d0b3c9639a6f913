import { spawn } from "node:child_process";
import { once } from "node:events";
import pg from "pg";
import { afterEach, expect, test } from "vitest";
import { forgetEndedSessionsJob } from "@/lib/auth/schema/jobs";
import { db } from "@/lib/database/db";
import { enqueue } from "@/lib/queue/enqueue";

afterEach(() => db.$executeRaw`DELETE FROM graphile_worker._private_jobs`);

/** The worker as started by `npm start`, on this test's database. */
async function startWorker() {
  const args = ["--conditions=react-server", "--import", "tsx", "lib/worker/main.ts"];
  const worker = spawn(process.execPath, args, {
    env: process.env,
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  const ended = once(worker, "exit");
  await once(worker, "message");
  return {
    end: async (signal: NodeJS.Signals) => {
      worker.kill(signal);
      await ended;
    },
  };
}

const jobs = () =>
  db.$queryRaw<{ held: boolean }[]>`
    SELECT locked_by IS NOT NULL AS held FROM graphile_worker.jobs WHERE task_identifier = 'forget-what-is-over'`;

test("jobs of a killed worker are taken over within seconds, and those of a running worker are not", async () => {
  const blocker = new pg.Client({ connectionString: process.env.TEST_OWNER_URL });
  blocker.on("error", () => {}); // A failing test takes its database along.
  await blocker.connect();
  // The job waits for this lock in the middle of its work.
  await blocker.query(
    'BEGIN; LOCK TABLE "OneTimeLink", "Session", "RateLimit", "Invitation" IN ACCESS EXCLUSIVE MODE',
  );
  const first = await startWorker();
  await db.$transaction((tx) => enqueue(tx, forgetEndedSessionsJob, {}));
  await expect.poll(jobs, { timeout: 20_000 }).toEqual([{ held: true }]);
  const second = await startWorker();
  try {
    const looks = () => db.worker.findMany({ select: { seenAt: true } });
    const before = await looks();
    await expect
      .poll(async () => (await looks()).every(({ seenAt }) => before.every((row) => seenAt > row.seenAt)), {
        timeout: 30_000,
      })
      .toBe(true);
    expect(await jobs()).toEqual([{ held: true }]);

    await first.end("SIGKILL");
    await blocker.query("ROLLBACK");
    const killed = performance.now();
    await expect.poll(jobs, { timeout: 30_000 }).toEqual([]);
    expect(performance.now() - killed).toBeLessThan(20_000);
    expect(await db.worker.count()).toBe(1);
  } finally {
    await second.end("SIGTERM");
    await blocker.end();
  }
  // Time for two workers to start, one after the other, on any machine.
}, 180_000);
