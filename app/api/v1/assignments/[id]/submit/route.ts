import { z } from "zod";
import { notFound, route } from "@/lib/api/route";
import { submitOwn } from "@/lib/review/data/opaque-keys";
import { AssignmentParams, SubmitBody } from "@/lib/review/schema";

export const POST = route(
  {
    as: "annotator",
    direct: "POST /api/v1/assignments/[id]/submit",
    summary: "Submit an assignment",
    answer: z.object({
      state: z.literal("submitted"),
      submittedAt: z.date(),
      undoUntil: z.date(),
      feedback: z.literal(true).optional(),
      result: z.literal(true).optional(),
    }),
    params: AssignmentParams,
    usesReservedConnections: true,
    body: SubmitBody,
  },
  async ({ actor, params, body }) => (await submitOwn(actor, params.id, body)) ?? notFound(),
);
