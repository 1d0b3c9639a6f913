import "server-only";
import type { Snapshot } from "@/lib/database/snapshot";
import { studyRecords } from "@/lib/dataset/data/records";
import type { StudyScope } from "@/lib/dataset/data/study-scope";
import { loadReportContext } from "@/lib/report/load-study";
import { isMissing, PAPERS } from "@/lib/report/rules/papers/registry";
import { StudyDataReader } from "@/lib/report/rules/study-data";
import type { Report } from "@/lib/report/schema";
import type { Table } from "@/lib/report/schema/table";

/** Records of a study whose tables are computed for its bundle; of a larger one the command line computes them. */
const MOST_RECORDS = 250_000;

/**
 * The tables of papers that a study has the records for, in a study that uses the paper's methods; others have none, and
 * are not read for them.
 */
export async function paperTables(snapshot: Snapshot, scope: StudyScope, report: Report): Promise<Table[]> {
  const papers = PAPERS.filter(({ isUsedIn }) => isUsedIn(report));
  const { drafts, judgements, responses } = report.study;
  if (papers.length === 0 || drafts + judgements + responses > MOST_RECORDS) return [];
  const reader = new StudyDataReader();
  const texts = new Map<string, string>();
  for await (const record of studyRecords(snapshot, scope)) {
    if (record.type === "response") texts.set(record.id, record.text);
    reader.add(record);
  }
  const study = { ...reader.finish(), ...(await loadReportContext(snapshot, scope)) };
  // The tables print estimates without intervals.
  const source = { study, texts, published: false, options: { ...report.made, replicates: 0 } };
  return papers.flatMap(({ tables }) =>
    tables.flatMap((table) => {
      const result = table.of(source);
      return isMissing(result) ? [] : [result];
    }),
  );
}
