import { readFileSync } from "node:fs";
import { parse } from "csv-parse/sync";
import { expect, test } from "vitest";
import { actAs } from "@/lib/auth/actor";
import { db } from "@/lib/database/db";
import { findScope } from "@/lib/dataset/data/scope";
import { importStudyFile } from "@/lib/dataset/import/upload";
import { exportRecord, parseRecord } from "@/lib/dataset/rules/records";
import type { StudyRecord } from "@/lib/dataset/schema";
import { readParquet } from "@/lib/duckdb/testing/read-parquet";
import { listExportable, listPastExports, openExport, readPastExports } from "@/lib/export/data/exports";
import { openTable } from "@/lib/export/data/report-tables";
import { RATING_COLUMNS } from "@/lib/export/rules/ratings";
import { EXPORT_FORMATS, type ExportFormat, type PastExport } from "@/lib/export/schema";
import { bodyText, bytesOf } from "@/lib/export/testing/read";
import { type CsvValue, csvLine, unescapeCell } from "@/lib/formats/csv";
import { computeBySteps } from "@/lib/report/computation/compute-by-steps";
import { reportOf } from "@/lib/report/computation/report-on-study";
import { findOverview, findReport } from "@/lib/report/data/find-report";
import { loadStudy } from "@/lib/report/data/load-study";
import { requestSections } from "@/lib/report/data/request-report";
import { StudyDataReader } from "@/lib/report/rules/study-data";
import { computeReport } from "@/lib/report/testing/compute-report";
import { NumberedQuery } from "@/lib/resources/schema/queries";
import { Prisma } from "@/prisma/generated/client/client";
import { makeMember, makeUser } from "@/testing/builders/people";

const file = readFileSync(new URL("../../../public/example.study.jsonl", import.meta.url));
const records = file
  .toString()
  .trimEnd()
  .split("\n")
  .map((text, at) => parseRecord(text, at + 1) as StudyRecord);

async function makeStudy(lines: string[] = records.map(exportRecord)) {
  const user = await makeUser({ name: "Canary Name-7319" });
  const researcher = await makeMember("researcher", { user });
  const done = await importStudyFile(researcher.projectId, [Buffer.from(lines.join("\n"))], {
    fileName: "f",
  });
  if (!("datasetId" in done)) throw new Error(done.failure);
  return { ...researcher, study: done.datasetId };
}

test("a study loaded from the database equals the one loaded from its file", async () => {
  const { actor, study } = await makeStudy();
  const reader = new StudyDataReader();
  for (const record of records) reader.add(record);
  const scope = await findScope(actor, { dataset: study });
  const loaded = scope && (await loadStudy(scope));
  const options = { replicates: 20, seed: 1 };
  expect(loaded && (await reportOf(loaded.study, options))).toEqual(await reportOf(reader.finish(), options));
});

test("the ratings have every judgement, in three equal formats", async () => {
  const { actor, study } = await makeStudy();
  const csv = parse(await bodyText((await openExport(actor, study, "csv"))?.body)) as string[][];
  expect(csv[0]).toEqual([...RATING_COLUMNS]);
  const jsonl = (await bodyText((await openExport(actor, study, "jsonl"))?.body)).trimEnd().split("\n");
  const rows = jsonl.map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(csv.slice(1).map((cells) => cells.map(unescapeCell))).toEqual(
    rows.map((row) => Object.values(row).map((value) => (value === null ? "" : String(value)))),
  );
  const parquet = await readParquet(await bytesOf((await openExport(actor, study, "parquet"))?.body));
  expect(parquet.texts).toEqual(csv.slice(1).map((cells) => cells.map(unescapeCell)));
  expect(parquet.types).toMatchObject({
    final_value: "VARCHAR",
    active_ms: "BIGINT",
    is_gold: "BOOLEAN",
    submitted_at: "TIMESTAMP WITH TIME ZONE",
  });
  expect(csv.length).toBe(6);
  expect(rows).toHaveLength(5);
  expect(rows[2]).toMatchObject({
    study: "Two answers about the sky",
    batch: null,
    unit: "r2/c1.1",
    item_text: "Does the answer say that air scatters blue light more than red?",
    item_origin: "llm",
    rater: "A01",
    draft_value: "no",
    final_value: "no",
    action: "accept",
    explanation: "It says the sky reflects the ocean, which is wrong.",
    is_gold: false,
  });
  expect(rows[4]).toMatchObject({ unit: "t1/c1.2/decision", final_value: "accept", action: "accept" });
});

