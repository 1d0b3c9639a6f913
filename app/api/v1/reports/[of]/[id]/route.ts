import { z } from "zod";
import { notFound, route } from "@/lib/api/route";
import { findReport, findReportStatus, retryReport } from "@/lib/report/data";
import { ReportParams } from "@/lib/report/schema";

const studyOf = ({ of, id }: ReportParams) => (of === "batches" ? { batch: id } : { dataset: id });

export const GET = route(
  {
    as: "researcher",
    summary: "The report on a batch or a dataset; it is computed when it is first asked for",
    params: ReportParams,
    query: z.strictObject({ only: z.literal("status").optional() }),
  },
  async ({ actor, params, query }) => {
    const find = query.only === "status" ? findReportStatus : findReport;
    return (await find(actor, studyOf(params))) ?? notFound();
  },
);

export const POST = route(
  {
    as: "researcher",
    summary: "Compute a report again that could not be computed",
    params: ReportParams,
  },
  async ({ actor, params }) => (await retryReport(actor, studyOf(params))) ?? notFound(),
);
