import { notFound, route } from "@/lib/api/route";
import { listJudgements } from "@/lib/report/data/list-judgements";
import { ReportParams } from "@/lib/report/schema";
import { JudgementPage, JudgementsQuery } from "@/lib/report/schema/judgements";

export const GET = route(
  {
    as: "researcher",
    summary: "The judgements behind a number of a report, fifty at a time",
    answer: JudgementPage,
    params: ReportParams,
    query: JudgementsQuery,
  },
  async ({ actor, params: { of, id }, query }) =>
    (await listJudgements(actor, of === "batches" ? { batch: id } : { dataset: id }, query)) ?? notFound(),
);
