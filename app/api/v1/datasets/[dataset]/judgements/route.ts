import { notFound, route } from "@/lib/api/route";
import { DatasetParams } from "@/lib/dataset/schema/views";
import { pageOf } from "@/lib/http/page";
import { readJudgements } from "@/lib/resources/data/judgements";
import { ReadJudgement } from "@/lib/resources/schema/judgements";
import { ListJudgementsQuery } from "@/lib/resources/schema/queries";

export const GET = route(
  {
    as: "researcher",
    summary: "The judgements that a dataset was imported with",
    params: DatasetParams,
    query: ListJudgementsQuery,
    answer: pageOf(ReadJudgement),
  },
  async ({ actor, params, query }) =>
    (await readJudgements(actor, { dataset: params.dataset }, query)) ?? notFound(),
);
