import "server-only";
import { fromSnapshot } from "@/lib/database/snapshot";
import { studyRecords } from "@/lib/dataset/data/records";
import type { StudyScope } from "@/lib/dataset/data/study-scope";
import type { StudyRecord } from "@/lib/dataset/schema";

/** All records of a study. The caller must have checked access. */
export async function readStudy(scope: StudyScope): Promise<StudyRecord[]> {
  const records: StudyRecord[] = [];
  for await (const record of fromSnapshot((snapshot) => studyRecords(snapshot, scope))) records.push(record);
  return records;
}
