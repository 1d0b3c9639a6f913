import type { StudyRecord } from "@/lib/dataset/schema";

/** True if a record was made on a check or a planted error: it counts in no table. */
export function isSetAside(record: StudyRecord): boolean {
  if (record.type !== "judgement" && record.type !== "decision") return false;
  return record.metadata?.check === true || record.metadata?.planted === true;
}
