import "server-only";
import type { Snapshot } from "@/lib/database/snapshot";
import { studyRecords } from "@/lib/dataset/data/records";
import type { StudyScope } from "@/lib/dataset/data/study-scope";
import { paperUse } from "@/lib/export/data/paper-use";
import { withReport } from "@/lib/report/computation/report-on-study";
import { loadReportContext } from "@/lib/report/data/load-study";
import { measuresIn, modelLabelsIn } from "@/lib/report/data/run-findings";
import { PaperSourceReader } from "@/lib/report/rules/papers/paper-source";
import { isMissing, PAPERS } from "@/lib/report/rules/papers/registry";
import type { Report } from "@/lib/report/schema";
import type { PaperSource } from "@/lib/report/schema/paper-table";
import type { Table } from "@/lib/report/schema/table";

/** Records of a study whose tables are computed for its bundle; of a larger one the command line computes them. */
const MOST_RECORDS = 250_000;

/**
 * The tables of papers that a study has the records for, in a study that uses the paper's methods; others have none, and
 * are not read for them.
 */
export async function paperTables(snapshot: Snapshot, scope: StudyScope, report: Report): Promise<Table[]> {
  const use = await paperUse(snapshot, scope, report);
  const papers = PAPERS.filter(({ isUsedIn }) => isUsedIn(use));
  const { drafts, judgements, responses } = report.study;
  if (papers.length === 0 || drafts + judgements + responses > MOST_RECORDS) return [];
  // The tables print estimates without intervals.
  const options = { ...report.made, replicates: 0 };
  const source = { ...(await paperSource(snapshot, scope)), published: false, options };
  const withKnown = await withReport({ takesReport: papers.some(({ takesReport }) => takesReport) }, source);
  // Two papers may have a table in common.
  const wanted = new Set(papers.flatMap(({ tables }) => tables));
  return [...wanted].flatMap((table) => {
    const result = table.of(withKnown);
    return isMissing(result) ? [] : [result];
  });
}

/** Everything in a study that tables of papers are computed from. */
export async function paperSource(
  snapshot: Snapshot,
  scope: StudyScope,
): Promise<Omit<PaperSource, "published" | "options">> {
  const own = await read(snapshot, scope);
  const study = { ...own.study, ...(await loadReportContext(snapshot, scope)) };
  const hasLabels = (study.labels?.labellings.length ?? 0) + (study.overlaps?.length ?? 0) > 0;
  const hasWritten = study.decisions.some(
    ({ action, exposure }) => action === "add" && (exposure === "none" || exposure === "on-request"),
  );
  // Labels are crossed with what ablations of the same dataset found, which belong to no batch; and what people wrote is
  // compared with what was drafted beside it.
  const whole =
    scope.batchId !== null && (hasLabels || hasWritten)
      ? await read(snapshot, { ...scope, batchId: null })
      : undefined;
  const modelLabels = await modelLabelsIn(snapshot, scope);
  const measures = await measuresIn(snapshot, scope);
  return { ...own, study, modelLabels, measures, ...(whole && { whole }) };
}

async function read(snapshot: Snapshot, scope: StudyScope) {
  const reader = new PaperSourceReader();
  for await (const record of studyRecords(snapshot, scope)) reader.add(record);
  return reader.finish();
}
