import "server-only";
import { type Member, memberOfSql } from "@/lib/auth/actor";
import { audit } from "@/lib/auth/audit";
import { db, type Tx } from "@/lib/database/db";
import { lockDataset } from "@/lib/dataset/data/lock";
import {
  datasetDeleteJob,
  datasetEmptyJob,
  projectDeleteJob,
  projectEmptyJob,
} from "@/lib/dataset/schema/jobs";
import { type Refusal, refuse } from "@/lib/http/refusals";
import { enqueue } from "@/lib/queue/enqueue";
import { Prisma } from "@/prisma/generated/client/client";

type RequestedRemoval = Promise<{ id: string } | Refusal | null>;

/**
 * Deletes a dataset with everything made on it, or empties it: then the contents of its file stay. Refused,
 * with their names, while annotators work on its batches or a run drafts on it. A deleted dataset disappears
 * at once; the worker removes the rows.
 */
export function requestDatasetRemoval(
  admin: Member<"admin">,
  id: string,
  how: "delete" | "empty",
): RequestedRemoval {
  return db.$transaction(async (tx) => {
    const dataset = await lockDataset(tx, admin, id);
    if (!dataset) return null;
    if (dataset.isProjectArchived) return refuse("archived");
    const refusal = await refusalFor(tx, Prisma.sql`"datasetId" = ${id}::uuid`);
    if (refusal) return refusal;
    const { projectId } = dataset;
    if (how === "delete") {
      await tx.dataset.update({ where: { id }, data: { state: "importing", deletedAt: new Date() } });
    } else await putAway(tx, Prisma.sql`"datasetId" = ${id}::uuid`);
    await enqueue(tx, how === "delete" ? datasetDeleteJob : datasetEmptyJob, { id });
    const action = how === "delete" ? "dataset.deleted" : "dataset.emptied";
    await audit(tx, admin, { action, projectId, subject: ["Dataset", id] });
    return { id };
  });
}

/**
 * Deletes a project with everything in it, or empties it: then its people, models, webhooks, settings and
 * releases stay. Refused, with their names, while annotators work on its batches or a run drafts.
 */
export function requestProjectRemoval(
  admin: Member<"admin">,
  id: string,
  how: "delete" | "empty",
): RequestedRemoval {
  return db.$transaction(async (tx) => {
    const [project] = await tx.$queryRaw<{ archivedAt: Date | null }[]>`
      SELECT p."archivedAt" FROM "Project" AS p
      WHERE p."id" = ${id}::uuid AND ${memberOfSql(admin, Prisma.sql`p."id"`)}
      FOR UPDATE OF p`;
    if (!project) return null;
    if (project.archivedAt && how === "empty") return refuse("archived");
    const refusal = await refusalFor(tx, Prisma.sql`"projectId" = ${id}::uuid`);
    if (refusal) return refusal;
    if (how === "delete") await tx.project.update({ where: { id }, data: { deletedAt: new Date() } });
    else {
      await tx.dataset.updateMany({
        where: { projectId: id, state: { not: "importing" } },
        data: { state: "importing", deletedAt: new Date() },
      });
      await putAway(tx, Prisma.sql`"projectId" = ${id}::uuid`);
    }
    await enqueue(tx, how === "delete" ? projectDeleteJob : projectEmptyJob, { id });
    const action = how === "delete" ? "project.deleted" : "project.emptied";
    await audit(tx, admin, { action, projectId: id, subject: ["Project", id] });
    return { id };
  });
}

/**
 * The batches and runs that prevent removal. Opening a batch locks the dataset first, so concurrent changes
 * are serialised.
 */
async function refusalFor(tx: Tx, within: Prisma.Sql): Promise<Refusal | null> {
  const batches = await tx.$queryRaw<{ id: string; name: string; state: string }[]>`
    SELECT "id", "name", "state"::text AS "state" FROM "Batch" WHERE ${within} ORDER BY "id" FOR UPDATE`;
  const open = batches.filter(({ state }) => state === "open" || state === "paused");
  if (open.length > 0)
    return refuse("dataset-in-use", { batches: open.map(({ id, name }) => ({ id, name })) });
  const runs = await tx.$queryRaw<{ id: string }[]>`
    SELECT "id" FROM "DraftRun" WHERE ${within} AND "state" IN ('running', 'paused', 'paused_budget')`;
  return runs.length > 0 ? refuse("run-under-way") : null;
}

/** Archives batches so that they cannot be opened until the worker has removed them. */
async function putAway(tx: Tx, within: Prisma.Sql): Promise<void> {
  await tx.$executeRaw`UPDATE "Batch" SET "state" = 'archived' WHERE ${within} AND "state" <> 'archived'`;
}
