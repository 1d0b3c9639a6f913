import { isUuid } from "@/lib/formats/uuid";
import "server-only";
import { type Member, memberOf } from "@/lib/auth/actor";
import { db } from "@/lib/database/db";
import type { StudyScope } from "@/lib/dataset/data/study-scope";

/** The source of a study: an imported dataset, or a batch. */
export type StudyId = { dataset: string } | { batch: string };

/** The scope of a study, or null when there is no complete one with that id that the actor may read. */
export async function findScope(actor: Member<"researcher">, id: StudyId): Promise<StudyScope | null> {
  if ("dataset" in id) {
    if (!isUuid(id.dataset)) return null;
    const dataset = await db.dataset.findFirst({
      where: { id: id.dataset, state: { not: "importing" }, project: memberOf(actor) },
      select: { id: true, projectId: true },
    });
    return dataset && { projectId: dataset.projectId, datasetId: dataset.id, batchId: null };
  }
  if (!isUuid(id.batch)) return null;
  const batch = await db.batch.findFirst({
    where: { id: id.batch, project: memberOf(actor) },
    select: { id: true, projectId: true, datasetId: true },
  });
  return batch && { projectId: batch.projectId, datasetId: batch.datasetId, batchId: batch.id };
}
