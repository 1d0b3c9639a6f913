import { notFound, route } from "@/lib/api/route";
import { BatchParams } from "@/lib/batch/schema";
import { pageOf } from "@/lib/http/page";
import { readBatchRubrics } from "@/lib/resources/data/related";
import { BatchRubricsQuery, ReadBatchRubric } from "@/lib/resources/schema/related";

export const GET = route(
  {
    as: "researcher",
    summary: "The rubrics of a batch, in the versions it works with",
    params: BatchParams,
    query: BatchRubricsQuery,
    answer: pageOf(ReadBatchRubric),
  },
  async ({ actor, params, query }) => (await readBatchRubrics(actor, params.id, query)) ?? notFound(),
);
