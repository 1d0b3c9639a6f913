import { afterEach, expect, test } from "vitest";
import { db, type Tx } from "@/lib/database/db";
import { enqueue } from "@/lib/queue/enqueue";

afterEach(() => db.$executeRaw`DELETE FROM graphile_worker._private_jobs`);

/** `enqueue` knows the names of our tasks only; what it does to the queue is the same for any name. */
const anyName = enqueue as unknown as (tx: Tx, name: string, payload: unknown) => Promise<void>;

function jobs() {
  return db.$queryRaw`
    SELECT identifier, payload FROM graphile_worker._private_jobs JOIN graphile_worker._private_tasks t ON t.id = task_id`;
}

test("a job exists once its transaction is committed", async () => {
  await db.$transaction((tx) => anyName(tx, "count", { words: ["α", "'; --"] }));
  expect(await jobs()).toEqual([{ identifier: "count", payload: { words: ["α", "'; --"] } }]);
});

test("no job is left of a transaction that failed", async () => {
  const failing = db.$transaction(async (tx) => {
    await anyName(tx, "count", {});
    throw new Error("the change was refused");
  });
  await expect(failing).rejects.toThrow("the change was refused");
  expect(await jobs()).toEqual([]);
});
