import { z } from "zod";
import { notFound, route } from "@/lib/api/route";
import { publish } from "@/lib/question/data";
import { PublishAnswerBody, QuestionParams } from "@/lib/question/schema";

export const POST = route(
  {
    as: "admin",
    summary: "Let every annotator of the batch read an answer",
    answer: z.object({ id: z.uuid() }),
    params: QuestionParams,
    body: PublishAnswerBody,
  },
  async ({ actor, params, body }) => (await publish(actor, params.question, body)) ?? notFound(),
);
