import { fromSnapshot } from "@/lib/database/snapshot";
import { studyRecords } from "@/lib/dataset/data/records";
import type { StudyRecord } from "@/lib/dataset/schema";

export async function recordsOf(scope: { projectId: string; datasetId: string; batchId: string | null }) {
  const records: StudyRecord[] = [];
  for await (const record of fromSnapshot((snapshot) => studyRecords(snapshot, scope))) records.push(record);
  return records;
}
