import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { fromSnapshot } from "@/lib/database/snapshot";
import { openEngine } from "@/lib/duckdb/engine";
import { copyRows } from "./copy-rows";

const TEXT = 'Step 1,\r\nfirst\nthen, second\nand "third", too';
const ROWS = 300_000;

test("texts of a large study are copied whatever line breaks they have, from the first one on", async () => {
  const engine = await openEngine();
  const scope = { projectId: randomUUID(), datasetId: randomUUID(), batchId: null };
  try {
    const texts = `SELECT n, E'Step 1,\\r\\nfirst\\nthen, second\\nand "third", too' FROM generate_series(1, ${ROWS}) AS n
      WHERE $1::uuid IS NOT NULL AND $2::uuid IS NULL`;
    const columns = { n: "INTEGER", words: "VARCHAR" };
    const into = (rows: string) => `CREATE TABLE words AS SELECT * FROM ${rows}`;
    for await (const _ of fromSnapshot(async function* (snapshot) {
      await copyRows(engine, snapshot, scope, texts, columns, into);
      yield true;
    }));
    const found = await engine.connection.runAndReadAll(
      "SELECT count(*)::int, min(words), max(words) FROM words",
    );
    expect(found.getRows()).toEqual([[ROWS, TEXT, TEXT]]);
  } finally {
    await engine.close();
  }
});
