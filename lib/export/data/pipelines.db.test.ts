import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { readSheet } from "read-excel-file/node";
import { expect, test } from "vitest";
import { db } from "@/lib/database/db";
import { importStudyFile } from "@/lib/dataset/import/upload";
import { readParquet } from "@/lib/duckdb/testing/read-parquet";
import { openExport, whyNotExported } from "@/lib/export/data/exports";
import { RATING_COLUMNS } from "@/lib/export/rules/ratings";
import { croissantProblems } from "@/lib/export/testing/croissant-problems";
import { bodyText, bytesOf } from "@/lib/export/testing/read";
import { unzip } from "@/lib/formats/unzip";
import { findReport } from "@/lib/report/data/find-report";
import { computeReport } from "@/lib/report/testing/compute-report";
import { makeMember } from "@/testing/builders/people";

const file = readFileSync(new URL("../../../public/example.study.jsonl", import.meta.url));

async function makeStudy() {
  const researcher = await makeMember("researcher");
  const done = await importStudyFile(researcher.projectId, [file], { fileName: "f" });
  if (!("datasetId" in done)) throw new Error(done.failure);
  return { ...researcher, study: done.datasetId };
}

test("a dataset for Hugging Face has a card, Parquet files, and Croissant metadata that describe them", async () => {
  const { actor, study } = await makeStudy();
  const options = { licence: "CC-BY-4.0" } as Parameters<typeof openExport>[3];
  const files = unzip(await bytesOf((await openExport(actor, study, "huggingface", options))?.body));
  const card = files.get("README.md")?.toString() ?? "";
  expect(card).toMatch(
    /^---\npretty_name: "Two answers about the sky"\nlicense: other\nlicense_name: "CC-BY-4.0"\n/,
  );
  const croissant = JSON.parse(files.get("croissant.json")?.toString() ?? "{}");
  expect(croissantProblems(croissant)).toEqual([]);
  expect(croissant).toMatchObject({ name: "Two answers about the sky", license: "CC-BY-4.0" });
  expect(croissant.distribution).toHaveLength(4);
  for (const one of croissant.distribution) {
    const bytes = files.get(one.contentUrl) ?? Buffer.alloc(0);
    expect(one).toMatchObject({
      "@type": "cr:FileObject",
      "@id": one.contentUrl,
      encodingFormat: "application/x-parquet",
      contentSize: `${bytes.length} B`,
      sha256: createHash("sha256").update(bytes).digest("hex"),
    });
    expect(card).toContain(`path: "${one.contentUrl}"`);
    const set = croissant.recordSet.find(({ field }: { field: { source: { fileObject: object } }[] }) =>
      JSON.stringify(field[0]?.source.fileObject).includes(one["@id"]),
    );
    const fields = set.field as { "@id": string; name: string; source: { extract: { column: string } } }[];
    expect(new Set(fields.map((field) => field["@id"])).size).toBe(fields.length);
    expect(Object.keys((await readParquet(bytes)).types)).toEqual(
      fields.map(({ source }) => source.extract.column),
    );
  }
  expect((await readParquet(files.get("data/ratings.parquet") ?? Buffer.alloc(0))).texts).toHaveLength(5);
  expect((await readParquet(files.get("data/responses.parquet") ?? Buffer.alloc(0))).texts).toHaveLength(2);
  const without = unzip(await bytesOf((await openExport(actor, study, "huggingface"))?.body));
  expect(without.get("README.md")?.toString()).toContain("No licence was stated");
  // Nobody but its owner can state it.
  expect(croissantProblems(JSON.parse(without.get("croissant.json")?.toString() ?? "{}"))).toEqual([
    "dataset: https://schema.org/license is missing",
  ]);
});

test("judgements of responses are events of OpenTelemetry, one OTLP request in a line", async () => {
  const { actor, study } = await makeStudy();
  const rows = (await bodyText((await openExport(actor, study, "jsonl"))?.body))
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  const text = await bodyText((await openExport(actor, study, "otel"))?.body);
  const records = text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line).resourceLogs[0].scopeLogs[0].logRecords[0]);
  const judged = rows.filter(
    (row) =>
      row.response_id !== null && row.item_id && row.final_value !== null && !row.response_id.startsWith("["),
  );
  expect(judged.length).toBeGreaterThan(0);
  expect(records).toHaveLength(judged.length);
  for (const [n, { eventName, timeUnixNano, attributes }] of records.entries()) {
    const given = Object.fromEntries(
      attributes.map(({ key, value }: { key: string; value: object }) => [key, Object.values(value)[0]]),
    );
    const row = judged[n];
    expect(eventName).toBe("gen_ai.evaluation.result");
    expect(timeUnixNano).toMatch(/^\d{19}$/);
    expect(given).toMatchObject({
      "gen_ai.evaluation.name": row.item_id,
      "gen_ai.response.id": row.response_id,
      "countersign.rater": row.rater,
    });
    const isNumber = row.final_value !== "" && Number.isFinite(Number(row.final_value));
    expect(isNumber ? given["gen_ai.evaluation.score.value"] : given["gen_ai.evaluation.score.label"]).toBe(
      isNumber ? Number(row.final_value) : row.final_value,
    );
  }
});

test("a workbook has the ratings, the items and the tables of the report", async () => {
  const { actor, study } = await makeStudy();
  await findReport(actor, { dataset: study });
  for (const { id } of await db.report.findMany({ where: { datasetId: study } })) await computeReport(id);
  const bytes = await bytesOf((await openExport(actor, study, "xlsx"))?.body);
  const ratings = await readSheet(bytes, "ratings", { trim: false });
  expect(ratings[0]).toEqual([...RATING_COLUMNS]);
  expect(ratings).toHaveLength(6);
  expect((await readSheet(bytes, "items"))[0]).toContain("scale");
  expect((await readSheet(bytes, "agreement"))[0]).toContain("undefined");
  expect(await readSheet(bytes, "about")).toContainEqual(["study", "Two answers about the sky"]);
  expect(await whyNotExported(actor, study, "xlsx")).toBeNull();
  expect(await whyNotExported(actor, study, "xlsx", 4)).toEqual({ refused: "workbook-too-large" });
  const outsider = await makeMember("researcher");
  expect(await whyNotExported(outsider.actor, study, "xlsx", 4)).toBeNull();
  expect(await openExport(outsider.actor, study, "xlsx")).toBeNull();
});
