import "server-only";
import { setTimeout } from "node:timers/promises";
import type { Member } from "@/lib/auth/actor";
import { db } from "@/lib/database/db";
import { findScope, type StudyId } from "@/lib/dataset/data/scope";
import type { StudyScope } from "@/lib/dataset/data/study-scope";
import { enqueue } from "@/lib/queue/enqueue";
import { RULES_VERSION } from "@/lib/report/rules/report";
import type {
  ItemName,
  Report,
  ReportBeginning,
  ReportResponse,
  ReportStatus,
  SelectionChoices,
} from "@/lib/report/schema";
import { computeReportJob } from "@/lib/report/schema/jobs";
import { judgementsQueryString, type StudySelection } from "@/lib/report/schema/judgements";

type Researcher = Member<"researcher">;

/**
 * The report on a study as computed by the worker. A missing or outdated one is requested; the previous one
 * is returned meanwhile. `part` selects a part of the study; default: all of it. Null when the study does not
 * exist or the researcher may not read it.
 */
export async function findReport(
  researcher: Researcher,
  id: StudyId,
  part: StudySelection = {},
): Promise<ReportResponse | null> {
  const found = await lookUp(researcher, id, part);
  if (!found) return null;
  const select = { result: true, items: true, reliability: true } as const;
  const stored = found.reportId && (await db.report.findUnique({ where: { id: found.reportId }, select }));
  const begun =
    !stored && found.begunId && (await db.report.findUnique({ where: { id: found.begunId }, select }));
  const report = stored ? (stored.result as unknown as Report) : null;
  return {
    ...found.status,
    report,
    beginning: begun ? (begun.reliability as unknown as ReportBeginning | null) : null,
    items: stored ? (stored.items as unknown as ItemName[]) : [],
    choices: report?.choices ?? (await choicesOfWhole(found.scope)),
  };
}

/** The status without the report, for polling every few seconds. */
export async function findReportStatus(
  researcher: Researcher,
  id: StudyId,
  part: StudySelection = {},
): Promise<ReportStatus | null> {
  return (await lookUp(researcher, id, part))?.status ?? null;
}

/** Requests a failed report again. Null when the study is not the researcher's. */
export async function retryReport(
  researcher: Researcher,
  id: StudyId,
  part: StudySelection = {},
): Promise<ReportStatus | null> {
  const scope = await findScope(researcher, id);
  if (!scope) return null;
  await requestReport(scope, judgementsQueryString(part), await versionOf(scope), { afterFailure: true });
  return findReportStatus(researcher, id, part);
}

/** The longest time an export waits for the worker, in milliseconds. */
const PATIENCE = 45_000;

/** A report as stored by the worker. */
export interface StoredReport {
  report: Report;
  items: ItemName[];
  dataVersion: number;
}

/**
 * The report on one version of a study's data, if there is one by the current rules. The caller must have
 * checked access.
 */
export async function storedReport(
  { datasetId, batchId }: StudyScope,
  dataVersion: number,
): Promise<StoredReport | null> {
  const stored = await db.report.findFirst({
    where: {
      datasetId,
      batchId,
      dataVersion,
      rulesVersion: RULES_VERSION,
      selection: WHOLE,
      dataAt: { not: null },
    },
    select: { result: true, items: true },
  });
  return (
    stored && {
      report: stored.result as unknown as Report,
      items: stored.items as unknown as ItemName[],
      dataVersion,
    }
  );
}

/** A report that could not be computed. */
export interface FailedReport {
  /** The reason, for people. */
  failure: string;
  dataVersion: number;
  /** The part computed before the failure. */
  beginning: ReportBeginning | null;
}

/**
 * The report on the newest data, waiting while the worker computes it, or why it failed. The caller must have
 * checked access. Throws when it takes too long.
 */
