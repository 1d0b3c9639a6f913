import "server-only";
import { db, type Tx } from "@/lib/database/db";
import type { StudyScope } from "@/lib/dataset/data/study-scope";
import { enqueue } from "@/lib/queue/enqueue";
import { RULES_VERSION } from "@/lib/report/rules/report";
import { computeReportJob } from "@/lib/report/schema/jobs";
import type { SectionName } from "@/lib/report/schema/sections";

/** The current version of a study's data. */
export async function versionOf({ batchId, datasetId }: StudyScope): Promise<number> {
  const select = { dataVersion: true };
  const study = batchId
    ? await db.batch.findUnique({ where: { id: batchId }, select })
    : await db.dataset.findUnique({ where: { id: datasetId }, select });
  return study?.dataVersion ?? 0;
}

interface RequestOptions {
  /** Also request again what failed. */
  afterFailure?: boolean;
}

/**
 * Makes the worker compute a report's overview, and sections of it, unless they are requested already. A request
 * from minutes ago died with its worker and is repeated.
 */
export async function requestReport(
  { datasetId, batchId }: StudyScope,
  selection: string,
  dataVersion: number,
  { sections = [], afterFailure = false }: RequestOptions & { sections?: readonly SectionName[] } = {},
): Promise<void> {
  await db.$transaction(async (tx) => {
    const [row] = await tx.$queryRaw<{ id: string }[]>`
      INSERT INTO "Report" ("id", "datasetId", "batchId", "dataVersion", "rulesVersion", "selection")
      VALUES (gen_random_uuid(), ${datasetId}::uuid, ${batchId}::uuid, ${dataVersion}, ${RULES_VERSION}, ${selection})
      ON CONFLICT ("datasetId", "batchId", "dataVersion", "rulesVersion", "selection") DO UPDATE
        SET "requestedAt" = now(), "failure" = NULL
        WHERE "Report"."result" IS NULL AND CASE WHEN "Report"."failure" IS NULL
          THEN "Report"."requestedAt" < now() - interval '15 minutes' ELSE ${afterFailure} END
      RETURNING "id"`;
    if (!row) return;
    await addSections(tx, row.id, sections, afterFailure);
    await enqueueReport(tx, row.id);
  });
}

/**
 * Makes the worker compute sections of a report, unless they are there or requested already. A request that is
 * repeated after half a minute comes before older ones; its worker may have died.
 */
export async function requestSections(
  reportId: string,
  names: readonly SectionName[],
  { afterFailure = false }: RequestOptions = {},
): Promise<void> {
  await db.$transaction(async (tx) => {
    if (await addSections(tx, reportId, names, afterFailure)) await enqueueReport(tx, reportId);
  });
}

/** True if any section has to be computed that was not requested before. */
async function addSections(
  tx: Tx,
  reportId: string,
  names: readonly SectionName[],
  afterFailure: boolean,
): Promise<boolean> {
  const rows = await tx.$queryRaw<unknown[]>`
    INSERT INTO "ReportSection" ("reportId", "name")
    SELECT "id", unnest(${names}::text[]) FROM "Report" WHERE "id" = ${reportId}::uuid
    ON CONFLICT ("reportId", "name") DO UPDATE SET "requestedAt" = now(), "failure" = NULL
      WHERE "ReportSection"."content" IS NULL AND CASE WHEN "ReportSection"."failure" IS NULL
        THEN "ReportSection"."requestedAt" < now() - interval '30 seconds' ELSE ${afterFailure} END
    RETURNING "name"`;
  return rows.length > 0;
}

function enqueueReport(tx: Tx, id: string): Promise<void> {
  return enqueue(tx, computeReportJob, { id }, { key: `report ${id}` });
}

/** One step of a computation: the overview of a report, or one of its sections. */
export interface ReportStep {
  reportId: string;
  /** Null for the overview. */
  section: SectionName | null;
}

/** The study of a report; null when the report is gone. */
export async function studyOfReport(id: string): Promise<StudyScope | null> {
  const select = { datasetId: true, batchId: true, dataset: { select: { projectId: true } } };
  const found = await db.report.findUnique({ where: { id }, select });
  return found && { projectId: found.dataset.projectId, datasetId: found.datasetId, batchId: found.batchId };
}

/**
 * The next step of what is requested of a study: overviews before sections, and what was requested last before
 * what nobody may be looking at any more. Null when nothing is left.
 */
export async function nextStep({ datasetId, batchId }: StudyScope): Promise<ReportStep | null> {
  const [next] = await db.$queryRaw<ReportStep[]>`
    SELECT r."id" AS "reportId", s."name" AS "section"
    FROM "Report" AS r LEFT JOIN "ReportSection" AS s
      ON s."reportId" = r."id" AND r."dataAt" IS NOT NULL AND s."content" IS NULL AND s."failure" IS NULL
    WHERE r."datasetId" = ${datasetId}::uuid AND r."batchId" IS NOT DISTINCT FROM ${batchId}::uuid
      AND r."rulesVersion" = ${RULES_VERSION} AND r."failure" IS NULL
      AND (r."dataAt" IS NULL OR s."name" IS NOT NULL)
    ORDER BY r."dataAt" IS NULL DESC, coalesce(s."requestedAt", r."requestedAt") DESC LIMIT 1`;
  return next ?? null;
}
