import { notFound, route } from "@/lib/api/route";
import { DatasetParams } from "@/lib/dataset/views";
import { readResponses } from "@/lib/reading/data";
import { ReadResponse, ResponsesQuery } from "@/lib/reading/schema";
import { pageOf } from "@/lib/reading/schema/page";

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
