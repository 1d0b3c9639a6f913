import { DiscussionBody } from "@/lib/adjudication/schema";
import { notFound, route } from "@/lib/api/route";
import { BatchParams } from "@/lib/batch/schema";
import { setReviewDiscussion } from "@/lib/rubric/data/discussion";

export const PUT = route(
  {
    as: "admin",
    summary:
      "Let annotators who reviewed lists of items discuss them once the batch is closed, or end the discussion",
    answer: DiscussionBody,
    params: BatchParams,
    body: DiscussionBody,
  },
  async ({ actor, params, body }) => (await setReviewDiscussion(actor, params.id, body)) ?? notFound(),
);
