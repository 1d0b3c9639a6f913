import { z } from "zod";
import { notFound, route } from "@/lib/api/route";
import { answerQuestion } from "@/lib/question/data";
import { AnswerBody, QuestionParams } from "@/lib/question/schema";

export const POST = route(
  {
    as: "admin",
    summary: "Answer an annotator's question",
    answer: z.object({ id: z.uuid() }),
    params: QuestionParams,
    body: AnswerBody,
  },
  async ({ actor, params, body }) => (await answerQuestion(actor, params.question, body.text)) ?? notFound(),
);