test("the CSV written from cached bytes has every cell of the rows, also when few values repeat", async () => {
  const [many, prefers] = [2_500, 40];
  const about = (at: number) => ({
    id: `m${at}`,
    rater: `R${at}`,
    raterKind: "human",
    // Long before and after 2000, with a fraction of a millisecond, with only one timestamp, with none.
    ...(at % 4 && {
      startedAt: new Date(Date.UTC(1900 + (at % 200), 1, 1, 0, 0, at) + (at % 1000)).toISOString(),
    }),
    ...(at % 3 && { submittedAt: "2026-03-04T05:06:07.089Z" }),
    ...(at % 5 && { activeMs: 1000 + at }),
  });
  const { actor, study } = await makeStudy([
    ...records.map(exportRecord),
    ...Array.from({ length: many }, (_, at) =>
      JSON.stringify({
        type: "judgement",
        task: "t1",
        response: at % 2 ? "r1" : "r2",
        item: "clarity",
        ...about(at),
        arm: `“arm” ${at % 3}\n`,
        exposure: ["none", "draft-first", "judge-then-reveal"][at % 3],
        ...(at % 3 === 2 && { initial: at % 5 || null }),
        value: at % 11 === 0 ? null : 1 + (at % 5),
        ...(at % 6 === 0 && {
          // Longer than one chunk of the response.
          lines: [
            { action: "add", text: `${'ü,"'.repeat(at === 0 ? 60_000 : at % 400)}${at}`, reason: "=why" },
          ],
        }),
      }),
    ),
    ...Array.from({ length: prefers }, (_, at) =>
      JSON.stringify({
        type: "judgement",
        task: "t1",
        pair: at % 2 ? ["r1", "r2"] : ["r2", "r1"],
        item: "preference",
        ...about(many + at),
        value: 1 + (at % 5),
      }),
    ),
  ]);
  await db.$executeRaw`UPDATE "Judgement" SET "swapped" = "position" % 2 = 0, "idleMs" = "position" - 100
    WHERE "datasetId" = ${study}::uuid AND "target" = 'preference' AND "position" % 3 > 0`;
  await db.$executeRaw`UPDATE "Judgement" SET "startedAt" = "startedAt" + interval '789 microseconds'
    WHERE "datasetId" = ${study}::uuid`;
  const csv = await bodyText((await openExport(actor, study, "csv"))?.body);
  const jsonl = (await bodyText((await openExport(actor, study, "jsonl"))?.body)).trimEnd().split("\n");
  expect(jsonl).toHaveLength(many + prefers + 5);
  const rows = jsonl.map((line) => csvLine(Object.values(JSON.parse(line) as Record<string, CsvValue>)));
  expect(csv === [csvLine(RATING_COLUMNS), ...rows].join("")).toBe(true);
  expect(csv).toContain('"[""r2"",""r1""]"');
});

