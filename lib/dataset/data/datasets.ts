import "server-only";
import { z } from "zod";
import { type Refusal, refuse } from "@/lib/api/refusals";
import { type Member, memberOf, memberOfSql } from "@/lib/auth/actor";
import { audit } from "@/lib/auth/audit";
import { Counts, type DatasetView } from "@/lib/dataset/views";
import { db } from "@/lib/db";
import { Prisma } from "@/prisma/generated/client/client";

const fields = {
  id: true,
  projectId: true,
  name: true,
  source: true,
  sample: true,
  state: true,
  counts: true,
  readyAt: true,
} satisfies Prisma.DatasetSelect;

function viewOf({ counts, ...view }: Prisma.DatasetGetPayload<{ select: typeof fields }>): DatasetView {
  return { ...view, counts: Counts.parse(counts) };
}

/** The datasets of a project that are in use, or those that are archived, newest first. Null when the project is not the actor's to see. */
export async function listDatasets(
  actor: Member<"researcher">,
  projectId: string,
  state: "ready" | "archived" = "ready",
): Promise<DatasetView[] | null> {
  const project = await db.project.findFirst({
    where: { id: projectId, AND: memberOf(actor) },
    select: {
      datasets: {
        where: { state },
        orderBy: [{ readyAt: "desc" }, { id: "desc" }],
        select: fields,
      },
    },
  });
  return project?.datasets.map(viewOf) ?? null;
}

/** A dataset that is whole, or null. */
export async function findDataset(actor: Member<"researcher">, id: string): Promise<DatasetView | null> {
  if (!z.uuid().safeParse(id).success) return null;
  const found = await db.dataset.findFirst({
    where: { id, state: { not: "importing" }, project: memberOf(actor) },
    select: fields,
  });
  return found && viewOf(found);
}

/**
 * Takes a dataset out of use, or back into it: an archived one can be read and exported, but no batch can be made or
 * opened with it. Refused with the names of the batches while annotators work on it.
 */
export function archiveDataset(
  admin: Member<"admin">,
  id: string,
  archived: boolean,
): Promise<{ id: string; state: "ready" | "archived" } | Refusal | null> {
  return db.$transaction(async (tx) => {
    const [dataset] = await tx.$queryRaw<{ projectId: string; state: string; archivedAt: Date | null }[]>`
      SELECT d."projectId", d."state"::text AS "state", p."archivedAt"
      FROM "Dataset" AS d JOIN "Project" AS p ON p."id" = d."projectId"
      WHERE d."id" = ${id}::uuid AND d."state" <> 'importing' AND ${memberOfSql(admin, Prisma.sql`d."projectId"`)}
      FOR UPDATE OF d`;
    if (!dataset) return null;
    if (dataset.archivedAt) return refuse("archived");
    const state = archived ? "archived" : "ready";
    if (dataset.state === state) return { id, state };
    if (archived) {
      // Opening a batch locks it first, so whichever comes second sees what the other did.
      const batches = await tx.$queryRaw<{ id: string; name: string; state: string }[]>`
        SELECT "id", "name", "state"::text AS "state" FROM "Batch" WHERE "datasetId" = ${id}::uuid
        ORDER BY "id" FOR UPDATE`;
      const open = batches.filter((batch) => batch.state === "open" || batch.state === "paused");
      if (open.length > 0) {
        return refuse("dataset-in-use", {
          batches: open.map(({ id: batch, name }) => ({ id: batch, name })),
        });
      }
    }
    await tx.dataset.update({ where: { id }, data: { state } });
    await audit(tx, admin, {
      action: archived ? "dataset.archived" : "dataset.restored",
      projectId: dataset.projectId,
      subject: ["Dataset", id],
    });
    return { id, state } as const;
  });
}
