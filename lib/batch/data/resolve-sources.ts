import "server-only";
import { type Member, memberOf } from "@/lib/auth/actor";
import { findSources } from "@/lib/batch/data/find-sources";
import { idsIn, withSources } from "@/lib/batch/rules/protocol-sources";
import { db, type Tx } from "@/lib/database/db";
import { nameOfRun } from "@/lib/dataset/rules/source-names";
import { Protocol } from "@/lib/protocol/schema";

type From = Tx | typeof db;

/** True if a draft's rubrics were chosen individually, like those of a batch that follows up on another. */
export async function isPinned(from: From, batchId: string | null): Promise<boolean> {
  return batchId !== null && (await from.batchRubric.count({ where: { batchId }, take: 1 })) > 0;
}

/**
 * The protocols of a draft with a source for everything they show; `preferred` is a run that takes
 * precedence.
 */
export async function resolveSources(
  from: From,
  { datasetId, batchId }: { datasetId: string; batchId: string },
  protocols: readonly Protocol[],
  preferred?: string,
): Promise<Protocol[]> {
  const [sources, pinned] = [await findSources(from, datasetId), await isPinned(from, batchId)];
  return withSources(protocols, sources, { preferred, pinned });
}

/**
 * The protocols of a batch; of a draft with the sources it would have if opened now. Empty when it is not the
 * researcher's.
 */
export async function findResolved(researcher: Member<"researcher">, batchId: string): Promise<Protocol[]> {
  const batch = await db.batch.findFirst({
    where: { id: batchId, project: memberOf(researcher) },
    select: {
      state: true,
      datasetId: true,
      arms: { orderBy: { position: "asc" }, select: { protocol: true } },
    },
  });
  const protocols = batch?.arms.map(({ protocol }) => Protocol.parse(protocol)) ?? [];
  return batch?.state === "draft"
    ? resolveSources(db, { datasetId: batch.datasetId, batchId }, protocols)
    : protocols;
}

/** The names of runs and batches that protocols use as sources; only those that the researcher may read. */
export async function findSourceNames(
  researcher: Member<"researcher">,
  protocols: readonly Protocol[],
): Promise<Map<string, string>> {
  const project = memberOf(researcher);
  const [runs, batches] = await Promise.all([
    db.draftRun.findMany({
      where: { id: { in: idsIn(protocols, "run") }, project },
      select: { id: true, name: true, method: true, model: true },
    }),
    db.batch.findMany({
      where: { id: { in: idsIn(protocols, "batch") }, project },
      select: { id: true, name: true },
    }),
  ]);
  return new Map([
    ...runs.map(({ id, ...run }): [string, string] => [id, nameOfRun(run)]),
    ...batches.map(({ id, name }): [string, string] => [id, `“${name}”`]),
  ]);
}
