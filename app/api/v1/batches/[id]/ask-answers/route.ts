import { notFound, route } from "@/lib/api/route";
import { BatchParams } from "@/lib/batch/schema";
import { pageOf } from "@/lib/http/page";
import { readAnswers } from "@/lib/resources/data/batch-records";
import { ReadAnswer } from "@/lib/resources/schema/judgements";
import { AnswersQuery } from "@/lib/resources/schema/queries";

export const GET = route(
  {
    as: "researcher",
    summary: "Annotators' answers to the questions of a batch's protocol",
    params: BatchParams,
    query: AnswersQuery,
    answer: pageOf(ReadAnswer),
  },
  async ({ actor, params, query }) => (await readAnswers(actor, params.id, query)) ?? notFound(),
);
