import "server-only";
import { type Member, memberOf } from "@/lib/auth/actor";
import { db } from "@/lib/database/db";
import type { StudyScope } from "@/lib/dataset/data/study-scope";
import { requestReport } from "@/lib/report/data/request-report";
import { type ReportRow, statusOf, WHOLE } from "@/lib/report/data/stored-report";
import { RULES_VERSION } from "@/lib/report/rules/report";
import type { ReportStatus, StudySummary } from "@/lib/report/schema";
import type { ReliabilityRow } from "@/lib/report/schema/reliability";
import type { Prisma } from "@/prisma/generated/client/client";

type Researcher = Member<"researcher">;

/** A study of a project with a summary of its report. */
export interface ReportListing {
  kind: "batch" | "dataset";
  id: string;
  name: string;
  sample: boolean;
  /** When the batch was opened or the study imported. */
  at: string | null;
  status: ReportStatus;
  /** Null until there is a report. */
  summary: StudySummary | null;
  /** People's agreement over all items: a row for each level and exposure class. */
  rows: ReliabilityRow[];
}

/** The batches and imported studies of a project with judgements or drafts, newest first. */
export async function listReports(researcher: Researcher, projectId: string): Promise<ReportListing[]> {
  const project = { AND: [{ id: projectId }, memberOf(researcher)] };
  const [batches, datasets, stored] = await Promise.all([
    db.batch.findMany({
      where: { project, dataVersion: { gt: 0 } },
      select: {
        id: true,
        name: true,
        datasetId: true,
        openedAt: true,
        dataVersion: true,
        dataset: { select: { sample: true } },
      },
    }),
    db.dataset.findMany({
      where: { project, state: { not: "importing" } },
      select: {
        id: true,
        name: true,
        sample: true,
        readyAt: true,
        counts: true,
        dataVersion: true,
      },
    }),
    db.$queryRaw<StoredRow[]>`
      SELECT r."datasetId", r."batchId", r."dataVersion", r."dataAt", r."failure",
        r."reliability" IS NOT NULL AS "begun",
        r."result" -> 'study' AS "summary",
        jsonb_path_query_array(r."result"::jsonb,
          '$.reliability[*] ? (@.scope == "all" && @.raters == "human")') AS "rows"
      FROM "Report" r JOIN "Dataset" d ON d."id" = r."datasetId"
      WHERE d."projectId" = ${projectId}::uuid AND r."rulesVersion" = ${RULES_VERSION} AND r."selection" = ''
      ORDER BY r."dataVersion" DESC`,
  ]);
  const listings: ReportListing[] = [];
  const list = async (
    study: Pick<ReportListing, "kind" | "id" | "name" | "sample" | "at">,
    scope: StudyScope,
    dataVersion: number,
  ) => {
    const own = stored.filter(
      ({ datasetId, batchId }) => datasetId === scope.datasetId && batchId === scope.batchId,
    );
    const status = statusOf(own, dataVersion);
    if (status.state === "computing") await requestReport(scope, WHOLE, dataVersion);
    const done = own.find(({ dataAt }) => dataAt !== null);
    listings.push({ ...study, status, summary: done?.summary ?? null, rows: done?.rows ?? [] });
  };
  for (const { id, name, datasetId, openedAt, dataVersion, dataset } of batches) {
    const study = {
      kind: "batch",
      id,
      name,
      sample: dataset.sample,
      at: openedAt?.toISOString() ?? null,
    } as const;
    await list(study, { projectId, datasetId, batchId: id }, dataVersion);
  }
  for (const { id, name, sample, readyAt, counts, dataVersion } of datasets) {
    if (!isJudgedOrDrafted(counts)) continue;
    const at = readyAt?.toISOString() ?? null;
    const study = { kind: "dataset", id, name, sample, at } as const;
    await list(study, { projectId, datasetId: id, batchId: null }, dataVersion);
  }
  return listings.sort((a, b) => (b.at ?? "").localeCompare(a.at ?? "") || a.name.localeCompare(b.name));
}

interface StoredRow extends ReportRow {
  datasetId: string;
  batchId: string | null;
  summary: StudySummary | null;
  rows: ReliabilityRow[] | null;
}

function isJudgedOrDrafted(counts: Prisma.JsonValue): boolean {
  const { judgements, decisions, drafts } = (counts ?? {}) as Record<string, number | undefined>;
  return [judgements, decisions, drafts].some((count) => (count ?? 0) > 0);
}
