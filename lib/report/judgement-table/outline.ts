import type { ReportOutline, StudyRatings } from "@/lib/report/rules/report-basis";
import type { ReportOptions, StudySummary } from "@/lib/report/schema";
import type { StudyData } from "@/lib/report/schema/study";
import type { RatingsTable } from "./ratings-table";
import { reliabilityOf, scopesOfTable } from "./reliability";
import { summaryOfTable } from "./summary";

/** The numbers of a report that follow from the ratings of a study, or of a part of it. */
export function studyRatings(table: RatingsTable, study: StudyData, options: ReportOptions): StudyRatings {
  return {
    reliability: (scopes) => reliabilityOf(table, scopes, options),
    outline: async () => {
      const counts = { tasks: study.tasks.length, responses: study.responses.length };
      const summary = await summaryOfTable(table, study, counts);
      return outlineOf(table, study, { ...summary, setAside: study.setAside ?? 0 });
    },
  };
}

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
