import { expect, test, vi } from "vitest";
import { copyInPieces } from "@/lib/dataset/data/copy";
import { fromSnapshot, type Snapshot } from "@/lib/dataset/data/snapshot";
import { pool } from "@/lib/db";

const NUMBERS = `SELECT n::int, repeat('x', 1000) FROM generate_series(1, 20000) AS n`;
const numberOf = ({ bytes, start }: { bytes: Buffer; start: Int32Array }) => bytes.readInt32BE(start[0]);

async function all<T>(pieces: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const piece of pieces) found.push(piece);
  return found;
}

const read = (of: (snapshot: Snapshot) => AsyncGenerator<number>) => fromSnapshot(of);

/** Until it has more to send than is taken. */
async function databaseWaits() {
  const { rows } = await pool.query(
    `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'ClientWrite'`,
  );
  expect(rows).toHaveLength(1);
}

test("rows are handed on in order, however slowly they are asked for, and no further ahead than a little", async () => {
  let made = 0;
  const numbers = read((snapshot) =>
    snapshot.pieces(NUMBERS, [], 2, (row) => {
      made = numberOf(row);
      return made;
    }),
  );
  const found: number[] = [];
  for await (const number of numbers) {
    found.push(number);
    if (number === 100) {
      await vi.waitFor(databaseWaits);
      // What the driver had taken off the line already is made; the rest waits where it is.
      expect(made).toBeLessThan(20_000);
    }
  }
  expect(found).toEqual(Array.from({ length: 20_000 }, (_, at) => at + 1));
});

test("whoever stops early, or cannot use a row, leaves the pool as it was", async () => {
  for await (const number of read((snapshot) => snapshot.pieces(NUMBERS, [], 2, numberOf))) {
    if (number === 5) break;
  }
  const failing = read((snapshot) =>
    snapshot.pieces(NUMBERS, [], 2, (row) => {
      if (numberOf(row) === 7) throw new Error("seven");
      return numberOf(row);
    }),
  );
  await expect(all(failing)).rejects.toThrow("seven");
  const wrong = read((snapshot) => snapshot.pieces("SELECT 1 / 0", [], 1, numberOf));
  await expect(all(wrong)).rejects.toThrow("division by zero");
  const { rows } = await pool.query("SELECT 1 AS one");
  expect(rows).toEqual([{ one: 1 }]);
  expect(pool.totalCount).toBe(pool.idleCount);
});

test("nobody waits for a reader who has gone", async () => {
  const client = await pool.connect();
  client.on("error", () => {});
  const ended = new Promise((resolve) => client.once("end", resolve));
  const pieces = copyInPieces(client, NUMBERS, 2, numberOf, 50);
  await pieces.next();
  await ended;
  await expect(all(pieces)).rejects.toThrow(/terminated/);
  client.release(true);
});
