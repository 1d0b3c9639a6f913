import "server-only";
import { setTimeout } from "node:timers/promises";
import type { Member } from "@/lib/auth/actor";
import type { AsOf } from "@/lib/batch/schema/as-of";
import { db } from "@/lib/database/db";
import { findScope, type StudyId } from "@/lib/dataset/data/scope";
import type { StudyScope } from "@/lib/dataset/data/study-scope";
import { requestReport, requestSections, versionOf } from "@/lib/report/data/request-report";
import {
  type StoredReport,
  type StoredRow,
  statusOf,
  storedBeginning,
  storedOverview,
  storedRows,
  storedWhole,
  WHOLE,
  wholeRows,
} from "@/lib/report/data/stored-report";
import { RULES_VERSION } from "@/lib/report/rules/report";
import type { ReportBeginning, ReportResponse, ReportStatus, SelectionChoices } from "@/lib/report/schema";
import { judgementsQueryString, type StudySelection } from "@/lib/report/schema/judgements";
import {
  type OverviewResponse,
  type ReportSection,
  SectionName,
  type SectionResponse,
} from "@/lib/report/schema/sections";

type Researcher = Member<"researcher">;

/**
 * The whole report on a study as computed by the worker. A missing or outdated one is requested; the previous one
 * is returned meanwhile. `part` selects a part of the study; default: all of it. Null when the study does not
 * exist or the researcher may not read it.
 */
export async function findReport(
  researcher: Researcher,
  id: StudyId,
  part: StudySelection = {},
): Promise<ReportResponse | null> {
  const scope = await findScope(researcher, id);
  if (!scope) return null;
  const { status, reportId, newestId } = await requestWhole(scope, judgementsQueryString(part));
  const stored = reportId === null ? null : await storedWhole(reportId);
  const report = stored?.report ?? null;
  return {
    ...status,
    asOf: await stillAsOf(scope, stored?.asOf ?? null),
    report,
    beginning: stored || newestId === null ? null : await storedBeginning(newestId),
    items: stored?.items ?? [],
    choices: report?.choices ?? (await choicesOfWhole(scope)),
  };
}

/** The status of the whole report without the report, for polling every few seconds. */
export async function findReportStatus(
  researcher: Researcher,
  id: StudyId,
  part: StudySelection = {},
): Promise<ReportStatus | null> {
  const scope = await findScope(researcher, id);
  return scope && (await requestWhole(scope, judgementsQueryString(part))).status;
}

/** Longest wait for the overview of a part that nobody looked at before, in milliseconds. */
const OVERVIEW_PATIENCE = 200;

/**
 * The overview of the report on a study, which is computed first. A missing or outdated one is requested; the
 * previous one is returned meanwhile. Null like the whole report.
 */
export async function findOverview(
  researcher: Researcher,
  id: StudyId,
  part: StudySelection = {},
): Promise<OverviewResponse | null> {
  const scope = await findScope(researcher, id);
  if (!scope) return null;
  const selection = judgementsQueryString(part);
  const until = Date.now() + OVERVIEW_PATIENCE;
  let found = await requestOverview(scope, selection);
  while (found.status.state === "computing" && found.shownId === null && Date.now() < until) {
    await setTimeout(20);
    found = await lookUp(scope, selection);
  }
  const stored = found.shownId === null ? null : await storedOverview(found.shownId);
  return {
    ...found.status,
    asOf: await stillAsOf(scope, stored?.asOf ?? null),
    overview: stored?.overview ?? null,
    choices: stored?.choices ?? (await choicesOfWhole(scope)),
  };
}

/**
 * The progress that the report of an open batch was computed from; null once the batch is closed. Only the rate of
 * intake is current.
 */
async function stillAsOf({ batchId }: StudyScope, asOf: AsOf | null): Promise<AsOf | null> {
  if (batchId === null || asOf === null) return null;
  const batch = await db.batch.findFirst({
    where: { id: batchId, closedAt: null },
    select: { intake: { select: { rate: true } } },
  });
  return batch && { ...asOf, rate: batch.intake?.rate ?? null };
}

/** The status of the overview alone, for polling. */
export async function findOverviewStatus(
  researcher: Researcher,
  id: StudyId,
  part: StudySelection = {},
): Promise<ReportStatus | null> {
  const scope = await findScope(researcher, id);
  return scope && (await requestOverview(scope, judgementsQueryString(part))).status;
}

/** Longest wait of a request for a section, in milliseconds. */
const SECTION_PATIENCE = 2_000;

/**
 * A section of the report whose overview `findOverview` returns. A missing one is requested and waited for, for
 * a moment. Null like the whole report.
 */
