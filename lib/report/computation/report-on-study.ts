import { type Bounds, WHOLE } from "@/lib/report/rules/bounds";
import { itemNames } from "@/lib/report/rules/item-names";
import { DEFAULT_OPTIONS, wholeReportOn } from "@/lib/report/rules/report";
import { ReportBasis } from "@/lib/report/rules/report-basis";
import type { Report, ReportOptions } from "@/lib/report/schema";
import type { Paper, PaperSource } from "@/lib/report/schema/paper-table";
import type { StudyData } from "@/lib/report/schema/study";

/** The whole report on a study that is in memory. */
export async function reportOf(
  study: StudyData,
  options: ReportOptions = DEFAULT_OPTIONS,
  bounds: Bounds = WHOLE,
): Promise<Report> {
  return wholeReportOn(new ReportBasis(study, options, bounds));
}

/** A source of a paper's tables, with the report if some of them are taken from it. */
export async function withReport(
  paper: Pick<Paper, "takesReport">,
  source: PaperSource,
): Promise<PaperSource> {
  if (!paper.takesReport || source.known) return source;
  const report = await reportOf(source.study, source.options);
  return { ...source, known: { report, items: itemNames(source.study, report) } };
}
