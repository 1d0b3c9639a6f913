import { z } from "zod";
import { notFound, route } from "@/lib/api/route";
import { markRead } from "@/lib/question/data";
import { AssignmentParams } from "@/lib/review/schema";

export const POST = route(
  {
    as: "annotator",
    summary: "Mark the answers about an assignment as read",
    answer: z.object({}),
    params: AssignmentParams,
  },
  async ({ actor, params }) => (await markRead(actor, params.id)) ?? notFound(),
);
