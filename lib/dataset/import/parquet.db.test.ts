import { readdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { db } from "@/lib/database/db";
import { fromSnapshot } from "@/lib/database/snapshot";
import { studyRecords } from "@/lib/dataset/data/records";
import { exportRecord } from "@/lib/dataset/rules/records";
import { parquetOf, writeParquet } from "@/lib/duckdb/testing/write-parquet";
import { makeProject } from "@/testing/builders/projects";
import { importStudyFile } from "./upload";

async function take(bytes: Buffer, options: { leaveOut?: boolean } = {}) {
  const project = await makeProject();
  const done = await importStudyFile(project.id, [bytes], { fileName: "rows.parquet", ...options });
  const problems = await db.importError.findMany({
    where: { importId: done.importId },
    orderBy: { n: "asc" },
  });
  const found = problems.map(({ line, path: place, reason }) => [line, place, reason]);
  return { ...done, projectId: project.id, problems: found };
}

/** Temporary folders of the process that were not there before: reports of other tests keep theirs. */
const foldersLeft = () => folders().filter((name) => !before.has(name));

const folders = () =>
  [tmpdir(), path.resolve(".data")]
    .flatMap((folder) => {
      try {
        return readdirSync(folder);
      } catch {
        return [];
      }
    })
    .filter((name) => name.startsWith(`countersign-duckdb-${process.pid}-`));
const before = new Set(folders());

test("a table of tasks is imported like the same table in JSONL, and what does not fit is named by its row", async () => {
  const query = (text: string) =>
    `SELECT 'q' || i AS id, ${text} AS question, 'answer ' || i AS response_gpt, ['x', 'y'] AS tags, i AS lot
     FROM range(1, 4) AS t (i)`;
  const done = await take(await writeParquet(query("'Why ' || i || '?'")));
  if (!("datasetId" in done)) return expect.fail(JSON.stringify(done));
  const tasks = await db.task.findMany({
    where: { datasetId: done.datasetId },
    orderBy: { position: "asc" },
    include: { responses: true },
  });
  expect(
    tasks.map(({ key, instruction, tags, metadata, responses }) => [
      key,
      instruction,
      tags,
      metadata,
      responses[0]?.text,
    ]),
  ).toEqual([1, 2, 3].map((i) => [`q${i}`, `Why ${i}?`, ["x", "y"], { lot: i }, `answer ${i}`]));
  const unfit = await writeParquet(query("CASE WHEN i <> 2 THEN 'Why?' END"));
  expect(await take(unfit)).toMatchObject({
    failure: expect.any(String),
    problems: [[2, "question", expect.any(String)]],
  });
  const without = await take(unfit, { leaveOut: true });
  expect("datasetId" in without && (await db.task.count({ where: { datasetId: without.datasetId } }))).toBe(
    2,
  );
  expect(foldersLeft()).toEqual([]);
});

test("a study file as Parquet is the study it was", async () => {
  const file = readFileSync(new URL("../../../public/example.study.jsonl", import.meta.url), "utf8");
  const records = file
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  const exported = async (bytes: Buffer) => {
    const done = await take(bytes);
    if (!("datasetId" in done)) return expect.fail(JSON.stringify(done));
    const scope = { projectId: done.projectId, datasetId: done.datasetId, batchId: null };
    const lines: string[] = [];
    for await (const record of fromSnapshot((snapshot) => studyRecords(snapshot, scope)))
      lines.push(exportRecord(record));
    return lines.sort();
  };
  expect(await exported(await parquetOf(records))).toEqual(await exported(Buffer.from(file)));
});

test("files that are damaged, too long or hostile end with their reason, and leave nothing behind", async () => {
  const good = await writeParquet("SELECT 'Why?' AS question FROM range(100)");
  const torn = Buffer.concat([good.subarray(0, 40), good.subarray(60)]);
  const noise = Buffer.from(good);
  noise.fill(0xff, 8, good.length - 8);
  for (const bytes of [torn, noise, Buffer.from("PAR1"), good.subarray(0, good.length - 1)]) {
    const { problems } = await take(bytes);
    expect(problems).toEqual([
      [0, "", expect.stringMatching(/^the Parquet file cannot be read: it is damaged/)],
    ]);
    expect(JSON.stringify(problems)).not.toContain("countersign-duckdb");
  }
  // A few kilobytes that unfold to two million rows.
  const { problems } = await take(
    await writeParquet("SELECT 'Why?' AS question FROM range(2000000)", "COMPRESSION zstd"),
  );
  expect(problems).toEqual([
    [0, "", "the Parquet file cannot be read: it has 2,000,000 rows; a file may have 500,000"],
  ]);
  const long = await take(await writeParquet("SELECT repeat('x', 2000000) AS question"));
  expect(long.problems).toEqual([[1, "", expect.stringContaining("1 MB")]]);
  expect(foldersLeft()).toEqual([]);
});
