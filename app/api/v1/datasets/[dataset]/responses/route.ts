import { notFound, route } from "@/lib/api/route";
import { DatasetParams } from "@/lib/dataset/schema/views";
import { pageOf } from "@/lib/http/page";
import { readResponses } from "@/lib/resources/data/dataset-records";
import { ReadResponse } from "@/lib/resources/schema";
import { ResponsesQuery } from "@/lib/resources/schema/queries";

export const GET = route(
  {
    as: "researcher",
    summary: "The responses of a dataset, by their keys",
    params: DatasetParams,
    query: ResponsesQuery,
    answer: pageOf(ReadResponse),
  },
  async ({ actor, params, query }) => (await readResponses(actor, params.dataset, query)) ?? notFound(),
);
