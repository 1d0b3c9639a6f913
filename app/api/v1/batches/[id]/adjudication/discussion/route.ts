import { setDiscussion } from "@/lib/adjudication/data/comments";
import { DiscussionBody } from "@/lib/adjudication/schema";
import { notFound, route } from "@/lib/api/route";
import { BatchParams } from "@/lib/batch/schema";

export const PUT = route(
  {
    as: "admin",
    summary: "Let the raters of undecided cases discuss them, or end the discussion",
    answer: DiscussionBody,
    params: BatchParams,
    body: DiscussionBody,
  },
  async ({ actor, params, body }) => (await setDiscussion(actor, params.id, body)) ?? notFound(),
);
