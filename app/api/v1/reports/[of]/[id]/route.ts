import { z } from "zod";
import { notFound, route } from "@/lib/api/route";
import { findReport, findReportStatus, retryReport } from "@/lib/report/data/find-report";
import { ReportParams, ReportResponse, ReportStatus, studyOf } from "@/lib/report/schema";
import { StudySelection } from "@/lib/report/schema/judgements";

export const GET = route(
  {
    as: "researcher",
    summary: "The report on a batch or a dataset, or a part of it; it is computed when it is first requested",
    answer: z.union([ReportResponse, ReportStatus]),
    params: ReportParams,
    query: StudySelection.extend({ only: z.literal("status").optional() }),
  },
  async ({ actor, params, query: { only, ...part } }) => {
    const find = only === "status" ? findReportStatus : findReport;
    return (await find(actor, studyOf(params), part)) ?? notFound();
  },
);

export const POST = route(
  {
    as: "researcher",
    summary: "Try again to compute a report that failed",
    answer: ReportStatus,
    params: ReportParams,
    query: StudySelection,
  },
  async ({ actor, params, query }) => (await retryReport(actor, studyOf(params), query)) ?? notFound(),
);
