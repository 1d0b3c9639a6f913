import { z } from "zod";
import { notFound, route } from "@/lib/api/route";
import { askQuestion, QUESTION_LIMIT } from "@/lib/question/data";
import { AskBody } from "@/lib/question/schema";
import { AssignmentParams } from "@/lib/review/schema";

export const POST = route(
  {
    as: "annotator",
    summary: "Ask about an assignment of one's own, or go on asking",
    answer: z.object({ id: z.uuid() }),
    params: AssignmentParams,
    body: AskBody,
    limit: QUESTION_LIMIT,
  },
  async ({ actor, params, body }) => (await askQuestion(actor, params.id, body.text)) ?? notFound(),
);
