import { notFound, route } from "@/lib/api/route";
import { BatchParams } from "@/lib/batch/schema";
import { readQuestions } from "@/lib/reading/data/around";
import { QuestionsQuery, ReadQuestion } from "@/lib/reading/schema/around";
import { pageOf } from "@/lib/reading/schema/page";

export const GET = route(
  {
    as: "researcher",
    summary: "What annotators asked about the work of a batch, with the answers",
    params: BatchParams,
    query: QuestionsQuery,
    answer: pageOf(ReadQuestion),
  },
  async ({ actor, params, query }) => (await readQuestions(actor, params.id, query)) ?? notFound(),
);
