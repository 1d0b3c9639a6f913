import { notFound, route } from "@/lib/api/route";
import { BatchParams } from "@/lib/batch/schema";
import { pageOf } from "@/lib/http/page";
import { readJudgements } from "@/lib/resources/data/judgements";
import { ReadJudgement } from "@/lib/resources/schema/judgements";
import { ListJudgementsQuery } from "@/lib/resources/schema/queries";

export const GET = route(
  {
    as: "researcher",
    summary: "The judgements made in a batch",
    params: BatchParams,
    query: ListJudgementsQuery,
    answer: pageOf(ReadJudgement),
  },
  async ({ actor, params, query }) =>
    (await readJudgements(actor, { batch: params.id }, query)) ?? notFound(),
);
