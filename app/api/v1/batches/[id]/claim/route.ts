import { z } from "zod";
import { notFound, route } from "@/lib/api/route";
import { claim } from "@/lib/batch/data/claim";
import { BatchParams } from "@/lib/batch/schema";

export const POST = route(
  {
    as: "annotator",
    summary: "Get the next assignment of a batch",
    answer: z.union([
      z.object({
        status: z.literal("claimed"),
        assignment: z.object({ id: z.uuid(), lease: z.uuid(), leaseUntil: z.date(), position: z.int() }),
      }),
      z.object({ status: z.literal("none"), later: z.boolean() }),
    ]),
    params: BatchParams,
  },
  async ({ actor, params }) => (await claim(actor, params.id)) ?? notFound(),
);
