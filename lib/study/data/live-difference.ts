import "server-only";
import { ofDesign } from "@/lib/batch/data/release";
import { db } from "@/lib/database/db";
import { fromSnapshot } from "@/lib/database/snapshot";
import { countImported } from "@/lib/judgement/data/records";
import { decisionCount, judgementCount } from "@/lib/judgement/data/sql-fragments";
import { frozenDesign } from "@/lib/study/data/records";
import { hashOfLines } from "@/lib/study/rules/hash";
import type { OwnedPart } from "@/lib/study/rules/manifest";
import { type LiveDifference, Manifest } from "@/lib/study/schema";
import { Prisma } from "@/prisma/generated/client/client";

/** The differences between a frozen version and the current data, by source. */
export async function liveDifference(
  projectId: string,
  { manifest, frozenAt }: { manifest: unknown; frozenAt: Date | null },
  parts: readonly OwnedPart[],
): Promise<LiveDifference[]> {
  const sources = Manifest.safeParse(manifest).data?.batches ?? [];
  const batchIds = sources.flatMap(({ id, imported }) => (imported ? [] : [id]));
  const batches = await db.$queryRaw<LiveRow[]>`
    SELECT b."id" AS "batchId", b."datasetId", b."dataVersion",
      ${Prisma.raw(judgementCount('j."batchId" = b."id"'))} AS "judgements",
      ${Prisma.raw(decisionCount('l."batchId" = b."id"'))} AS "decisions",
      (SELECT count(*)::int FROM "Labelling" x WHERE x."batchId" = b."id") AS "labellings",
      (SELECT count(DISTINCT a."raterId")::int FROM "Assignment" a WHERE a."batchId" = b."id"
        AND ${ofDesign} AND (a."submittedAt" IS NOT NULL OR a."reopenedAt" IS NOT NULL)) AS "people",
      (SELECT count(*)::int FROM "Assignment" a WHERE a."batchId" = b."id" AND ${ofDesign}
        AND a."submittedAt" > ${frozenAt}) AS "since"
    FROM "Batch" b WHERE b."projectId" = ${projectId}::uuid AND b."id" = ANY (${batchIds}::uuid[])`;
  const rows = [...batches, ...(await liveImports(projectId, sources))];
  const designs = await designsOf(projectId, rows);
  return sources.map(({ id, imported = false, name, dataVersion, counts }): LiveDifference => {
    const { judgements, decisions, labellings, people } = counts;
    const row = rows.find((one) => (imported ? one.batchId === null && one.datasetId : one.batchId) === id);
    const design = parts.find((part) => part.sourceId === id && part.kind === "design")?.sha256;
    const now = row && {
      design: designs.get(id) !== design,
      data: row.dataVersion !== dataVersion,
      judgements: row.judgements,
      decisions: row.decisions,
      labellings: row.labellings,
      people: row.people,
      since: row.since,
    };
    return { id, imported, name, now: now ?? null, frozen: { judgements, decisions, labellings, people } };
  });
}

/**
 * The sources of a frozen study that were imported, beside what they are now. Imported records never change, so
 * they are counted only when something was added to the dataset.
 */
async function liveImports(
  projectId: string,
  sources: readonly Manifest["batches"][number][],
): Promise<LiveRow[]> {
  const imported = sources.filter((source) => source.imported);
  const datasets = await db.dataset.findMany({
    where: { id: { in: imported.map(({ id }) => id) }, projectId },
    select: { id: true, dataVersion: true },
  });
  const rows: LiveRow[] = [];
  for (const { id: datasetId, dataVersion } of datasets) {
    const frozen = imported.find(({ id }) => id === datasetId);
    const about = { batchId: null, datasetId, dataVersion, since: 0 };
    if (!frozen) continue;
    if (frozen.dataVersion === dataVersion) {
      rows.push({ ...about, ...frozen.counts });
      continue;
    }
    const { judgements, decisions, people } = await countImported(datasetId);
    rows.push({ ...about, judgements, decisions, labellings: 0, people });
  }
  return rows;
}

interface LiveRow {
  /** Null for an imported study. */
  batchId: string | null;
  datasetId: string;
  dataVersion: number;
  judgements: number;
  decisions: number;
  labellings: number;
  people: number;
  since: number;
}

/** The current hashes of designs, by source id. */
async function designsOf(projectId: string, rows: readonly LiveRow[]): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  const designs = fromSnapshot(async function* (snapshot) {
    for (const { batchId, datasetId } of rows) {
      const design = await frozenDesign(snapshot, { projectId, datasetId, batchId });
      if (design) yield { id: batchId ?? datasetId, line: design.line };
    }
  });
  for await (const { id, line } of designs) found.set(id, hashOfLines([line]));
  return found;
}
