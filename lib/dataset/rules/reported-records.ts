import type { StudyRecord } from "@/lib/dataset/schema";

/** True if a record was made on a check or a planted error: it counts in no table and is no vote. */
export function isQualityControl(record: StudyRecord): boolean {
  if (record.type !== "judgement" && record.type !== "decision") return false;
  return record.metadata?.check === true || record.metadata?.planted === true;
}

/**
 * True if no statistic of a report counts a record: it was made on a check or a planted error, or was given by a further annotator, who was asked
 * because the first ones disagreed.
 */
export function isNotReported(record: StudyRecord): boolean {
  if (record.type !== "judgement" && record.type !== "decision") return false;
  return isQualityControl(record) || record.metadata?.further === true;
}
