import { notFound, route } from "@/lib/api/route";
import { BatchParams } from "@/lib/batch/schema";
import { pageOf } from "@/lib/http/page";
import { readQuestions } from "@/lib/resources/data/related";
import { QuestionsQuery, ReadQuestion } from "@/lib/resources/schema/related";

export const GET = route(
  {
    as: "researcher",
    summary: "Annotators' questions about the work of a batch, with the answers",
    params: BatchParams,
    query: QuestionsQuery,
    answer: pageOf(ReadQuestion),
  },
  async ({ actor, params, query }) => (await readQuestions(actor, params.id, query)) ?? notFound(),
);
