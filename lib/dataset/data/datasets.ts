import { isUuid } from "@/lib/formats/uuid";
import "server-only";
import { type Member, memberOf } from "@/lib/auth/actor";
import { audit } from "@/lib/auth/audit";
import { db } from "@/lib/database/db";
import { lockDataset } from "@/lib/dataset/data/lock";
import { type DatasetChange, DatasetCounts, type DatasetView } from "@/lib/dataset/schema/views";
import { type Refusal, refuse } from "@/lib/http/refusals";
import type { Prisma } from "@/prisma/generated/client/client";

const fields = {
  id: true,
  projectId: true,
  name: true,
  source: true,
  sample: true,
  state: true,
  counts: true,
  readyAt: true,
  imports: { where: { unfit: { gt: 0 } }, select: { id: true, unfit: true }, take: 1 },
} satisfies Prisma.DatasetSelect;

function viewOf({
  counts,
  imports,
  ...view
}: Prisma.DatasetGetPayload<{ select: typeof fields }>): DatasetView {
  const [{ id, unfit } = {}] = imports;
  return {
    ...view,
    counts: DatasetCounts.parse(counts),
    leftOut: id === undefined || unfit === undefined ? null : { import: id, rows: unfit },
  };
}

/**
 * The active or archived datasets of a project, newest first. Null when the actor may not read the project.
 */
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

/** A complete dataset, or null. */
export async function findDataset(actor: Member<"researcher">, id: string): Promise<DatasetView | null> {
  if (!isUuid(id)) return null;
  const found = await db.dataset.findFirst({
    where: { id, state: { not: "importing" }, project: memberOf(actor) },
    select: fields,
  });
  return found && viewOf(found);
}

/**
 * Renames, archives or restores a dataset: an archived one can be read and exported, but no batch can be
 * created or opened on it. Refused, with the names of the batches, while annotators work on it.
 */
export function changeDataset(
  admin: Member<"admin">,
  id: string,
  { archived, name }: DatasetChange,
): Promise<{ id: string; state: "ready" | "archived" } | Refusal | null> {
  return db.$transaction(async (tx) => {
    const dataset = await lockDataset(tx, admin, id);
    if (!dataset) return null;
    if (dataset.isProjectArchived) return refuse("archived");
    const was = dataset.state;
    const entry = { projectId: dataset.projectId, subject: ["Dataset", id] } as const;
    const state = archived === undefined ? was : archived ? "archived" : "ready";
    if (archived && was !== state) {
      // Opening a batch locks the dataset first, so concurrent changes are serialised.
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
    if (name !== undefined && name !== dataset.name) {
      await tx.dataset.update({ where: { id }, data: { name } });
      await audit(tx, admin, { ...entry, action: "dataset.renamed" });
    }
    if (was === state) return { id, state };
    await tx.dataset.update({ where: { id }, data: { state } });
    await audit(tx, admin, { ...entry, action: archived ? "dataset.archived" : "dataset.restored" });
    return { id, state } as const;
  });
}
