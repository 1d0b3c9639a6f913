import { z } from "zod";
import { notFound, route } from "@/lib/api/route";
import { publish } from "@/lib/question/data";
import { PublishAnswerBody, QuestionParams } from "@/lib/question/schema";

export const POST = route(
  {
    as: "admin",
    summary: "Publish an answer to every annotator of the batch",
    answer: z.object({ id: z.uuid() }),
    params: QuestionParams,
    body: PublishAnswerBody,
  },
  async ({ actor, params, body }) => (await publish(actor, params.question, body)) ?? notFound(),
);
