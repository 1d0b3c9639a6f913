import { notFound, route } from "@/lib/api/route";
import { DatasetParams } from "@/lib/dataset/schema/views";
import { pageOf } from "@/lib/http/page";
import { readDecisions } from "@/lib/resources/data/judgements";
import { ReadDecision } from "@/lib/resources/schema/judgements";
import { DecisionsQuery } from "@/lib/resources/schema/queries";

export const GET = route(
  {
    as: "researcher",
    summary: "The decisions on drafted items and lines that a dataset was imported with",
    params: DatasetParams,
    query: DecisionsQuery,
    answer: pageOf(ReadDecision),
  },
  async ({ actor, params, query }) =>
    (await readDecisions(actor, { dataset: params.dataset }, query)) ?? notFound(),
);
