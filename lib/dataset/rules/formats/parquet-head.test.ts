import { expect, test } from "vitest";
import { writeParquet } from "@/lib/duckdb/testing/write-parquet";
import { detect } from "./detect";
import { beginningOf } from "./file-head";

const QUERY = `SELECT i AS id, 'Why is ' || i || ' odd?' AS question, CASE WHEN i % 2 = 0 THEN ['a', 'b'] END AS topic,
  {'source': 'web', 'page': CASE WHEN i > 3 THEN i END} AS meta, 9007199254740993 AS big, 1.5::DECIMAL(6, 2) AS price,
  'nan'::DOUBLE AS none, TIMESTAMPTZ '2026-05-29 06:22:10.5+00' AS at, '\\xC3\\xA9'::BLOB AS picture, i % 3 = 0 AS fizz
  FROM range(1, ROWS) AS t (i)`;

test.each(["snappy", "zstd", "gzip", "brotli", "lz4_raw", "uncompressed"])(
  "the first rows of a Parquet file are shown as they will be read, compressed by %s",
  async (codec) => {
    const bytes = await writeParquet(QUERY.replace("ROWS", "1000"), `COMPRESSION ${codec}`);
    const { head, whole } = await beginningOf(new Blob([new Uint8Array(bytes)]), "rows.parquet");
    const lines = new TextDecoder().decode(head).trimEnd().split("\n");
    expect(lines).toHaveLength(51);
    expect(whole).toBe(false);
    expect(JSON.parse(lines[3] ?? "")).toEqual({
      id: 4,
      question: "Why is 4 odd?",
      topic: ["a", "b"],
      meta: { source: "web", page: 4 },
      big: "9007199254740993",
      price: 1.5,
      at: "2026-05-29T06:22:10.500Z",
      picture: "(2 bytes)",
      fizz: false,
    });
    expect(JSON.parse(lines[0] ?? "")).not.toHaveProperty("topic");
  },
);

test("a Parquet file is read as a table, with columns guessed from their names", async () => {
  const bytes = await writeParquet(QUERY.replace("ROWS", "3"));
  const found = await detect(await beginningOf(new Blob([new Uint8Array(bytes)]), "rows.parquet"));
  expect(found).toMatchObject({
    shape: "table",
    syntax: { kind: "jsonl" },
    mapping: { id: "id", instruction: "question", tags: "topic" },
    problems: [],
  });
  expect(found?.rows).toHaveLength(2);
});

test("a damaged file shows its beginning as it is", async () => {
  const bytes = await writeParquet(QUERY.replace("ROWS", "3"));
  const { head, whole } = await beginningOf(
    new Blob([new Uint8Array(bytes.subarray(0, -9))]),
    "rows.parquet",
  );
  expect(Buffer.from(head.subarray(0, 4)).toString()).toBe("PAR1");
  expect(whole).toBe(false);
});
