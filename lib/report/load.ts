import "server-only";
import { type StudyScope, studyRecords } from "@/lib/dataset/data/records";
import { fromSnapshot } from "@/lib/dataset/data/snapshot";
import { type LoadedColumns, loadColumns } from "@/lib/report/columns";
import { StudyDataReader } from "@/lib/report/rules/study-data";
import type { StudyData } from "@/lib/report/schema";

/** What a report is made from, and of which moment and version it is. */
export interface LoadedStudy {
  study: StudyData;
  /** Batch.dataVersion, or Dataset.dataVersion of an imported study. */
  dataVersion: number;
  dataAt: Date;
}

/**
 * What a report is made from: an imported study with the judgements it came with, or a batch with its own over
 * its part of the dataset. Read through the records an export writes, so that a page, an export and the command
 * line count the same things. `first` is given the study in columns, of the same moment, before the rest is read.
 * The caller answers for the right to read it.
 */
export async function loadStudy(
  scope: StudyScope,
  first?: (found: LoadedColumns, of: Pick<LoadedStudy, "dataVersion" | "dataAt">) => Promise<void>,
): Promise<LoadedStudy> {
  const reader = new StudyDataReader();
  let dataVersion = 0;
  let dataAt = new Date();
  const records = fromSnapshot(async function* (snapshot) {
    dataAt = snapshot.at;
    const [study] = await snapshot.rows<{ dataVersion: number }>(
      `SELECT "dataVersion" FROM "${scope.batchId ? "Batch" : "Dataset"}" WHERE "id" = $1`,
      [scope.batchId ?? scope.datasetId],
    );
    dataVersion = study?.dataVersion ?? 0;
    const columns = first && (await loadColumns(snapshot, scope));
    if (columns) await first(columns, { dataVersion, dataAt });
    yield* studyRecords(snapshot, scope, { texts: "own" });
  });
  for await (const record of records) reader.add(record);
  return { study: reader.finish(), dataVersion, dataAt };
}
