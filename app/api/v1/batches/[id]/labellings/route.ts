import { notFound, route } from "@/lib/api/route";
import { BatchParams } from "@/lib/batch/schema";
import { pageOf } from "@/lib/http/page";
import { readLabellings } from "@/lib/resources/data/batch-records";
import { ReadLabelling } from "@/lib/resources/schema/judgements";
import { LabellingsQuery } from "@/lib/resources/schema/queries";

export const GET = route(
  {
    as: "researcher",
    summary: "The labels given in a batch",
    params: BatchParams,
    query: LabellingsQuery,
    answer: pageOf(ReadLabelling),
  },
  async ({ actor, params, query }) => (await readLabellings(actor, params.id, query)) ?? notFound(),
);
