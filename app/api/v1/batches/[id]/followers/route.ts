import { z } from "zod";
import { notFound, route } from "@/lib/api/route";
import { BatchParams } from "@/lib/batch/schema";
import { draftFollower } from "@/lib/rubric/data/follow-up-batch";
import { FollowBody } from "@/lib/rubric/schema";

export const POST = route(
  {
    as: "admin",
    summary: "Draft a batch that continues from this one",
    answer: z.object({ id: z.uuid() }),
    params: BatchParams,
    body: FollowBody,
  },
  async ({ actor, params, body }) => (await draftFollower(actor, params.id, body)) ?? notFound(),
);
