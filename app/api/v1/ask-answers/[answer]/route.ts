import { notFound, route } from "@/lib/api/route";
import { readAnswer } from "@/lib/resources/data/batch-records";
import { ReadAnswer } from "@/lib/resources/schema/judgements";
import { AnswerParams } from "@/lib/resources/schema/queries";

export const GET = route(
  {
    as: "researcher",
    summary: "An answer to a question of a protocol",
    params: AnswerParams,
    answer: ReadAnswer,
  },
  async ({ actor, params }) => (await readAnswer(actor, params.answer)) ?? notFound(),
);
