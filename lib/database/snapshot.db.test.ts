import { expect, test } from "vitest";
import { pool } from "@/lib/database/db";
import { fromSnapshot } from "@/lib/database/snapshot";

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
  // Reading on reports the error.
  await expect(rows.next()).rejects.toThrow();
  expect(pool.totalCount - pool.idleCount).toBe(0);
});

test("copied rows arrive whole, however long they are, and the connection can be asked on", async () => {
  const lengths = [0, 1, 100, 65_530, 65_536, 1_000_000, 3];
  const found: number[] = [];
  const rows = fromSnapshot(async function* (snapshot) {
    const some = `SELECT repeat('ü', n) FROM unnest(ARRAY[${lengths}]) WITH ORDINALITY AS each (n, place) ORDER BY place`;
    await snapshot.copy(some, [], 1, ({ bytes, start, length }) => {
      const from = start[0] as number;
      const text = bytes.toString("utf8", from, from + (length[0] as number));
      expect(text).toMatch(/^ü*$/);
      found.push(text.length);
    });
    yield* await snapshot.rows<{ n: number }>("SELECT 7 AS n", []);
  });
  expect((await rows.next()).value).toEqual({ n: 7 });
  await rows.return(undefined);
  expect(found).toEqual(lengths);
});

test("a copy that fails on the way says so, and so does one whose reader fails", async () => {
  const places = "SELECT 1 / (5000 - n) FROM generate_series(1, 9000) AS n";
  const failing = fromSnapshot(async function* (snapshot) {
    await snapshot.copy(places, [], 1, () => {});
    yield null;
  });
  await expect(failing.next()).rejects.toThrow("division by zero");
  const read = fromSnapshot(async function* (snapshot) {
    const all = snapshot.copy("SELECT n FROM generate_series(1, 9000) AS n", [], 1, ({ view, start }) => {
      if (view.getInt32(start[0] as number) === 4000) throw new Error("no more");
    });
    await expect(all).rejects.toThrow("no more");
    yield* await snapshot.rows<{ n: number }>("SELECT 7 AS n", []);
  });
  expect((await read.next()).value).toEqual({ n: 7 });
  await read.return(undefined);
});

test("a copy whose connection is lost fails, and holds no place among the connections", async () => {
  const lost = fromSnapshot(async function* (snapshot) {
    const [{ pid } = { pid: 0 }] = await snapshot.rows<{ pid: number }>("SELECT pg_backend_pid() AS pid", []);
    let rows = 0;
    await snapshot.copy("SELECT repeat('x', 2000) FROM generate_series(1, 2000000)", [], 1, () => {
      if (++rows === 100) pool.query("SELECT pg_terminate_backend($1)", [pid]);
    });
    yield rows;
  });
  await expect(lost.next()).rejects.toThrow();
  await expect.poll(() => pool.totalCount - pool.idleCount).toBe(0);
});
