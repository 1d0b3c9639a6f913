import { z } from "zod";
import { notFound, route } from "@/lib/api/route";
import { leaveAsSubmitted, takeBack } from "@/lib/review/data/take-back";
import { AssignmentParams } from "@/lib/review/schema";

export const POST = route(
  {
    as: "annotator",
    summary: "Take a submission back, within ten seconds or as long as the batch allows, or a skip",
    answer: z.object({ state: z.literal("open"), lease: z.uuid(), leaseUntil: z.date(), version: z.int() }),
    params: AssignmentParams,
    usesReservedConnections: true,
  },
  async ({ actor, params }) => (await takeBack(actor, params.id)) ?? notFound(),
);

export const DELETE = route(
  {
    as: "annotator",
    summary: "Let a submission stand that one has reopened",
    answer: z.object({ state: z.literal("submitted") }),
    params: AssignmentParams,
    usesReservedConnections: true,
  },
  async ({ actor, params }) => (await leaveAsSubmitted(actor, params.id)) ?? notFound(),
);
