import { itemNames } from "@/lib/report/rules/item-names";
import { onlyTarget } from "@/lib/report/rules/repeated-scopes";
import { reportOf } from "@/lib/report/rules/report";
import { Labels } from "@/lib/report/rules/scope-labels";
import type { Report } from "@/lib/report/schema";
import type { MissingRecords, PaperSource, PaperTable } from "@/lib/report/schema/paper-table";
import type { StudyData } from "@/lib/report/schema/study";
import type { Table } from "@/lib/report/schema/table";

/** The report on a study, with the names of its scopes. */
interface NamedReport {
  report: Report;
  labels: Labels;
}

const computedReports = new WeakMap<StudyData, Map<string, NamedReport>>();

/** The report that tables of papers are taken from: computed once for all of them. */
export function namedReport({ study, options, known }: PaperSource): NamedReport {
  if (known) {
    const { report, items } = known;
    return { report, labels: new Labels(items, onlyTarget(report.reliability)) };
  }
  const key = JSON.stringify(options);
  const reports = computedReports.get(study) ?? new Map<string, NamedReport>();
  computedReports.set(study, reports);
  const found = reports.get(key);
  if (found) return found;
  const report = reportOf(study, options);
  const made = { report, labels: new Labels(itemNames(study, report), onlyTarget(report.reliability)) };
  reports.set(key, made);
  return made;
}

/**
 * A paper's table that is one of the report's, of some of its rows, under the paper's name. Without rows the study lacks
 * what the table needs.
 */
export function tableFromReport<Row>(
  about: Pick<PaperTable, "id" | "title" | "needs"> & { name: string; lacking: string },
  rowsOf: (report: Report) => readonly Row[],
  tableOf: (named: NamedReport, rows: readonly Row[]) => Table,
): PaperTable {
  const { id, title, needs, name, lacking } = about;
  return {
    ...{ id, title, needs },
    of: (source): Table | MissingRecords => {
      const named = namedReport(source);
      const rows = rowsOf(named.report);
      if (rows.length === 0) return { missing: [lacking] };
      const { behind: _, ...table } = tableOf(named, rows);
      return { ...table, name, title };
    },
  };
}
