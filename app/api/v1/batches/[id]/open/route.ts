import { z } from "zod";
import { notFound, route } from "@/lib/api/route";
import { openBatch } from "@/lib/batch/data/open-batch";
import { BatchParams } from "@/lib/batch/schema";

export const POST = route(
  {
    as: "admin",
    summary: "Open a drafted batch",
    answer: z.object({ subjects: z.int(), slots: z.int() }),
    params: BatchParams,
  },
  async ({ actor, params }) => (await openBatch(actor, params.id)) ?? notFound(),
);
