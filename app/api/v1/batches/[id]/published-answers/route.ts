import { notFound, route } from "@/lib/api/route";
import { BatchParams } from "@/lib/batch/schema";
import { pageOf } from "@/lib/http/page";
import { readPublishedAnswers } from "@/lib/resources/data/related";
import { PublishedAnswersQuery, ReadPublishedAnswer } from "@/lib/resources/schema/related";

export const GET = route(
  {
    as: "researcher",
    summary: "The answers that every annotator of a batch could read",
    params: BatchParams,
    query: PublishedAnswersQuery,
    answer: pageOf(ReadPublishedAnswer),
  },
  async ({ actor, params, query }) => (await readPublishedAnswers(actor, params.id, query)) ?? notFound(),
);
