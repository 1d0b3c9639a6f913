import { onlyTarget } from "@/lib/report/rules/repeated-scopes";
import { Labels } from "@/lib/report/rules/scope-labels";
import type { Report } from "@/lib/report/schema";
import type { MissingRecords, PaperSource, PaperTable } from "@/lib/report/schema/paper-table";
import type { Table } from "@/lib/report/schema/table";

/** The report on a study, with the names of its scopes. */
interface NamedReport {
  report: Report;
  labels: Labels;
}

/** The report that tables of papers are taken from. */
export function namedReport({ known }: PaperSource): NamedReport {
  if (!known) throw new Error("a table of a report was asked for without the report");
  const { report, items } = known;
  return { report, labels: new Labels(items, onlyTarget(report.reliability)) };
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
