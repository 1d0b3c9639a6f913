import { notFound, route } from "@/lib/api/route";
import { BatchParams } from "@/lib/batch/schema";
import { findAnswers } from "@/lib/question/data";
import { AnnotatorQuestions } from "@/lib/question/schema";

export const GET = route(
  {
    as: "annotator",
    summary: "Your own questions in a batch, and the answers published to all its annotators",
    answer: AnnotatorQuestions,
    params: BatchParams,
  },
  async ({ actor, params }) => (await findAnswers(actor, params.id)) ?? notFound(),
);
