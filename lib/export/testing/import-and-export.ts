import { db } from "@/lib/database/db";
import { importStudyFile } from "@/lib/dataset/import/upload";
import { openExport } from "@/lib/export/data/exports";
import { bytesOf } from "@/lib/export/testing/read";
import { unzip } from "@/lib/formats/unzip";
import { findReport } from "@/lib/report/data/find-report";
import { computeReport } from "@/lib/report/testing/compute-report";
import { makeMember } from "@/testing/builders/people";

/** Imports the lines of a study file, computes its report and exports its bundle. */
export async function importAndExport(lines: string[]) {
  const researcher = await makeMember("researcher");
  const imported = await importStudyFile(researcher.projectId, [Buffer.from(lines.join("\n"))], {
    fileName: "f",
  });
  if (!("datasetId" in imported)) throw new Error(imported.failure);
  const study = imported.datasetId;
  await findReport(researcher.actor, { dataset: study });
  for (const { id } of await db.report.findMany({ where: { datasetId: study } })) await computeReport(id);
  const files = unzip(await bytesOf((await openExport(researcher.actor, study, "bundle"))?.body));
  const textOf = (name: string) => files.get(name)?.toString() ?? "";
  return { ...researcher, study, files, textOf };
}
