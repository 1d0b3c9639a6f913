import type { StudyRecord } from "@/lib/dataset/schema";

/** Made on a check, which tells of the rater, or on a planted error, which tells of nothing else: it counts in no table. */
export function isSetAside(record: StudyRecord): boolean {
  if (record.type !== "judgement" && record.type !== "decision") return false;
  return record.metadata?.check === true || record.metadata?.planted === true;
}
