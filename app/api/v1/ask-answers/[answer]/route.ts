import { notFound, route } from "@/lib/api/route";
import { readAnswer } from "@/lib/resources/data/batch-records";
import { AnswerParams, ReadAnswer } from "@/lib/resources/schema";

export const GET = route(
  {
    as: "researcher",
    summary: "An answer to a question of a protocol",
    params: AnswerParams,
    answer: ReadAnswer,
  },
  async ({ actor, params }) => (await readAnswer(actor, params.answer)) ?? notFound(),
);