test("the ratings have the metadata of tasks and responses, up to a limit", async () => {
  const about = { task: "t1", rater: "A01", raterKind: "human" };
  const wide = Object.fromEntries(
    Array.from({ length: 60 }, (_, at) => [`f${at.toString().padStart(2, "0")}`, at]),
  );
  const { actor, study } = await makeStudy(
    [
      { type: "study", version: 1, name: "Metadata" },
      { type: "task", id: "t1", instruction: "Why?", metadata: { "difficulty, given": "=hard", year: 2024 } },
      {
        type: "response",
        id: "r1",
        task: "t1",
        text: "So.",
        metadata: { temperature: 0.7, log: "x".repeat(1_000) },
      },
      { type: "response", id: "r2", task: "t1", text: "Thus.", metadata: wide },
      { type: "response", id: "r3", task: "t1", text: "Hence." },
      { type: "judgement", id: "j1", ...about, response: "r1", item: "overall", value: 3 },
      { type: "judgement", id: "j2", ...about, response: "r2", item: "overall", value: 4 },
      { type: "judgement", id: "j3", ...about, response: "r3", item: "overall", value: 4 },
      { type: "judgement", id: "j4", ...about, pair: ["r1", "r3"], item: "preference", value: "A" },
    ].map((record) => JSON.stringify(record)),
  );
  const jsonl = (await bodyText((await openExport(actor, study, "jsonl"))?.body)).trimEnd().split("\n");
  const rows = jsonl.map((line) => JSON.parse(line) as Record<string, string | null>);
  const parsed = rows.map((row) => JSON.parse(row.response_metadata ?? "null"));
  expect(new Set(rows.map((row) => row.task_metadata))).toHaveLength(1);
  expect(JSON.parse(rows[0]?.task_metadata ?? "")).toEqual({ "difficulty, given": "=hard", year: 2024 });
  expect(parsed[0]).toEqual({ temperature: 0.7, log: `${"x".repeat(120)}…` });
  expect(Object.keys(parsed[1])).toHaveLength(41);
  expect(parsed[1]).toMatchObject({ f00: 0, f39: 39, "…": 20 });
  expect(parsed[2]).toBeNull();
  expect(parsed[3]).toEqual([parsed[0], null]);
  const csv = await bodyText((await openExport(actor, study, "csv"))?.body);
  expect(csv).toBe(
    [RATING_COLUMNS, ...rows.map((row) => Object.values(row) as CsvValue[])].map(csvLine).join(""),
  );
});

test("hostile cells are text in a spreadsheet and come back as they were", async () => {
  const hostile = ["=1+1", "+cmd|' /C calc'!A0", "@SUM(A1)", "\t=1", "a\n=1", '"=1",\r\n-2', "＝1", "'=1"];
  const extra = hostile.map((text, at) =>
    JSON.stringify({
      type: "judgement",
      id: `h${at}`,
      task: "t1",
      response: "r1",
      item: "clarity",
      rater: `${text}${at}`,
      raterKind: "human",
      arm: text,
      value: 3,
      lines: [{ action: "add", text, reason: text }],
    }),
  );
  const { actor, study } = await makeStudy([...records.map(exportRecord), ...extra]);
  const csv = parse(await bodyText((await openExport(actor, study, "csv"))?.body), {
    columns: true,
  }) as Record<string, string>[];
  const found = csv.filter((row) => row.item_id === "clarity");
  expect(found.map((row) => unescapeCell(row.arm ?? ""))).toEqual(hostile);
  for (const row of csv) {
    for (const cell of Object.values(row))
      expect(cell).not.toMatch(/(^|[\r\n])[ \u00a0\ufeff]*[=+\-@\t＝＋－＠]/);
  }
});

test("10,000 hostile rows survive as JSONL, and as CSV once unescaped", async () => {
  const texts = [
    "=1+1",
    "+1",
    "-1",
    "@a",
    "\t",
    "\r\n=",
    "＝1",
    "'",
    '"',
    ",",
    "\u202e",
    "é😀",
    "\\",
    "\u2028",
    "<b>",
  ];
  const hostile = (at: number) =>
    `${texts[at % 15]}${texts[Math.floor(at / 15) % 15]}${at}${texts[(at * 7) % 15]}`;
  const lines: object[] = [{ type: "study", version: 1, name: "=hostile" }];
  for (let t = 0; t < 100; t++) {
    lines.push({ type: "task", id: `t${t}`, instruction: "i" });
    lines.push({ type: "response", id: `r${t}`, task: `t${t}`, text: "r" });
    for (let r = 0; r < 100; r++) {
      const about = { task: `t${t}`, response: `r${t}`, item: "overall", rater: `A${r}` };
      const added = [{ action: "add", text: hostile(100 * t + r) }];
      lines.push({
        type: "judgement",
        id: `${t}-${r}`,
        raterKind: "human",
        ...about,
        value: 1,
        arm: hostile(r),
        lines: added,
      });
    }
  }
  const { actor, study } = await makeStudy(lines.map((line) => JSON.stringify(line)));
  const expected = Array.from({ length: 10_000 }, (_, at) => [hostile(at % 100), hostile(at)]);
  const jsonl = (await bodyText((await openExport(actor, study, "jsonl"))?.body)).trimEnd().split("\n");
  expect(
    jsonl.map((line) => {
      const { arm, explanation } = JSON.parse(line);
      return [arm, explanation];
    }),
  ).toEqual(expected);
  const csv = parse(await bodyText((await openExport(actor, study, "csv"))?.body), {
    columns: true,
  }) as Record<string, string>[];
  expect(csv.map((row) => [row.arm ?? "", row.explanation ?? ""].map(unescapeCell))).toEqual(expected);
});

