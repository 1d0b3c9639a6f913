import { z } from "zod";
import { notFound, route } from "@/lib/api/route";
import { BatchParams, PreviouslyReserved } from "@/lib/batch/schema";
import { claim } from "@/lib/participation/data/claim";

export const POST = route(
  {
    as: "annotator",
    direct: "POST /api/v1/batches/[id]/claim",
    summary: "Get the next assignment of a batch",
    answer: z.union([
      z.object({
        status: z.literal("claimed"),
        assignment: z.object({ id: z.uuid(), lease: z.uuid(), leaseUntil: z.date(), position: z.int() }),
      }),
      z.object({ status: z.literal("none"), later: z.boolean() }),
    ]),
    params: BatchParams,
    query: z.strictObject({ again: z.preprocess((one) => [one ?? []].flat(), PreviouslyReserved) }),
  },
  async ({ actor, params, query }) => (await claim(actor, params.id, query.again)) ?? notFound(),
);
