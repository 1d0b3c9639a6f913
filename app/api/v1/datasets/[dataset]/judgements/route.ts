import { notFound, route } from "@/lib/api/route";
import { DatasetParams } from "@/lib/dataset/views";
import { readJudgements } from "@/lib/resources/data";
import { JudgementsQuery, ReadJudgement } from "@/lib/resources/schema";
import { pageOf } from "@/lib/resources/schema/page";

export const GET = route(
  {
    as: "researcher",
    summary: "The judgements that a dataset was imported with",
    params: DatasetParams,
    query: JudgementsQuery,
    answer: pageOf(ReadJudgement),
  },
  async ({ actor, params, query }) =>
    (await readJudgements(actor, { dataset: params.dataset }, query)) ?? notFound(),
);
