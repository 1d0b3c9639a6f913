import { expect, test } from "vitest";
import { db } from "@/lib/database/db";
import { importStudyFile } from "@/lib/dataset/import/upload";
import { openExport } from "@/lib/export/data/exports";
import { bytesOf } from "@/lib/export/testing/read";
import { unzip } from "@/lib/formats/unzip";
import { failReport } from "@/lib/report/computation/compute-step";
import { findReport } from "@/lib/report/data/find-report";
import { poisonStudy } from "@/lib/report/testing/poison";
import { Prisma } from "@/prisma/generated/client/client";
import { makeMember } from "@/testing/builders/people";

/** A study whose report could not be computed, with an optional earlier report. */
async function failed(beginning: object | null) {
  const researcher = await makeMember("researcher");
  const file = Buffer.from(poisonStudy(5));
  const done = await importStudyFile(researcher.projectId, [file], { fileName: "study.jsonl" });
  if (!("datasetId" in done)) return expect.fail(done.failure);
  await findReport(researcher.actor, { dataset: done.datasetId });
  const { id } = await db.report.findFirstOrThrow({ where: { datasetId: done.datasetId } });
  await db.report.update({ where: { id }, data: { reliability: beginning ?? Prisma.DbNull } });
  await failReport(id, "out-of-memory");
  const take = async (format: "bundle" | "agreement") =>
    bytesOf((await openExport(researcher.actor, done.datasetId, format))?.body);
  return { take, rows: file.toString().trim().split("\n").length };
}

test("a study whose report failed is exported with all its data, and a note on what is missing and why", async () => {
  const { take, rows } = await failed({ reliability: [{ scope: "all" }] });
  const files = unzip(await take("bundle"));
  const textOf = (name: string) => files.get(name)?.toString() ?? "";
  const names = [...files.keys()];
  for (const name of [
    "ratings.csv",
    "ratings.parquet",
    "units.csv",
    "items.csv",
    "drafts.jsonl",
    "manifest.json",
  ])
    expect(names).toContain(name);
  expect(textOf("ratings.csv").trim().split("\n")).toHaveLength(1 + 5);
  expect(textOf("study.jsonl").trim().split("\n")).toHaveLength(rows);
  expect(JSON.parse(textOf("reliability.json"))).toEqual({ reliability: [{ scope: "all" }] });

  const absent = /^(?:methods\.md|agreement\.json|tables\/|scripts\/(?:recompute\.py|with_krippendorff))/;
  expect(names.filter((name) => absent.test(name))).toEqual([]);
  expect(textOf("README.md")).toContain("The report needs more memory than one may take");
  expect(textOf("README.md")).not.toContain("python3 scripts/recompute.py");
  expect(JSON.parse(textOf("manifest.json"))).toMatchObject({
    study: "Poison",
    rules_version: null,
    not_computed: expect.stringContaining("more memory"),
  });
});

test("an export of agreement alone contains the reason why there is none", async () => {
  const { take } = await failed(null);
  expect(JSON.parse((await take("agreement")).toString())).toEqual({
    failure: expect.stringContaining("more memory"),
  });
});
