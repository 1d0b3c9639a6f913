import "server-only";
import { z } from "zod";
import { type Member, memberOf } from "@/lib/auth/actor";
import { Counts, type DatasetView } from "@/lib/dataset/views";
import { db } from "@/lib/db";
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
} satisfies Prisma.DatasetSelect;

function viewOf({ counts, ...view }: Prisma.DatasetGetPayload<{ select: typeof fields }>): DatasetView {
  return { ...view, counts: Counts.parse(counts) };
}

/** The datasets of a project that are whole, newest first. Null when the project is not the actor's to see. */
export async function listDatasets(
  actor: Member<"researcher">,
  projectId: string,
): Promise<DatasetView[] | null> {
  const project = await db.project.findFirst({
    where: { id: projectId, AND: memberOf(actor) },
    select: {
      datasets: {
        where: { state: "ready" },
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
