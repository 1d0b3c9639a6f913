import { z } from "zod";
import { COMMENT_LIMIT, commentOnCase } from "@/lib/adjudication/data/comments";
import { CaseParams, CommentBody } from "@/lib/adjudication/schema";
import { notFound, route } from "@/lib/api/route";

export const POST = route(
  {
    as: "annotator",
    forAdjudicators: true,
    summary: "Comment on a contested case",
    answer: z.object({ id: z.uuid() }),
    params: CaseParams,
    body: CommentBody,
    limit: COMMENT_LIMIT,
  },
  async ({ actor, params, body }) =>
    (await commentOnCase(actor, params.id, params.case, body.text)) ?? notFound(),
);
