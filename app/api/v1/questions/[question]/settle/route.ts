import { z } from "zod";
import { notFound, route } from "@/lib/api/route";
import { dismissQuestion } from "@/lib/question/data";
import { QuestionParams } from "@/lib/question/schema";

export const POST = route(
  {
    as: "admin",
    summary: "Settle a question without an answer",
    answer: z.object({ id: z.uuid() }),
    params: QuestionParams,
  },
  async ({ actor, params }) => (await dismissQuestion(actor, params.question)) ?? notFound(),
);
