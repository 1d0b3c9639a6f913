import "server-only";
import { memberOf } from "@/lib/auth/actor";
import { db } from "@/lib/database/db";
import { DatasetCounts } from "@/lib/dataset/schema/views";
import { COUNT_JUDGEMENTS } from "@/lib/judgement/data/sql-fragments";
import type { Researcher } from "@/lib/study/data/studies";
import type { Freezable } from "@/lib/study/schema";
import type { BatchState, Prisma } from "@/prisma/generated/client/client";

export const isOpen = ({ state }: { state: BatchState }) => state !== "closed" && state !== "archived";

/** A dataset whose import is complete. */
export const WHOLE = { state: { not: "importing" } } as const;

/** The number of judgements and decisions a dataset was imported with. */
export function judgedIn(counts: Prisma.JsonValue): number {
  const { judgements, decisions } = DatasetCounts.parse(counts);
  return judgements + decisions;
}

/**
 * The studies of a project that can be frozen, and those that cannot yet: batches, then imported studies,
 * newest first.
 */
export async function listFreezable(actor: Researcher, projectId: string): Promise<Freezable[]> {
  const project = { AND: [{ id: projectId }, memberOf(actor)] };
  const orderBy = [{ createdAt: "desc" }, { id: "asc" }] as const satisfies object[];
  const [batches, datasets] = await Promise.all([
    db.batch.findMany({
      where: { project, state: { not: "draft" } },
      select: {
        id: true,
        name: true,
        state: true,
        dataset: { select: { sample: true } },
        _count: { select: COUNT_JUDGEMENTS },
      },
      orderBy: [...orderBy],
    }),
    db.dataset.findMany({
      where: { project, ...WHOLE },
      select: { id: true, name: true, sample: true, counts: true },
      orderBy: [...orderBy],
    }),
  ]);
  return [
    ...batches.map(
      (batch): Freezable => ({
        kind: "batch",
        id: batch.id,
        name: batch.name,
        open: isOpen(batch),
        judgements: batch._count.judgements,
        sample: batch.dataset.sample,
      }),
    ),
    ...datasets
      .filter(({ counts }) => judgedIn(counts) > 0)
      .map(
        ({ id, name, sample, counts }): Freezable => ({
          kind: "dataset",
          id,
          name,
          open: false,
          judgements: DatasetCounts.parse(counts).judgements,
          sample,
        }),
      ),
  ];
}
