import { notFound, route } from "@/lib/api/route";
import { BatchParams } from "@/lib/batch/schema";
import { readJudgements } from "@/lib/resources/data";
import { JudgementsQuery, ReadJudgement } from "@/lib/resources/schema";
import { pageOf } from "@/lib/resources/schema/page";

export const GET = route(
  {
    as: "researcher",
    summary: "The judgements made in a batch",
    params: BatchParams,
    query: JudgementsQuery,
    answer: pageOf(ReadJudgement),
  },
  async ({ actor, params, query }) =>
    (await readJudgements(actor, { batch: params.id }, query)) ?? notFound(),
);
