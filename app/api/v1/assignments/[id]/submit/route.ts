import { z } from "zod";
import { notFound, route } from "@/lib/api/route";
import { submit } from "@/lib/review/data/submit";
import { AssignmentParams, SubmitBody } from "@/lib/review/schema";

export const POST = route(
  {
    as: "annotator",
    summary: "Submit an assignment",
    answer: z.object({
      state: z.literal("submitted"),
      submittedAt: z.date(),
      undoUntil: z.date(),
      feedback: z.literal(true).optional(),
      result: z.literal(true).optional(),
    }),
    params: AssignmentParams,
    saves: true,
    body: SubmitBody,
  },
  async ({ actor, params, body }) => (await submit(actor, params.id, body)) ?? notFound(),
);
