import { afterEach, expect, test } from "vitest";
import { z } from "zod";
import { db } from "@/lib/database/db";
import { enqueue } from "@/lib/queue/enqueue";
import { job } from "@/lib/queue/job";

afterEach(() => db.$executeRaw`DELETE FROM graphile_worker._private_jobs`);

const count = job("count", z.object({ words: z.string().array().optional() }));

function jobs() {
  return db.$queryRaw`
    SELECT identifier, payload FROM graphile_worker._private_jobs JOIN graphile_worker._private_tasks t ON t.id = task_id`;
}

test("a job exists once its transaction is committed", async () => {
  await db.$transaction((tx) => enqueue(tx, count, { words: ["α", "'; --"] }));
  expect(await jobs()).toEqual([{ identifier: "count", payload: { words: ["α", "'; --"] } }]);
});

test("a failed transaction leaves no job", async () => {
  const failing = db.$transaction(async (tx) => {
    await enqueue(tx, count, {});
    throw new Error("the change was refused");
  });
  await expect(failing).rejects.toThrow("the change was refused");
  expect(await jobs()).toEqual([]);
});
