import "server-only";
import type { Tx } from "@/lib/database/db";

/**
 * Says that a dataset holds more drafts than it did: what lists count of it is counted anew, and reports on it and on
 * every batch of it that was opened are out of date. Part of the transaction in which whoever drafts comes to a stop.
 */
export async function datasetGrew(tx: Tx, datasetId: string): Promise<void> {
  await tx.$executeRaw`
    UPDATE "Dataset" AS d SET "dataVersion" = d."dataVersion" + 1, "counts" = d."counts" || jsonb_build_object(
      'rubrics', (SELECT count(*) FROM "Rubric" WHERE "datasetId" = d."id"),
      'items', (SELECT count(*) FROM "Item" JOIN "Rubric" AS r ON r."id" = "rubricId" WHERE r."datasetId" = d."id"),
      'drafts', (SELECT count(*) FROM "Draft" WHERE "datasetId" = d."id"))
    WHERE "id" = ${datasetId}::uuid`;
  await tx.batch.updateMany({
    where: { datasetId, state: { not: "draft" } },
    data: { dataVersion: { increment: 1 } },
  });
}
