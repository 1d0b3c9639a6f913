import { existsSync, mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import packageJson from "@/package.json" with { type: "json" };
import { type Engine, engineVersion, openEngine } from "./engine";

let engine: Engine;
beforeAll(async () => {
  engine = await openEngine();
});
afterAll(() => engine.close());

const outside = path.join(mkdtempSync(path.join(tmpdir(), "countersign-outside-")), "secret.csv");
writeFileSync(outside, "a\n1\n");

test.each([
  ["a file", `SELECT * FROM read_csv('${outside}')`],
  ["a file as text", `SELECT * FROM read_text('${outside}')`],
  ["names of files", `SELECT * FROM glob('${path.dirname(outside)}/*')`],
  ["the way out of its folder", "SELECT * FROM read_text('FOLDER/../*')"],
  ["a file it writes", `COPY (SELECT 1) TO '${outside}.out'`],
  ["another database", `ATTACH '${outside}.db'`],
  ["an address", "SELECT * FROM read_csv('http://127.0.0.1:1/x.csv')"],
  ["an extension", "INSTALL httpfs"],
  ["an extension that is there", "LOAD httpfs"],
  ["more memory", "SET memory_limit = '64GB'"],
  ["the way back", "SET enable_external_access = true"],
])("a statement cannot reach %s", async (_, sql) => {
  await expect(engine.connection.run(sql.replace("FOLDER", engine.folder))).rejects.toThrow(
    /disabled (by|through) configuration|configuration has been locked|Missing Extension/,
  );
});

test("data beyond the memory limit go to a temporary folder, which is removed with the engine", async () => {
  const small = await openEngine({ memoryMb: 32, diskMb: 1024, threads: 1 });
  const { connection, folder } = small;
  await connection.run("CREATE TABLE t AS SELECT md5(i::VARCHAR) AS word FROM range(2000000) AS r (i)");
  const spilled = await connection.runAndReadAll(
    "SELECT sum(size)::INTEGER > 1000000 FROM duckdb_temporary_files()",
  );
  expect(spilled.getRows()).toEqual([[true]]);
  await small.close();
  expect(existsSync(folder)).toBe(false);
});

test("a full temporary folder ends a statement with its reason, and the engine goes on", async () => {
  const small = await openEngine({ memoryMb: 32, diskMb: 4, threads: 1 });
  try {
    const full = small.connection.run(
      "CREATE TABLE t AS SELECT md5(i::VARCHAR) AS word FROM range(2000000) AS r (i)",
    );
    await expect(full).rejects.toThrow(/Out of Memory/);
    expect((await small.connection.runAndReadAll("SELECT 1")).getRows()).toEqual([[1]]);
  } finally {
    await small.close();
  }
});

test("the folder of a process that was killed is removed by the next", async () => {
  const parent = path.dirname(engine.folder);
  // No process has this id: the largest that Linux gives is 2^22.
  const abandoned = path.join(parent, "countersign-duckdb-9999999-killed");
  mkdirSync(abandoned, { recursive: true });
  await (await openEngine()).close();
  expect(existsSync(abandoned)).toBe(false);
  expect(existsSync(engine.folder)).toBe(true);
});

test("the version is the pinned one", async () => {
  expect(packageJson.dependencies["@duckdb/node-api"]).toMatch(`${await engineVersion()}-r.`);
});
