import { notFound, route } from "@/lib/api/route";
import { BatchParams } from "@/lib/batch/schema";
import { readPublishedAnswers } from "@/lib/reading/data/around";
import { PublishedAnswersQuery, ReadPublishedAnswer } from "@/lib/reading/schema/around";
import { pageOf } from "@/lib/reading/schema/page";

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
