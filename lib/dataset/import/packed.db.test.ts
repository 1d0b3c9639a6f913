import { zipSync } from "fflate";
import { expect, test } from "vitest";
import writeXlsxFile, { type SheetData } from "write-excel-file/node";
import { db } from "@/lib/database/db";
import { detect } from "@/lib/dataset/rules/formats/detect";
import { beginningOf } from "@/lib/dataset/rules/formats/file-head";
import { CELL_LIMIT } from "@/lib/dataset/rules/formats/workbook-rows";
import type { JsonObject } from "@/lib/formats/json-value";
import { makeProject } from "@/testing/builders/projects";
import { importStudyFile } from "./upload";

async function take(bytes: Uint8Array, fileName: string) {
  const project = await makeProject();
  const done = await importStudyFile(project.id, [bytes], { fileName });
  const errors = await db.importError.findMany({ where: { importId: done.importId }, orderBy: { n: "asc" } });
  return { ...done, reasons: errors.map(({ reason }) => reason) };
}

const workbook = (data: SheetData) => writeXlsxFile([{ data }]).toBuffer();
const encoded = (value: JsonObject) => new TextEncoder().encode(JSON.stringify(value));

/** An archive whose directory gives its last file this size, and which is large enough itself for that to be possible. */
function declaring(size: number, files: Record<string, Uint8Array>): Uint8Array {
  const [[first, content] = ["", encoded({})], ...others] = Object.entries(files);
  const ballast: [Uint8Array, { level: 0 }] = [new Uint8Array(4 * 2 ** 20), { level: 0 }];
  const bytes = Buffer.from(zipSync({ [first]: content, ballast, ...Object.fromEntries(others) }));
  bytes.writeUInt32LE(size, bytes.lastIndexOf(Buffer.from("PK\x01\x02", "latin1")) + 24);
  return bytes;
}

test("a workbook is a table with typed cells, seen alike in the browser and by the import", async () => {
  const bytes = await workbook([
    ["id", "question", "answer", "lot", "live", "day"],
    [
      "q1",
      "=1+1 is?",
      " Two. ",
      3,
      true,
      { value: new Date("2025-02-03"), type: Date, format: "yyyy-mm-dd" },
    ],
    [null, null, null, null, null, null],
    ["q2", "Why\nso?", "So.", 1.5, false, null],
  ]);
  const found = await detect(await beginningOf(new Blob([new Uint8Array(bytes)]), "table.xlsx"));
  expect(found).toMatchObject({
    shape: "table",
    columns: ["id", "question", "answer", "lot", "live", "day"],
  });
  const done = await take(bytes, "table.xlsx");
  if (!("datasetId" in done)) return expect.fail(JSON.stringify(done));
  const tasks = await db.task.findMany({
    where: { datasetId: done.datasetId },
    orderBy: { position: "asc" },
    include: { responses: true },
  });
  expect(
    tasks.map(({ key, instruction, metadata, responses }) => [
      key,
      instruction,
      metadata,
      responses[0]?.text,
    ]),
  ).toEqual([
    ["q1", "=1+1 is?", { lot: 3, live: true, day: "2025-02-03" }, " Two. "],
    ["q2", "Why\nso?", { lot: 1.5, live: false }, "So."],
  ]);
});

test.each<[string, () => Promise<Uint8Array> | Uint8Array, string]>([
  [
    "a text that fills its cell",
    () =>
      workbook([
        ["id", "question"],
        ["q1", "x".repeat(CELL_LIMIT)],
      ]),
    "row 2, column “question”: the text has 32,767 characters",
  ],
  [
    "two columns of one name",
    () =>
      workbook([
        ["id", "id"],
        ["q1", "x"],
      ]),
    "“id” is the name of two columns",
  ],
  ["a cell beyond the named columns", () => workbook([["id"], ["q1", "x"]]), "row 2 has a cell in column 2"],
  [
    "another document",
    () => zipSync({ "[Content_Types].xml": encoded({}), "word/document.xml": encoded({}) }),
    "no workbook (XLSX)",
  ],
  [
    "a damaged archive",
    () => zipSync({ "xl/workbook.xml": encoded({}) }).slice(0, 60),
    "is no zip archive, or is damaged",
  ],
  [
    "a workbook that unfolds too far",
    () => declaring(600 * 2 ** 20, { "xl/workbook.xml": encoded({}), "xl/sheet.xml": encoded({}) }),
    "unpacks to more than 512 MB",
  ],
  [
    "a sample that unfolds too far",
    () => declaring(600 * 2 ** 20, { "header.json": encoded({}), "samples/1_epoch_1.json": encoded({}) }),
    "samples/1_epoch_1.json unpacks to more than 512 MB",
  ],
  [
    "a log without samples",
    () => zipSync({ "_journal/start.json": encoded({ eval: {} }) }),
    "it has no samples",
  ],
  [
    "a sample that is no JSON",
    () => zipSync({ "header.json": encoded({}), "samples/1_epoch_1.json": new TextEncoder().encode("{") }),
    "samples/1_epoch_1.json: ",
  ],
])("%s is refused with place and reason", async (_, make, reason) => {
  const { reasons } = await take(await make(), "file");
  expect(reasons).toEqual([expect.stringContaining(reason)]);
});

test("a log of Inspect is the same as an archive and as JSON", async () => {
  const run = { version: 2, status: "success", eval: { task: "sky", model: "m" } };
  const samples = [1, 2, 10].map((id) => ({
    id,
    epoch: 1,
    input: `Question ${id}?`,
    target: "So.",
    output: { model: "m", choices: [{ message: { role: "assistant", content: `Answer ${id}.` } }] },
    scores: { match: { value: id === 2 ? "I" : "C" } },
  }));
  const packed = zipSync({
    "_journal/start.json": encoded({ version: 2, eval: run.eval }),
    ...Object.fromEntries(samples.map((one) => [`samples/${one.id}_epoch_1.json`, encoded(one)])),
    "header.json": encoded(run),
  });
  for (const [bytes, name] of [
    [packed, "sky.eval"],
    [encoded({ ...run, samples }), "sky.json"],
  ] as const) {
    const found = await detect(await beginningOf(new Blob([new Uint8Array(bytes)]), name));
    expect(found).toMatchObject({ shape: "inspect", rows: [{}, {}, {}] });
    const done = await take(bytes, name);
    if (!("datasetId" in done)) return expect.fail(JSON.stringify(done));
    const drafts = await db.draft.findMany({
      where: { response: { datasetId: done.datasetId } },
      orderBy: { response: { position: "asc" } },
      select: { value: true, response: { select: { text: true } } },
    });
    expect(drafts.map(({ value, response }) => [response?.text, Number(value)])).toEqual([
      ["Answer 1.", 1],
      ["Answer 2.", 0],
      ["Answer 10.", 1],
    ]);
  }
});
