import "server-only";
import type { Tx } from "@/lib/database/db";
import { datasetGrewJob } from "@/lib/dataset/schema/jobs";
import { enqueue } from "@/lib/queue/enqueue";
import { Prisma } from "@/prisma/generated/client/client";

/**
 * Records that a dataset has more tasks, responses or drafts: its counts are updated, and reports on it and its opened batches
 * are outdated; batches that take new records by themselves are looked at. Runs in the transaction of the addition. A caller
 * that added tasks, responses and drafts alone says how many, so that they need not be counted.
 */
export async function datasetGrew(
  tx: Tx,
  datasetId: string,
  added?: { tasks: number; responses: number; drafts: number },
): Promise<void> {
  const more = added && { ...added, rubrics: 0, items: 0 };
  const counted = (name: keyof NonNullable<typeof more>, count: Prisma.Sql) =>
    Prisma.sql`${name}::text, coalesce((d."counts"->>${name}::text)::int + ${more?.[name] ?? null}::int, (${count})::int)`;
  await tx.$executeRaw`
    UPDATE "Dataset" AS d SET "dataVersion" = d."dataVersion" + 1, "counts" = d."counts" || jsonb_build_object(
      ${counted("tasks", Prisma.sql`SELECT count(*) FROM "Task" WHERE "datasetId" = d."id"`)},
      ${counted("responses", Prisma.sql`SELECT count(*) FROM "Response" WHERE "datasetId" = d."id"`)},
      ${counted("rubrics", Prisma.sql`SELECT count(*) FROM "Rubric" WHERE "datasetId" = d."id"`)},
      ${counted(
        "items",
        Prisma.sql`SELECT count(*) FROM "Item" JOIN "Rubric" AS r ON r."id" = "rubricId"
        WHERE r."datasetId" = d."id"`,
      )},
      ${counted("drafts", Prisma.sql`SELECT count(*) FROM "Draft" WHERE "datasetId" = d."id"`)})
    WHERE "id" = ${datasetId}::uuid`;
  await outdateBatches(tx, datasetId);
  await enqueue(tx, datasetGrewJob, {}, { key: datasetGrewJob.name });
}

/** Records that reports on a dataset and its opened batches are outdated, though no record was added to it. */
export async function outdateReports(tx: Tx, datasetId: string): Promise<void> {
  await tx.dataset.update({ where: { id: datasetId }, data: { dataVersion: { increment: 1 } } });
  await outdateBatches(tx, datasetId);
}

async function outdateBatches(tx: Tx, datasetId: string): Promise<void> {
  await tx.batch.updateMany({
    where: { datasetId, state: { not: "draft" } },
    data: { dataVersion: { increment: 1 } },
  });
}
