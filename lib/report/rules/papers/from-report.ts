import { WHOLE } from "@/lib/report/rules/bounds";
import { studyFingerprint } from "@/lib/report/rules/fingerprint";
import { onlyTarget } from "@/lib/report/rules/only-target";
import { familyParts, type StudyPart, studyOfPart, tagParts } from "@/lib/report/rules/papers/study-parts";
import { FEW_TASKS } from "@/lib/report/rules/render/format-cell";
import { reportSettings } from "@/lib/report/rules/report";
import { ReportBasis } from "@/lib/report/rules/report-basis";
import { Labels } from "@/lib/report/rules/scope-labels";
import { studySummary } from "@/lib/report/rules/study-summary";
import type { Units } from "@/lib/report/rules/unit";
import type { Report, ReportOptions } from "@/lib/report/schema";
import type { MissingRecords, PaperSource, PaperTable } from "@/lib/report/schema/paper-table";
import type { StudyData } from "@/lib/report/schema/study";
import type { Table, TableColumn } from "@/lib/report/schema/table";
import type { Ends } from "@/lib/report/schema/values";

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

/** The settings and the summary that a table states as its provenance, for a study whose report was not computed. */
export const provenanceParts = (
  study: StudyData,
  units: Units,
  options: ReportOptions,
): Pick<Report, "made" | "study"> => ({
  made: reportSettings(options, studyFingerprint(study)),
  study: studySummary(study, units),
});

/** A table's rows for a part of a study, which are computed from the part alone. */
interface InParts<Row> {
  /** Header and description of the column that names the part. */
  column: Pick<TableColumn, "header" | "description">;
  partsOf: (study: StudyData) => readonly StudyPart[];
  rowsOf: (part: ReportBasis) => readonly Row[];
}

/** Rows for each family of tasks, as CoEval's tables have them. */
export const byFamily = <Row>(rowsOf: InParts<Row>["rowsOf"]): InParts<Row> => ({
  column: { header: "Task", description: "The family of the tasks: their first tag" },
  partsOf: familyParts,
  rowsOf,
});

/** Rows for each data set, which is a tag. */
export const byTag = <Row>(rowsOf: InParts<Row>["rowsOf"]): InParts<Row> => ({
  column: { header: "Tasks", description: "Those with this tag, or all" },
  partsOf: tagParts,
  rowsOf,
});

/** The ends of an interval of the report, where intervals are asked for: a stored report always has them. */
export const shownEnds = ({ options }: PaperSource, ends: Ends | null): Ends | null =>
  options.replicates === 0 ? null : ends;

/** A table of the report with its numbers alone. */
const withoutIntervals = (table: Table): Table => ({
  ...table,
  columns: table.columns.filter(({ type }) => type !== "interval"),
  notes: table.notes.filter((note) => note !== FEW_TASKS),
  provenance: { ...table.provenance, interval: null },
});

/** A table of the report under a paper's name; without intervals where none are asked for. */
export function underName(
  { options }: PaperSource,
  { behind: _, ...table }: Table,
  about: Pick<Table, "name" | "title">,
): Table {
  return { ...(options.replicates === 0 ? withoutIntervals(table) : table), ...about };
}

const PART = "part";

/** The table of a study with rows for its parts, where it has several. */
function withParts<Row>(
  { study, options }: PaperSource,
  whole: Table,
  tableOf: (rows: readonly Row[]) => Table,
  parts: InParts<Row> | undefined,
): Table {
  const tables = (parts?.partsOf(study) ?? []).flatMap((part) => {
    const basis = new ReportBasis(studyOfPart(study, part), options, WHOLE);
    const rows = parts?.rowsOf(basis) ?? [];
    return rows.length === 0 ? [] : [{ name: part.name, table: tableOf(rows) }];
  });
  return parts && tables.length > 0
    ? joined([{ name: "All", table: whole }, ...tables], parts.column)
    : whole;
}

/** One table out of the tables of a study and its parts, whose name is the first column. */
export function joined(
  tables: [{ name: string; table: Table }, ...{ name: string; table: Table }[]],
  column: Pick<TableColumn, "header" | "description">,
): Table {
  const [whole] = tables;
  const columns = new Map(tables.flatMap(({ table }) => table.columns.map((one) => [one.id, one] as const)));
  const named = { id: PART, type: "text" as const, unit: null, ...column };
  return {
    ...whole.table,
    columns: [named, ...columns.values()],
    rows: tables.flatMap(({ name, table }) => table.rows.map((row) => ({ [PART]: name, ...row }))),
    notes: [...new Set(tables.flatMap(({ table }) => table.notes))],
  };
}

/**
 * A paper's table that is one of the report's, of some of its rows, under the paper's name. Without rows the study lacks
 * what the table needs.
 */
export function tableFromReport<Row>(
  about: Pick<PaperTable, "id" | "also" | "title" | "needs"> & { name: string; lacking: string },
  rowsOf: (report: Report, source: PaperSource) => readonly Row[],
  tableOf: (named: NamedReport, rows: readonly Row[]) => Table,
  parts?: InParts<Row>,
): PaperTable {
  const { id, also = [], title, needs, name, lacking } = about;
  return {
    ...{ id, also, title, needs },
    of: (source): Table | MissingRecords => {
      const named = namedReport(source);
      const rows = rowsOf(named.report, source);
      if (rows.length === 0) return { missing: [lacking] };
      const table = withParts(source, tableOf(named, rows), (own) => tableOf(named, own), parts);
      return underName(source, table, { name, title });
    },
  };
}
