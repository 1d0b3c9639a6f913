import { readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { readParquet } from "@/lib/duckdb/testing/read-parquet";
import { parquet } from "./parquet-writer";
import type { Column } from "./schema";

const COLUMNS: Column[] = [
  { name: "a", type: "text" },
  { name: 'n "quoted"', type: "number" },
  { name: "c", type: "count" },
  { name: "b", type: "boolean" },
  { name: "t", type: "time" },
  { name: "v", type: "text" },
];

const rowOf = (i: number) => ({
  a: i % 3 === 0 ? null : `é 😀\n=${i}`,
  'n "quoted"': i % 5 === 0 ? null : -i / 3,
  c: i % 4 === 0 ? undefined : i,
  b: i % 7 === 0 ? null : i % 2 === 0,
  t: i % 6 === 0 ? null : new Date(1_780_000_000_000 + i).toISOString(),
  v: i % 2 ? i : "yes",
});

async function* rows(count: number) {
  for (let i = 0; i < count; i++) yield rowOf(i);
}

async function bytesOf(body: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of body) pieces.push(piece);
  return Buffer.concat(pieces);
}

test.each([0, 1, 13, 12_001])("%i rows come back as they were written, in their order", async (count) => {
  const found = await readParquet(await bytesOf(parquet(COLUMNS, rows(count))));
  expect(found.types).toEqual({
    a: "VARCHAR",
    'n "quoted"': "DOUBLE",
    c: "BIGINT",
    b: "BOOLEAN",
    t: "TIMESTAMP WITH TIME ZONE",
    v: "VARCHAR",
  });
  expect(found.rows).toEqual(
    Array.from({ length: count }, (_, i) => {
      const { c, t, v, ...row } = rowOf(i);
      return {
        ...row,
        c: c === undefined ? null : BigInt(c),
        t: t === null ? null : new Date(t),
        v: String(v),
      };
    }),
  );
  expect(found.compression).toEqual(count === 0 ? [] : ["ZSTD"]);
});

test("no file is left behind when it is not read to its end or its rows fail", async () => {
  const before = foldersLeft();
  const given = parquet(COLUMNS, rows(3));
  await given.next();
  await given.return(undefined);
  async function* broken() {
    yield rowOf(1);
    throw new Error("the connection broke");
  }
  await expect(bytesOf(parquet(COLUMNS, broken()))).rejects.toThrow("the connection broke");
  expect(foldersLeft()).toEqual(before);
});

const foldersLeft = () =>
  [tmpdir(), path.resolve(".data")]
    .flatMap((folder) => {
      try {
        return readdirSync(folder);
      } catch {
        return [];
      }
    })
    .filter((name) => name.startsWith(`countersign-duckdb-${process.pid}-`));
