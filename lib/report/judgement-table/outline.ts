import type { ReportOutline } from "@/lib/report/rules/report-basis";
import type { StudySummary } from "@/lib/report/schema";
import type { StudyData } from "@/lib/report/schema/study";
import type { RatingsTable } from "./ratings-table";
import { scopesOfTable } from "./reliability";

/** The scopes and models of a study, and its numbers, which the caller knows without its records. */
export async function outlineOf(
  table: RatingsTable,
  frame: StudyData,
  summary: StudySummary,
): Promise<ReportOutline> {
  const { read, machines } = table;
  return {
    scopes: await scopesOfTable(table, frame),
    machines,
    summary: { ...summary, ...labelCounts(frame) },
    records: read.drafted + read.judged,
  };
}

/** The number of sets of labels, which are no ratings. */
export function labelCounts({
  labels,
}: Pick<StudyData, "labels">): Pick<StudySummary, "labellings" | "labellingsSetAside"> {
  return { labellings: labels?.labellings.length ?? 0, labellingsSetAside: labels?.setAside ?? 0 };
}
