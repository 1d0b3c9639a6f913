import { expect, test } from "vitest";
import { fromSnapshot } from "@/lib/dataset/data/snapshot";
import { pool } from "@/lib/db";

test("whoever stops reading holds a place among the connections no longer than the database lets them", async () => {
  const rows = fromSnapshot(async function* (snapshot) {
    yield* await snapshot.rows<{ pid: number }>("SELECT pg_backend_pid() AS pid", []);
    yield* snapshot.stream<{ pid: number }>("SELECT 1 AS pid FROM generate_series(1, 5000)", []);
  });
  const { value } = await rows.next();
  expect(pool.totalCount - pool.idleCount).toBe(1);
  // What idle_in_transaction_session_timeout does after a minute.
  await pool.query("SELECT pg_terminate_backend($1)", [value?.pid]);
  await expect.poll(() => pool.totalCount - pool.idleCount).toBe(0);
  // And once they read on, they are told.
  await expect(rows.next()).rejects.toThrow();
  expect(pool.totalCount - pool.idleCount).toBe(0);
});
