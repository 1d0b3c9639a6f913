import "server-only";
import type { AsOf } from "@/lib/batch/schema/as-of";
import { db } from "@/lib/database/db";
import type { StudyScope } from "@/lib/dataset/data/study-scope";
import { onlyTarget } from "@/lib/report/rules/only-target";
import { RULES_VERSION } from "@/lib/report/rules/report";
import { SUMMARY_SCOPES } from "@/lib/report/rules/scopes";
import { wholeReport } from "@/lib/report/rules/sections";
import type { ItemName, Report, ReportBeginning, ReportStatus, SelectionChoices } from "@/lib/report/schema";
import { type ReportOverview, type ReportSection, SECTIONS } from "@/lib/report/schema/sections";

/** The stored selection of a report on the whole study. */
export const WHOLE = "";

/** Number of sections of a complete report. */
export const SECTION_COUNT = Object.keys(SECTIONS).length;

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

/** A stored report, and how many of its sections are there. */
export interface StoredRow extends ReportRow {
  id: string;
  sections: number;
  /** Why a section could not be computed. */
  sectionFailure: string | null;
}

/** The stored reports on a part of a study, newest first. */
export function storedRows({ datasetId, batchId }: StudyScope, selection: string): Promise<StoredRow[]> {
  return db.$queryRaw`
    SELECT r."id", r."dataVersion", r."dataAt", r."failure", r."reliability" IS NOT NULL AS "begun",
      count(*) FILTER (WHERE s."content" IS NOT NULL)::int AS "sections", min(s."failure") AS "sectionFailure"
    FROM "Report" AS r LEFT JOIN "ReportSection" AS s ON s."reportId" = r."id"
    WHERE r."datasetId" = ${datasetId}::uuid AND r."batchId" IS NOT DISTINCT FROM ${batchId}::uuid
      AND r."rulesVersion" = ${RULES_VERSION} AND r."selection" = ${selection}
    GROUP BY r."id" ORDER BY r."dataVersion" DESC`;
}

/** The same reports with the status of the whole: there when all of its sections are. */
export function wholeRows(rows: readonly StoredRow[]): StoredRow[] {
  return rows.map((row) => ({
    ...row,
    dataAt: row.sections === SECTION_COUNT ? row.dataAt : null,
    failure: row.failure ?? row.sectionFailure,
    begun: row.begun || row.dataAt !== null,
  }));
}

/** An overview as it is stored, without the names of items. */
export type StoredOverview = Omit<ReportOverview, "items"> & {
  choices: SelectionChoices;
  /** The progress of an open batch in the same data; absent in reports stored before it was counted. */
  asOf?: AsOf | null;
};

/** The overview of a report, with the choices for selecting a part; of one that has only begun without them. */
export async function storedOverview(
  id: string,
): Promise<{ overview: ReportOverview; choices: SelectionChoices | null; asOf: AsOf | null } | null> {
  const select = { result: true, items: true, reliability: true } as const;
  const stored = await db.report.findUnique({ where: { id }, select });
  if (stored?.result) {
    const { choices, asOf = null, ...overview } = stored.result as unknown as StoredOverview;
    return { overview: { ...overview, items: stored.items as unknown as ItemName[] }, choices, asOf };
  }
  const beginning = stored?.reliability as unknown as ReportBeginning | null | undefined;
  return beginning ? { overview: overviewIn(beginning), choices: null, asOf: null } : null;
}

/** The overview of a report of which only agreement by item is computed. */
function overviewIn({ study, made, reliability, items }: ReportBeginning): ReportOverview {
  return {
    study,
    made,
    reliability: reliability.filter(({ scope }) => SUMMARY_SCOPES.includes(scope)),
    bounded: [],
    onlyTarget: onlyTarget(reliability),
    models: null,
    hasOthers: study.labellings > 0,
    items,
  };
}

/** A whole report. */
export interface StoredReport {
  report: Report;
  items: ItemName[];
  dataVersion: number;
  asOf: AsOf | null;
}

/** A whole report by its id; null when it is gone, or a section is missing. */
export async function storedWhole(id: string): Promise<StoredReport | null> {
  const found = await db.report.findUnique({
    where: { id },
    select: { dataVersion: true, result: true, items: true, sections: { select: { content: true } } },
  });
  if (!found?.result) return null;
  const { choices, asOf = null, ...overview } = found.result as unknown as StoredOverview;
  const items = found.items as unknown as ItemName[];
  const sections = found.sections.flatMap(({ content }) => (content as unknown as ReportSection) ?? []);
  const report = wholeReport({ ...overview, items }, sections, choices);
  const all = sections.find((section) => section.items !== null)?.items ?? items;
  return report && { report, items: all, dataVersion: found.dataVersion, asOf };
}

/** The known beginning of a report that is not complete: agreement by item, or on everything together. */
export async function storedBeginning(id: string): Promise<ReportBeginning | null> {
  const select = {
    result: true,
    items: true,
    reliability: true,
    sections: { where: { name: "agreement" }, select: { content: true } },
  };
  const found = await db.report.findUnique({ where: { id }, select });
  if (!found?.result) return (found?.reliability as unknown as ReportBeginning | null | undefined) ?? null;
  const { study, made, reliability } = found.result as unknown as StoredOverview;
  const agreement = found.sections[0]?.content as unknown as ReportSection | null | undefined;
  return {
    study,
    made,
    reliability: agreement?.parts.reliability ?? reliability,
    items: found.items as unknown as ItemName[],
  };
}
