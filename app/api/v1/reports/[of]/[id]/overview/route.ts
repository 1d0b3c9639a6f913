import { z } from "zod";
import { notFound, route } from "@/lib/api/route";
import { findOverview, findOverviewStatus } from "@/lib/report/data/find-report";
import { ReportParams, ReportStatus, studyOf } from "@/lib/report/schema";
import { StudySelection } from "@/lib/report/schema/judgements";
import { OverviewResponse } from "@/lib/report/schema/sections";

export const GET = route(
  {
    as: "researcher",
    summary: "The part of a report that is computed first: its data and agreement on everything together",
    answer: z.union([OverviewResponse, ReportStatus]),
    params: ReportParams,
    query: StudySelection.extend({ only: z.literal("status").optional() }),
  },
  async ({ actor, params, query: { only, ...part } }) => {
    const find = only === "status" ? findOverviewStatus : findOverview;
    return (await find(actor, studyOf(params), part)) ?? notFound();
  },
);