export async function awaitReport(scope: StudyScope): Promise<StoredReport | FailedReport> {
  const until = Date.now() + PATIENCE;
  for (;;) {
    const { status, reportId, begunId, asOf } = await look(scope, WHOLE);
    if (status.state === "ready" && reportId) {
      const select = { result: true, items: true, dataVersion: true };
      const stored = await db.report.findUnique({ where: { id: reportId }, select });
      if (stored) {
        const { dataVersion, result, items } = stored;
        return {
          report: result as unknown as Report,
          items: items as unknown as ItemName[],
          dataVersion,
        };
      }
    }
    if (status.failure) {
      const select = { reliability: true } as const;
      const begun = begunId && (await db.report.findUnique({ where: { id: begunId }, select }));
      const beginning = begun ? (begun.reliability as unknown as ReportBeginning | null) : null;
      return { failure: status.failure, dataVersion: asOf, beginning };
    }
    if (Date.now() > until) throw new Error("The worker did not compute the report in time.");
    await setTimeout(500);
  }
}

/** The stored selection of a report on the whole study. */
export const WHOLE = "";

async function lookUp(researcher: Researcher, id: StudyId, part: StudySelection) {
  const scope = await findScope(researcher, id);
  return scope && { scope, ...(await look(scope, judgementsQueryString(part))) };
}

/** The choices of the newest report on the whole study; null if there is none. */
async function choicesOfWhole({ datasetId, batchId }: StudyScope): Promise<SelectionChoices | null> {
  const [newest] = await db.$queryRaw<{ choices: SelectionChoices }[]>`
    SELECT "result" -> 'choices' AS "choices" FROM "Report"
    WHERE "datasetId" = ${datasetId}::uuid AND "batchId" IS NOT DISTINCT FROM ${batchId}::uuid
      AND "rulesVersion" = ${RULES_VERSION} AND "selection" = ${WHOLE} AND "dataAt" IS NOT NULL
    ORDER BY "dataVersion" DESC LIMIT 1`;
  return newest?.choices ?? null;
}

async function look(scope: StudyScope, selection: string) {
  const dataVersion = await versionOf(scope);
  const rows = await db.$queryRaw<(ReportRow & { id: string })[]>`
    SELECT "id", "dataVersion", "dataAt", "failure", "reliability" IS NOT NULL AS "begun" FROM "Report"
    WHERE "datasetId" = ${scope.datasetId}::uuid AND "batchId" IS NOT DISTINCT FROM ${scope.batchId}::uuid
      AND "rulesVersion" = ${RULES_VERSION} AND "selection" = ${selection}
    ORDER BY "dataVersion" DESC`;
  const status = statusOf(rows, dataVersion);
  if (status.state === "computing") await requestReport(scope, selection, dataVersion);
  return {
    status,
    reportId: rows.find(({ dataAt }) => dataAt !== null)?.id ?? null,
    begunId: rows.find(({ begun }) => begun)?.id ?? null,
    /** The current version of the data. */
    asOf: dataVersion,
  };
}

/** A stored report as far as its status needs it. */
export interface ReportRow {
  dataVersion: number;
  dataAt: Date | null;
  failure: string | null;
  /** True if the first part, agreement by item, is available. */
  begun: boolean;
}

/** The status of a report from its rows, newest first. */
export function statusOf(rows: readonly ReportRow[], dataVersion: number): ReportStatus {
  const newest = rows.find((row) => row.dataVersion >= dataVersion);
  const done = rows.find(({ dataAt }) => dataAt !== null);
  return {
    state: newest?.dataAt ? "ready" : newest?.failure ? "failed" : "computing",
    failure: newest?.failure ?? null,
    dataVersion: done?.dataVersion ?? null,
    dataAt: done?.dataAt?.toISOString() ?? null,
    begun: !newest?.dataAt && newest?.begun === true,
  };
}

/** The current version of a study's data. */
export async function versionOf({ batchId, datasetId }: StudyScope): Promise<number> {
  const select = { dataVersion: true };
  const study = batchId
    ? await db.batch.findUnique({ where: { id: batchId }, select })
    : await db.dataset.findUnique({ where: { id: datasetId }, select });
  return study?.dataVersion ?? 0;
}

/**
 * Makes the worker compute a report, unless it is requested already. A request from minutes ago died with its
 * worker and is repeated.
 */
export async function requestReport(
  { datasetId, batchId }: StudyScope,
  selection: string,
  dataVersion: number,
  { afterFailure = false } = {},
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
    if (row) await enqueue(tx, computeReportJob, { id: row.id }, { key: `report ${row.id}` });
  });
}
