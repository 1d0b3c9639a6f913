import { z } from "zod";
import { notFound, route } from "@/lib/api/route";
import { askQuestion, QUESTION_LIMIT } from "@/lib/question/data";
import { AskBody } from "@/lib/question/schema";
import { AssignmentParams } from "@/lib/review/schema";

export const POST = route(
  {
    as: "annotator",
    summary: "Ask a question about one of your assignments, or continue the conversation",
    answer: z.object({ id: z.uuid() }),
    params: AssignmentParams,
    body: AskBody,
    limit: QUESTION_LIMIT,
  },
  async ({ actor, params, body }) => (await askQuestion(actor, params.id, body.text)) ?? notFound(),
);
