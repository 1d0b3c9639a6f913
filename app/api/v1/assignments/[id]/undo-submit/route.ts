import { z } from "zod";
import { notFound, route } from "@/lib/api/route";
import { undoSubmit } from "@/lib/review/data/submit";
import { AssignmentParams } from "@/lib/review/schema";

export const POST = route(
  {
    as: "annotator",
    summary: "Take a submission back within ten seconds",
    answer: z.object({ state: z.literal("open"), lease: z.uuid(), leaseUntil: z.date(), version: z.int() }),
    params: AssignmentParams,
    usesReservedConnections: true,
  },
  async ({ actor, params }) => (await undoSubmit(actor, params.id)) ?? notFound(),
);
