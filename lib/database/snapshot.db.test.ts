import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { pool } from "@/lib/database/db";
import { fromSnapshot } from "@/lib/database/snapshot";

test("a client that stops reading holds its connection only until the database's timeout", async () => {
  const rows = fromSnapshot(async function* (snapshot) {
    yield* await snapshot.rows<{ pid: number }>("SELECT pg_backend_pid() AS pid", []);
    yield* snapshot.stream<{ pid: number }>("SELECT 1 AS pid FROM generate_series(1, 5000)", []);
  });
  const { value } = await rows.next();
  expect(pool.totalCount - pool.idleCount).toBe(1);
  // The effect of idle_in_transaction_session_timeout after a minute.
  await pool.query("SELECT pg_terminate_backend($1)", [value?.pid]);
  await expect.poll(() => pool.totalCount - pool.idleCount).toBe(0);
  // Reading on reports the error.
  await expect(rows.next()).rejects.toThrow();
  expect(pool.totalCount - pool.idleCount).toBe(0);
});

/** A file that does not exist yet, in a folder that is removed after the test. */
async function newFile(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), "countersign-copied-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  return path.join(folder, "rows.csv");
}

test("copied rows arrive whole at any length, and the connection can be used afterwards", async () => {
  const lengths = [0, 1, 100, 65_530, 65_536, 1_000_000, 3];
  const file = await newFile();
  const rows = fromSnapshot(async function* (snapshot) {
    const some = `SELECT n, repeat('ü', n) FROM unnest(ARRAY[${lengths}]) WITH ORDINALITY AS each (n, place) ORDER BY place`;
    await snapshot.copyToFile(some, [], file);
    yield* await snapshot.rows<{ n: number }>("SELECT 7 AS n", []);
  });
  expect((await rows.next()).value).toEqual({ n: 7 });
  await rows.return(undefined);
  // Without a value there are no quotes: an empty text has them.
  const lines = lengths.map((n) => `${n},${n === 0 ? '""' : "ü".repeat(n)}\n`);
  expect(await readFile(file, "utf8")).toBe(lines.join(""));
});

test("a copy that fails midway or cannot write throws", async () => {
  const file = await newFile();
  const failing = fromSnapshot(async function* (snapshot) {
    await snapshot.copyToFile("SELECT 1 / (5000 - n) FROM generate_series(1, 9000) AS n", [], file);
    yield null;
  });
  await expect(failing.next()).rejects.toThrow("division by zero");
  const read = fromSnapshot(async function* (snapshot) {
    const again = snapshot.copyToFile("SELECT n FROM generate_series(1, 9000) AS n", [], file);
    await expect(again).rejects.toThrow("EEXIST");
    yield* await snapshot.rows<{ n: number }>("SELECT 7 AS n", []);
  });
  expect((await read.next()).value).toEqual({ n: 7 });
  await read.return(undefined);
});

test("rows in binary format arrive in pieces, and a reader that fails leaves the connection", async () => {
  const read = fromSnapshot(async function* (snapshot) {
    const pieces = snapshot.pieces(
      "SELECT n FROM generate_series(1, 9000) AS n",
      [],
      1,
      ({ view, start }) => {
        const n = view.getInt32(start[0] as number);
        if (n === 4000) throw new Error("no more");
        return n;
      },
    );
    const all = async () => {
      let last = 0;
      for await (const n of pieces) {
        expect(n).toBe(last + 1);
        last = n;
      }
    };
    await expect(all()).rejects.toThrow("no more");
    yield* await snapshot.rows<{ n: number }>("SELECT 7 AS n", []);
  });
  expect((await read.next()).value).toEqual({ n: 7 });
  await read.return(undefined);
});

test("a copy whose connection is lost fails, and holds no place among the connections", async () => {
  const file = await newFile();
  const lost = fromSnapshot(async function* (snapshot) {
    const [{ pid } = { pid: 0 }] = await snapshot.rows<{ pid: number }>("SELECT pg_backend_pid() AS pid", []);
    const copied = snapshot.copyToFile("SELECT repeat('x', 2000) FROM generate_series(1, 2000000)", [], file);
    await Promise.all([copied, pool.query("SELECT pg_terminate_backend($1)", [pid])]);
    yield null;
  });
  await expect(lost.next()).rejects.toThrow();
  await expect.poll(() => pool.totalCount - pool.idleCount).toBe(0);
});
