import "server-only";
import { z } from "zod";
import { type Member, memberOf } from "@/lib/auth/actor";
import { db } from "@/lib/database/db";
import type { StudyScope } from "@/lib/dataset/data/records";

/** What a study is read from: a dataset as it was imported, or a batch. */
export type StudyId = { dataset: string } | { batch: string };

/** Where to read the study, or null when there is none of that id that is whole and the actor's to see. */
export async function findScope(actor: Member<"researcher">, id: StudyId): Promise<StudyScope | null> {
  if ("dataset" in id) {
    if (!z.uuid().safeParse(id.dataset).success) return null;
    const dataset = await db.dataset.findFirst({
      where: { id: id.dataset, state: { not: "importing" }, project: memberOf(actor) },
      select: { id: true, projectId: true },
    });
    return dataset && { projectId: dataset.projectId, datasetId: dataset.id, batchId: null };
  }
  if (!z.uuid().safeParse(id.batch).success) return null;
  const batch = await db.batch.findFirst({
    where: { id: id.batch, project: memberOf(actor) },
    select: { id: true, projectId: true, datasetId: true },
  });
  return batch && { projectId: batch.projectId, datasetId: batch.datasetId, batchId: batch.id };
}
