import "server-only";
import type { Tx } from "@/lib/database/db";
import { datasetGrewJob } from "@/lib/dataset/schema/jobs";
import { enqueue } from "@/lib/queue/enqueue";

/**
 * Records that a dataset has more tasks, responses or drafts: its counts are updated, and reports on it and its opened batches
 * are outdated; batches that take new records by themselves are looked at. Runs in the transaction of the addition.
 */
export async function datasetGrew(tx: Tx, datasetId: string): Promise<void> {
  await tx.$executeRaw`
    UPDATE "Dataset" AS d SET "dataVersion" = d."dataVersion" + 1, "counts" = d."counts" || jsonb_build_object(
      'tasks', (SELECT count(*) FROM "Task" WHERE "datasetId" = d."id"),
      'responses', (SELECT count(*) FROM "Response" WHERE "datasetId" = d."id"),
      'rubrics', (SELECT count(*) FROM "Rubric" WHERE "datasetId" = d."id"),
      'items', (SELECT count(*) FROM "Item" JOIN "Rubric" AS r ON r."id" = "rubricId" WHERE r."datasetId" = d."id"),
      'drafts', (SELECT count(*) FROM "Draft" WHERE "datasetId" = d."id"))
    WHERE "id" = ${datasetId}::uuid`;
  await tx.batch.updateMany({
    where: { datasetId, state: { not: "draft" } },
    data: { dataVersion: { increment: 1 } },
  });
  await enqueue(tx, datasetGrewJob, {}, { key: datasetGrewJob.name });
}
