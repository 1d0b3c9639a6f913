import { z } from "zod";
import { CommentBody } from "@/lib/adjudication/schema";
import { notFound, route } from "@/lib/api/route";
import { BatchParams } from "@/lib/batch/schema";
import { commentOnReview, REVIEW_COMMENT_LIMIT } from "@/lib/rubric/data/discussion";

export const POST = route(
  {
    as: "annotator",
    forAdjudicators: true,
    summary: "Comment on a reviewed list of items",
    answer: z.object({ id: z.uuid() }),
    params: BatchParams.extend({ rubric: z.uuid() }),
    body: CommentBody,
    limit: REVIEW_COMMENT_LIMIT,
  },
  async ({ actor, params: { id: batch, rubric }, body }) =>
    (await commentOnReview(actor, { batch, rubric }, body.text)) ?? notFound(),
);
