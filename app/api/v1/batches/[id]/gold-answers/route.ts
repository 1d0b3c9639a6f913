import { notFound, route } from "@/lib/api/route";
import { BatchParams } from "@/lib/batch/schema";
import { pageOf } from "@/lib/http/page";
import { readGoldAnswers } from "@/lib/resources/data/related";
import { GoldAnswersQuery, ReadGoldAnswer } from "@/lib/resources/schema/related";

export const GET = route(
  {
    as: "researcher",
    summary: "People's answers where gold is known, in training, exams and checks with feedback",
    params: BatchParams,
    query: GoldAnswersQuery,
    answer: pageOf(ReadGoldAnswer),
  },
  async ({ actor, params, query }) => (await readGoldAnswers(actor, params.id, query)) ?? notFound(),
);
