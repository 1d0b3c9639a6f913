import { z } from "zod";
import { notFound, route } from "@/lib/api/route";
import { releaseReserved, reserveAhead } from "@/lib/batch/data/prefetch";
import { BatchParams } from "@/lib/batch/schema";

export const POST = route(
  {
    as: "annotator",
    summary: "Keep your next assignments of a batch for you",
    answer: z.object({ assignments: z.array(z.uuid()) }),
    params: BatchParams,
  },
  async ({ actor, params }) => (await reserveAhead(actor, params.id)) ?? notFound(),
);

export const DELETE = route(
  {
    as: "annotator",
    summary: "Leave what is kept for you to others",
    answer: z.object({ left: z.int() }),
    params: BatchParams,
  },
  async ({ actor, params }) => (await releaseReserved(actor, params.id)) ?? notFound(),
);
