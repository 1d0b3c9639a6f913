import { notFound, route } from "@/lib/api/route";
import { BatchParams } from "@/lib/batch/schema";
import { pageOf } from "@/lib/http/page";
import { readDecisions } from "@/lib/resources/data/judgements";
import { ReadDecision } from "@/lib/resources/schema/judgements";
import { DecisionsQuery } from "@/lib/resources/schema/queries";

export const GET = route(
  {
    as: "researcher",
    summary: "The decisions on drafted items and lines made in a batch",
    params: BatchParams,
    query: DecisionsQuery,
    answer: pageOf(ReadDecision),
  },
  async ({ actor, params, query }) => (await readDecisions(actor, { batch: params.id }, query)) ?? notFound(),
);