test("researchers and admins can export, without names, and every export is on record", async () => {
  const { actor, study, projectId, email, name, pseudonym } = await makeStudy();
  const annotator = await makeMember("annotator", { project: { id: projectId } });
  const outsider = await makeMember("admin");
  for (const other of [actAs(annotator.actor, "researcher"), outsider.actor]) {
    for (const format of EXPORT_FORMATS) expect(await openExport(other, study, format)).toBeNull();
    expect(await findScope(other, { dataset: study })).toBeNull();
    expect(await listPastExports(other, projectId)).toBeNull();
    expect(await listExportable(other, projectId)).toBeNull();
  }
  expect(await db.auditLog.count({ where: { projectId, action: "export.started" } })).toBe(0);

  // The worker's part: a table is there as soon as its own section is.
  await findOverview(actor, { dataset: study });
  const [overview] = await db.report.findMany({ where: { datasetId: study } });
  if (!overview) throw new Error("no report was requested");
  await requestSections(overview.id, ["pairs"]);
  await computeBySteps(overview.id);
  expect(await openTable(actor, { of: "datasets", id: study, table: "rater-pairs" }, "csv")).toHaveProperty(
    "text",
  );
  expect(
    await db.reportSection.count({ where: { reportId: overview.id, content: { not: Prisma.DbNull } } }),
  ).toBe(1);
  await findReport(actor, { dataset: study });
  for (const { id } of await db.report.findMany({ where: { datasetId: study } })) await computeReport(id);
  const agreement = { of: "datasets", id: study, table: "agreement" } as const;
  for (const other of [actAs(annotator.actor, "researcher"), outsider.actor]) {
    expect(await openTable(other, agreement, "csv")).toBeNull();
  }
  expect(await openTable(actor, { ...agreement, table: "raters" }, "latex")).toMatchObject({
    fileName: `countersign-${study.slice(0, 8)}-raters.tex`,
    text: expect.stringContaining("\\begin{table}"),
  });
  expect(await db.auditLog.count({ where: { projectId, action: "table.exported" } })).toBe(2);

  const texts: Partial<Record<ExportFormat, string>> = {};
  for (const format of EXPORT_FORMATS)
    texts[format] = await bodyText((await openExport(actor, study, format))?.body);
  const shown = await findReport(actor, { dataset: study });
  expect(texts.agreement).toBe(`${JSON.stringify(shown?.report, null, 2)}\n`);
  for (const text of Object.values(texts)) {
    for (const secret of [email, name, pseudonym, actor.userId]) expect(text).not.toContain(secret);
  }
  // An aborted download is recorded too, without an end.
  const broken = await openExport(actor, study, "study");
  await broken?.body.next();
  await broken?.body.return(undefined);
  const past = await listPastExports(actor, projectId);
  expect(past?.map(({ format, rows, by }) => [format, rows, by])).toEqual([
    ["study", null, name],
    ["training", 0, name],
    ["preferences", 0, name],
    ["argilla", 2, name],
    ["label-studio", 2, name],
    ["agreement", 1, name],
    ["study", records.length, name],
    ["otel", 4, name],
    ["huggingface", 5, name],
    ["xlsx", 5, name],
    ["parquet", 5, name],
    ["jsonl", 5, name],
    ["csv", 5, name],
    ["bundle", 5, name],
  ]);
  // The same, oldest first, page by page.
  const paged: PastExport[] = [];
  for (let after: string | null | undefined; after !== null; ) {
    const page = await readPastExports(
      actor,
      projectId,
      NumberedQuery.parse({ limit: "4", ...(after && { after }) }),
    );
    if (!page) return expect.fail();
    paged.push(...page.items);
    after = page.next;
  }
  expect(paged).toEqual(past?.toReversed());
  expect(await readPastExports(outsider.actor, projectId, { limit: 9 })).toBeNull();
  expect(await bodyText((await openExport(actor, study, "csv"))?.body)).toBe(texts.csv);
});
