import { z } from "zod";
import { notFound, route } from "@/lib/api/route";
import { cancelReopening, undoSubmit } from "@/lib/review/data/undo-submit";
import { AssignmentParams } from "@/lib/review/schema";

export const POST = route(
  {
    as: "annotator",
    summary: "Undo a submission within ten seconds, reopen it as long as the batch allows, or undo a skip",
    answer: z.object({ state: z.literal("open"), lease: z.uuid(), leaseUntil: z.date(), version: z.int() }),
    params: AssignmentParams,
    usesReservedConnections: true,
  },
  async ({ actor, params }) => (await undoSubmit(actor, params.id)) ?? notFound(),
);

export const DELETE = route(
  {
    as: "annotator",
    summary: "Withdraw the reopening of your own submission: it stays as submitted",
    answer: z.object({ state: z.literal("submitted") }),
    params: AssignmentParams,
    usesReservedConnections: true,
  },
  async ({ actor, params }) => (await cancelReopening(actor, params.id)) ?? notFound(),
);
