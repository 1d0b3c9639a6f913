import "server-only";
import { setTimeout } from "node:timers/promises";
import { reportUnexpected } from "@/lib/api/log";
import { type Member, memberOf } from "@/lib/auth/actor";
import { db } from "@/lib/database/db";
import { findScope, type StudyId } from "@/lib/dataset/data/scope";
import type { StudyScope } from "@/lib/dataset/data/study-scope";
import { log } from "@/lib/log";
import { enqueue } from "@/lib/queue/enqueue";
import { loadStudy } from "@/lib/report/load-study";
import { DISPLAY_BOUNDS } from "@/lib/report/rules/bounds";
import { reliabilityOfColumns } from "@/lib/report/rules/columns";
import { itemNames, itemNamesIn } from "@/lib/report/rules/item-names";
import { type Fate, MAX_REPORT_BYTES, REPORT_LIMITS } from "@/lib/report/rules/limits";
import { DEFAULT_OPTIONS, RULES_VERSION, reportOf, reportSettings } from "@/lib/report/rules/report";
import { choicesOf, selected } from "@/lib/report/rules/selection";
import type {
  ItemName,
  Report,
  ReportBeginning,
  ReportOptions,
  ReportResponse,
  ReportStatus,
  SelectionChoices,
  StudySummary,
} from "@/lib/report/schema";
import { computeReportJob } from "@/lib/report/schema/jobs";
import { judgementsQueryString, StudySelection } from "@/lib/report/schema/judgements";
import type { ReliabilityRow } from "@/lib/report/schema/reliability";
import { Prisma } from "@/prisma/generated/client/client";

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
  return {
    ...found.status,
    report: stored ? (stored.result as unknown as Report) : null,
    beginning: begun ? (begun.reliability as unknown as ReportBeginning | null) : null,
    items: stored ? (stored.items as unknown as ItemName[]) : [],
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
  await request(scope, judgementsQueryString(part), await versionOf(scope), { afterFailure: true });
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
const WHOLE = "";

async function lookUp(researcher: Researcher, id: StudyId, part: StudySelection) {
  const scope = await findScope(researcher, id);
  return scope && look(scope, judgementsQueryString(part));
}

async function look(scope: StudyScope, selection: string) {
  const dataVersion = await versionOf(scope);
  const rows = await db.$queryRaw<(Row & { id: string })[]>`
    SELECT "id", "dataVersion", "dataAt", "failure", "reliability" IS NOT NULL AS "begun" FROM "Report"
    WHERE "datasetId" = ${scope.datasetId}::uuid AND "batchId" IS NOT DISTINCT FROM ${scope.batchId}::uuid
      AND "rulesVersion" = ${RULES_VERSION} AND "selection" = ${selection}
    ORDER BY "dataVersion" DESC`;
  const status = statusOf(rows, dataVersion);
  if (status.state === "computing") await request(scope, selection, dataVersion);
  return {
    status,
    reportId: rows.find(({ dataAt }) => dataAt !== null)?.id ?? null,
    begunId: rows.find(({ begun }) => begun)?.id ?? null,
    /** The current version of the data. */
    asOf: dataVersion,
  };
}

interface Row {
  dataVersion: number;
  dataAt: Date | null;
  failure: string | null;
  /** True if the first part, agreement by item, is available. */
  begun: boolean;
}

/** The status of a report from its rows, newest first. */
function statusOf(rows: readonly Row[], dataVersion: number): ReportStatus {
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

async function versionOf({ batchId, datasetId }: StudyScope): Promise<number> {
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
async function request(
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

/** How the intervals of a part's report are drawn. */
function optionsIn({ replicates, confidence, epsilon }: StudySelection): ReportOptions {
  return {
    ...DEFAULT_OPTIONS,
    ...(replicates && { replicates: Number(replicates) }),
    ...(confidence && { confidence: Number(confidence) }),
    ...(epsilon && { epsilon: Number(epsilon) }),
  };
}

/**
 * Computes a requested report: for a whole study agreement by item first, which can be read while the rest is
 * computed. Deletes the reports it replaces. Repeating changes nothing. It uses the newest data, which may be
 * newer than the request.
 */
export async function computeReport(id: string): Promise<void> {
  const request = await db.report.findUnique({
    where: { id },
    select: {
      datasetId: true,
      batchId: true,
      dataAt: true,
      selection: true,
      dataset: { select: { projectId: true } },
    },
  });
  if (!request || request.dataAt) return;
  const { datasetId, batchId, dataset, selection } = request;
  const part = StudySelection.parse(Object.fromEntries(new URLSearchParams(selection)));
  const options = optionsIn(part);
  try {
    let known: ReliabilityRow[] | undefined;
    const scope = { projectId: dataset.projectId, datasetId, batchId };
    const begin: Parameters<typeof loadStudy>[1] = async ({ columns, frame, summary }) => {
      known = reliabilityOfColumns(columns, options);
      if (known.length > MOST_BEGUN) return;
      const beginning: ReportBeginning = {
        study: summary,
        made: reportSettings(options, null),
        reliability: known,
        items: itemNamesIn(frame, known),
      };
      const reliability = beginning as unknown as Prisma.InputJsonObject;
      await db.report.updateMany({ where: { id, dataAt: null }, data: { reliability } });
    };
    const whole = selection === WHOLE;
    const { study, dataVersion, dataAt } = await loadStudy(scope, whole ? begin : undefined);
    const chosen = whole ? study : selected(study, part);
    const report = {
      ...reportOf(chosen, options, known, DISPLAY_BOUNDS),
      choices: boundedChoices(study),
    };
    const result = report as unknown as Prisma.InputJsonObject;
    const items = itemNames(chosen, report) as unknown as Prisma.InputJsonArray;
    const bytes = Buffer.byteLength(JSON.stringify(result)) + Buffer.byteLength(JSON.stringify(items));
    if (bytes > MAX_REPORT_BYTES) throw new TooLarge(bytes);
    await db.$transaction(
      async (tx) => {
        await tx.report.deleteMany({
          where: {
            datasetId,
            batchId,
            id: { not: id },
            OR: [
              { selection, dataVersion: { lte: dataVersion } },
              // Outdated reports on parts of the study are deleted.
              { selection: { notIn: [WHOLE, selection] }, dataVersion: { lt: dataVersion } },
              { rulesVersion: { lt: RULES_VERSION } },
            ],
          },
        });
        await tx.report.updateMany({
          where: { id },
          data: { dataVersion, dataAt, result, items, failure: null, reliability: Prisma.DbNull },
        });
      },
      // Another report may keep this process busy: do not lose minutes of work.
      { maxWait: 60_000, timeout: 120_000 },
    );
  } catch (error) {
    if (error instanceof TooLarge) return failWith(id, error.message);
    const reference = reportUnexpected(error, "TASK", "report-compute");
    await failWith(id, `The numbers could not be computed. The error has the number ${reference}.`);
  }
}

class TooLarge extends Error {
  constructor(bytes: number) {
    super(
      `The report would be ${(bytes / 1e6).toFixed(0)} MB long, and more than ${MAX_REPORT_BYTES / 1e6} MB are not kept. ${ADVICE}`,
    );
  }
}

/** Advice about a report that is too large. The cause is nearly always the same. */
const ADVICE =
  "Often a column with another value in every row was taken for a category, a model, an arm or an annotator: import the " +
  "file again with another mapping, or look at a part of the study. countersign report computes a whole study file.";

const FATES: Record<Exclude<Fate, "done">, string> = {
  "out-of-memory": `The report needs more memory than one may take (${REPORT_LIMITS.heapMb} MB). ${ADVICE}`,
  "out-of-time": `The report takes longer than one may (${REPORT_LIMITS.ms / 60_000} minutes). ${ADVICE}`,
  died: "The process that computed the report has ended. Try it again; if it happens again, look in the worker's log.",
};

/**
 * Stores why a report failed when its process died with it. It is not retried unless a researcher requests
 * it.
 */
export function failReport(id: string, fate: Exclude<Fate, "done">): Promise<void> {
  log("error", "report-failed", { kind: fate });
  return failWith(id, FATES[fate]);
}

async function failWith(id: string, failure: string): Promise<void> {
  await db.report.updateMany({ where: { id, dataAt: null }, data: { failure } });
}

/** Maximum number of names in each choice of a part. */
const MOST_CHOICES = 1_000;

function boundedChoices(study: Parameters<typeof choicesOf>[0]): SelectionChoices {
  const all = Object.entries(choicesOf(study)).map(([kind, names]) => [kind, names.slice(0, MOST_CHOICES)]);
  return Object.fromEntries(all);
}

/**
 * Above this number of items the first part of a report is not stored: it has a row for each item, while the
 * whole report is bounded.
 */
const MOST_BEGUN = 10_000;

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
    if (status.state === "computing") await request(scope, WHOLE, dataVersion);
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

interface StoredRow extends Row {
  datasetId: string;
  batchId: string | null;
  summary: StudySummary | null;
  rows: ReliabilityRow[] | null;
}

function isJudgedOrDrafted(counts: Prisma.JsonValue): boolean {
  const { judgements, decisions, drafts } = (counts ?? {}) as Record<string, number | undefined>;
  return [judgements, decisions, drafts].some((count) => (count ?? 0) > 0);
}
