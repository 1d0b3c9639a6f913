import "server-only";
import { db, type Tx } from "@/lib/database/db";
import { decisionCount, judgementCount } from "@/lib/judgement/data/sql-fragments";
import { removeJudgements } from "@/lib/judgement/data/write";
import { Prisma } from "@/prisma/generated/client/client";

const LONG = { maxWait: 30_000, timeout: 3_600_000 };

/** Removes a deleted dataset. Repeating changes nothing. */
export function deleteDataset(id: string): Promise<void> {
  return db.$transaction(async (tx) => {
    if ((await tx.dataset.count({ where: { id, deletedAt: { not: null } } })) === 0) return;
    await removeDatasets(tx, [id]);
  }, LONG);
}

/** Resets a dataset to the contents of its file: removes batches, runs and everything made by them. */
export function emptyDataset(id: string): Promise<void> {
  return db.$transaction(async (tx) => {
    await removeWork(tx, Prisma.sql`"datasetId" = ${id}::uuid`);
    await tx.$executeRaw`
      DELETE FROM "Rubric" AS r WHERE r."datasetId" = ${id}::uuid
        AND NOT EXISTS (SELECT FROM "RubricVersion" AS v WHERE v."rubricId" = r."id")`;
    // The dataset may have been deleted meanwhile.
    await tx.dataset.updateMany({ where: { id }, data: { dataVersion: { increment: 1 } } });
    await recount(tx, id);
  }, LONG);
}

/** Removes the contents of an emptied project. */
export function emptyProject(id: string): Promise<void> {
  return db.$transaction(async (tx) => {
    const gone = await tx.dataset.findMany({
      where: { projectId: id, deletedAt: { not: null } },
      select: { id: true },
    });
    await removeDatasets(
      tx,
      gone.map((dataset) => dataset.id),
    );
  }, LONG);
}

/** Removes a deleted project with everything in it. */
export function deleteProject(id: string): Promise<void> {
  return db.$transaction(async (tx) => {
    if ((await tx.project.count({ where: { id, deletedAt: { not: null } } })) === 0) return;
    const datasets = await tx.dataset.findMany({ where: { projectId: id }, select: { id: true } });
    await removeDatasets(
      tx,
      datasets.map((dataset) => dataset.id),
    );
    // Participants of a crowd link have an account for this project only.
    const crowd = await tx.user.findMany({
      where: { email: null, memberships: { some: { projectId: id }, every: { projectId: id } } },
      select: { id: true },
    });
    await tx.membership.deleteMany({ where: { projectId: id } });
    await tx.user.deleteMany({ where: { id: { in: crowd.map((user) => user.id) } } });
    await tx.project.delete({ where: { id } });
  }, LONG);
}

/** Recomputes a dataset's counts. */
export async function recount(tx: Tx, id: string): Promise<void> {
  await tx.$executeRaw`
    UPDATE "Dataset" AS d SET "counts" = jsonb_build_object(
      'tasks', (SELECT count(*) FROM "Task" WHERE "datasetId" = d."id"),
      'responses', (SELECT count(*) FROM "Response" WHERE "datasetId" = d."id"),
      'rubrics', (SELECT count(*) FROM "Rubric" WHERE "datasetId" = d."id"),
      'items', (SELECT count(*) FROM "Item" JOIN "Rubric" AS r ON r."id" = "rubricId"
        WHERE r."datasetId" = d."id"),
      'drafts', (SELECT count(*) FROM "Draft" WHERE "datasetId" = d."id"),
      'judgements', ${Prisma.raw(judgementCount('j."datasetId" = d."id"'))},
      'decisions', ${Prisma.raw(decisionCount('l."datasetId" = d."id"'))})
    WHERE "id" = ${id}::uuid`;
}

async function removeDatasets(tx: Tx, ids: string[]): Promise<void> {
  const within = Prisma.sql`"datasetId" = ANY (${ids}::uuid[])`;
  await removeWork(tx, within);
  // Rows that refer to raters and drafts first; the rest is deleted by cascade.
  await removeJudgements(tx, within);
  await tx.$executeRaw`DELETE FROM "Draft" WHERE ${within}`;
  await tx.dataset.deleteMany({ where: { id: { in: ids } } });
}

/** Removes the batches and runs of datasets, with everything made by them. */
async function removeWork(tx: Tx, within: Prisma.Sql): Promise<void> {
  const batches = await tx.$queryRaw<{ id: string }[]>`SELECT "id" FROM "Batch" WHERE ${within}`;
  const ids = batches.map(({ id }) => id);
  await tx.$queryRaw`SELECT set_config('countersign.erasing', 'on', true)`;
  await removeJudgements(tx, Prisma.sql`"batchId" = ANY (${ids}::uuid[])`);
  await tx.$executeRaw`UPDATE "Slot" SET "assignmentId" = NULL WHERE "batchId" = ANY (${ids}::uuid[])`;
  await tx.$executeRaw`DELETE FROM "Batch" WHERE "id" = ANY (${ids}::uuid[])`;
  await tx.$queryRaw`SELECT set_config('countersign.erasing', 'off', true)`;
  await keepSharedCalls(tx, within);
  await tx.$executeRaw`
    DELETE FROM "Response" WHERE "id" IN (SELECT "responseId" FROM "GeneratedResponse" WHERE ${within})`;
  await tx.$executeRaw`DELETE FROM "DraftRun" WHERE ${within}`;
}

/** A cached answer that a run of another dataset used is moved to that run, because its drafts rest on it. */
async function keepSharedCalls(tx: Tx, within: Prisma.Sql): Promise<void> {
  await tx.$executeRaw`
    UPDATE "LlmCall" AS c SET "runId" = u."runId", "unitId" = u."id"
    FROM "DraftUnitCall" AS used JOIN "DraftUnit" AS u ON u."id" = used."unitId"
    WHERE used."callId" = c."id" AND c."runId" IN (SELECT "id" FROM "DraftRun" WHERE ${within})
      AND u."runId" NOT IN (SELECT "id" FROM "DraftRun" WHERE ${within})`;
}
