import "server-only";
import type { Member } from "@/lib/auth/actor";
import { studyRecords } from "@/lib/dataset/data/records";
import { findScope, type StudyId } from "@/lib/dataset/data/scope";
import { fromSnapshot } from "@/lib/dataset/data/snapshot";
import { StudyDataReader } from "@/lib/report/rules/study-data";
import type { StudyData } from "@/lib/report/schema";

/**
 * What a report is made from: an imported study with the judgements it came with, or a batch with its own over
 * its part of the dataset. Read through the records an export writes, so that a page, an export and the command
 * line count the same things. Null when the study is not there or not the actor's to see.
 */
export async function loadStudy(actor: Member<"researcher">, id: StudyId): Promise<StudyData | null> {
  const scope = await findScope(actor, id);
  if (!scope) return null;
  const reader = new StudyDataReader();
  const records = fromSnapshot((snapshot) => studyRecords(snapshot, scope, { texts: false }));
  for await (const record of records) reader.add(record);
  return reader.finish();
}
