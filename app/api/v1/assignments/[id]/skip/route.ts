import { z } from "zod";
import { notFound, route } from "@/lib/api/route";
import { skip } from "@/lib/review/data/submit";
import { AssignmentParams, SkipBody } from "@/lib/review/schema";

export const POST = route(
  {
    as: "annotator",
    summary: "Skip an assignment with a reason",
    answer: z.object({ state: z.literal("skipped") }),
    params: AssignmentParams,
    body: SkipBody,
  },
  async ({ actor, params, body }) => (await skip(actor, params.id, body)) ?? notFound(),
);