export async function findSection(
  researcher: Researcher,
  id: StudyId,
  part: StudySelection,
  name: SectionName,
): Promise<SectionResponse | null> {
  const scope = await findScope(researcher, id);
  if (!scope) return null;
  const { status, shownId } = await requestOverview(scope, judgementsQueryString(part));
  const { failure, dataAt } = status;
  if (shownId === null) {
    const state = status.state === "failed" ? "failed" : "computing";
    return { state, failure, dataAt, section: null };
  }
  const until = Date.now() + SECTION_PATIENCE;
  for (let isRequested = false; ; ) {
    const found = await db.report.findUnique({
      where: { id: shownId },
      select: {
        dataAt: true,
        reliability: true,
        sections: { where: { name }, select: { content: true, failure: true } },
      },
    });
    const [stored] = found?.sections ?? [];
    const section = stored?.content
      ? (stored.content as unknown as ReportSection)
      : sectionIn(found?.reliability as unknown as ReportBeginning | null | undefined, name);
    const of = { dataAt: found?.dataAt?.toISOString() ?? null };
    if (section) return { ...of, state: "ready", failure: null, section };
    if (stored?.failure) return { ...of, state: "failed", failure: stored.failure, section: null };
    if (found?.dataAt && !isRequested) {
      await requestSections(shownId, [name]);
      isRequested = true;
    }
    if (!found || Date.now() > until) return { ...of, state: "computing", failure: null, section: null };
    await setTimeout(25);
  }
}

/** The agreement section, which is computed first. */
function sectionIn(beginning: ReportBeginning | null | undefined, name: SectionName): ReportSection | null {
  if (!beginning || name !== "agreement") return null;
  const { made, reliability } = beginning;
  return { made, parts: { reliability }, items: null, bounded: [] };
}

/** Requests what failed of a report again. Null when the study is not the researcher's. */
export async function retryReport(
  researcher: Researcher,
  id: StudyId,
  part: StudySelection = {},
): Promise<ReportStatus | null> {
  const scope = await findScope(researcher, id);
  if (!scope) return null;
  const selection = judgementsQueryString(part);
  await requestReport(scope, selection, await versionOf(scope), { afterFailure: true });
  for (const { id: reportId, sectionFailure } of await storedRows(scope, selection)) {
    if (sectionFailure === null) continue;
    const failed = await db.reportSection.findMany({
      where: { reportId, failure: { not: null } },
      select: { name: true },
    });
    const names = failed.flatMap(({ name }) => SectionName.safeParse(name).data ?? []);
    await requestSections(reportId, names, { afterFailure: true });
  }
  return (await lookUp(scope, selection)).status;
}

/** The longest time an export waits for the worker, in milliseconds. */
const PATIENCE = 45_000;

/**
 * The whole report on one version of a study's data, if there is one by the current rules. The caller must have
 * checked access.
 */
export async function storedReport(scope: StudyScope, dataVersion: number): Promise<StoredReport | null> {
  const rows = wholeRows(await storedRows(scope, WHOLE));
  const row = rows.find((one) => one.dataVersion === dataVersion && one.dataAt !== null);
  return row ? storedWhole(row.id) : null;
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
 * The whole report on the newest data, waiting while the worker computes it, or why it failed. The caller must
 * have checked access. Throws when it takes too long.
 */
export async function awaitReport(scope: StudyScope): Promise<StoredReport | FailedReport> {
  const until = Date.now() + PATIENCE;
  for (;;) {
    const { status, reportId, newestId, asOf } = await requestWhole(scope, WHOLE);
    const stored = status.state === "ready" && reportId !== null ? await storedWhole(reportId) : null;
    if (stored) return stored;
    if (status.failure) {
      const beginning = newestId === null ? null : await storedBeginning(newestId);
      return { failure: status.failure, dataVersion: asOf, beginning };
    }
    if (Date.now() > until) throw new Error("The worker did not compute the report in time.");
    await setTimeout(500);
  }
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

/** The stored reports on a part of a study, and which of them is shown. */
interface Found {
  status: ReportStatus;
  /** The newest report with an overview, or else one that has begun. */
  shownId: string | null;
  rows: StoredRow[];
  /** The current version of the data. */
  asOf: number;
}

async function lookUp(scope: StudyScope, selection: string): Promise<Found> {
  const asOf = await versionOf(scope);
  const rows = await storedRows(scope, selection);
  const shown = rows.find(({ dataAt }) => dataAt !== null) ?? rows.find(({ begun }) => begun);
  return { status: statusOf(rows, asOf), shownId: shown?.id ?? null, rows, asOf };
}

async function requestOverview(scope: StudyScope, selection: string): Promise<Found> {
  const found = await lookUp(scope, selection);
  if (found.status.state === "computing") await requestReport(scope, selection, found.asOf);
  return found;
}

/** Requests the overview and all sections; returns the status of the whole and the newest whole report. */
async function requestWhole(scope: StudyScope, selection: string) {
  const { rows, asOf } = await lookUp(scope, selection);
  const whole = wholeRows(rows);
  const status = statusOf(whole, asOf);
  const newest = rows.find(({ dataVersion }) => dataVersion >= asOf);
  if (status.state === "computing") {
    const sections = SectionName.options;
    if (!newest?.dataAt) await requestReport(scope, selection, asOf, { sections });
    if (newest) await requestSections(newest.id, sections);
  }
  const reportId = whole.find(({ dataAt }) => dataAt !== null)?.id ?? null;
  return { status, reportId, newestId: newest?.id ?? null, asOf };
}
