import { notFound, route } from "@/lib/api/route";
import { BatchParams } from "@/lib/batch/schema";
import { readGoldAnswers } from "@/lib/reading/data/around";
import { GoldAnswersQuery, ReadGoldAnswer } from "@/lib/reading/schema/around";
import { pageOf } from "@/lib/reading/schema/page";

export const GET = route(
  {
    as: "researcher",
    summary: "What people made of values with gold in training, exams and checks with feedback",
    params: BatchParams,
    query: GoldAnswersQuery,
    answer: pageOf(ReadGoldAnswer),
  },
  async ({ actor, params, query }) => (await readGoldAnswers(actor, params.id, query)) ?? notFound(),
);
